import assert from 'node:assert/strict'
import type { Random } from '../../src/stdx/random.ts'
import { type FaultyProxy, startProxy } from '../../src/storage/testing/faulty-proxy.ts'
import type { ChargeHistory } from './charge-history.ts'
import { type ChargerProcess, startCharger } from './charger-process.ts'
import { NOT_OPENED } from './exit-codes.ts'

/**
 * One of several nodes on one PostgreSQL: a data folder, a network of its own to the server, and one charging process
 * after the other.
 */
export interface LedgerNode {
  readonly name: string
  readonly proxy: FaultyProxy
  /** Undefined while it is being started. */
  readonly charger: ChargerProcess | undefined
  /** Stopped by SIGSTOP. */
  isPaused: boolean
  /** Kills the running process, opened or not, and starts the next at once. Returns the run that ended. */
  kill(): Promise<number>
  /** Stops as a server does. Returns the runs that have ended. */
  stop(): Promise<readonly number[]>
  [Symbol.asyncDispose](): Promise<void>
}

export interface NodePorts {
  readonly postgresUrl: string
  readonly data: string
  readonly accounts: readonly string[]
  readonly history: ChargeHistory
  readonly random: Random
  nextRun(): number
  /** A process has opened the ledger; the listed runs have ended. */
  opened(run: { readonly over: readonly number[]; readonly restartMs: number }): void
  counted(counters: Readonly<Record<string, number>>): void
  /** The process did not find its database. */
  notOpened(): void
  failed(error: unknown): void
}

/** Loops of each of the two threads. */
const LOOPS = 12
const COUNT_EVERY_MS = 100
/** The delay before a process that could not start is started again. */
const START_AGAIN_MS = 100

export async function startLedgerNode(name: string, ports: NodePorts): Promise<LedgerNode> {
  const proxy = await startProxy(ports.postgresUrl)
  const { data, accounts, history } = ports
  const over: number[] = []
  let isStopping = false
  let running: ChargerProcess
  let open: ChargerProcess | undefined

  const start = (): void => {
    const orders = { data, databaseUrl: proxy.url, threads: 2, loops: LOOPS, until: 'stopped' as const, accounts }
    const charger = startCharger({ ...orders, run: ports.nextRun(), seed: ports.random.below(2 ** 31) }, history)
    running = charger
    void follow(charger).catch(ports.failed)
  }

  async function follow(charger: ChargerProcess): Promise<void> {
    void watchEnd(charger).catch(ports.failed)
    const openedMs = await charger.opened
    if (openedMs === undefined) return
    ports.opened({ over: over.splice(0), restartMs: openedMs - charger.startedAtMs })
    await charger.ask('charge')
    if (running === charger) open = charger
    for (let last: Counters | undefined; ; ) {
      const counters = (await charger.ask('counters')) as Counters | undefined
      if (counters === undefined) return last && ports.counted(last)
      last = counters
      await pause(COUNT_EVERY_MS)
    }
  }

  async function watchEnd(charger: ChargerProcess): Promise<void> {
    const { code, signal, errors } = await charger.ended
    if (open === charger) open = undefined
    over.push(charger.run)
    if (isStopping && code === 0) return
    if (code === NOT_OPENED) {
      ports.notOpened()
      await pause(START_AGAIN_MS)
    } else assert.equal(signal, 'SIGKILL', `${name} ended by itself with ${code}: ${errors}`)
    if (!isStopping) start()
  }

  start()
  return {
    name,
    proxy,
    isPaused: false,
    get charger() {
      return open
    },
    async kill() {
      const charger = running
      open = undefined
      charger.kill('SIGKILL')
      await charger.ended
      return charger.run
    },
    async stop() {
      isStopping = true
      const charger = open
      assert(charger !== undefined, `${name} is open`)
      await charger.ask('stop')
      const { code, errors } = await charger.ended
      assert.equal(code, 0, `${name} did not stop in good order: ${errors}`)
      return over.splice(0)
    },
    async [Symbol.asyncDispose]() {
      isStopping = true
      running.kill('SIGKILL')
      await running.ended
      await proxy[Symbol.asyncDispose]()
    },
  }
}

type Counters = Readonly<Record<string, number>>

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
