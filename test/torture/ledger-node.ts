import assert from 'node:assert/strict'
import type { Random } from '../../src/stdx/random.ts'
import { type FaultyProxy, startProxy } from '../../src/storage/testing/faulty-proxy.ts'
import { NOT_OPENED } from './exit-codes.ts'
import { type SellerProcess, startSeller } from './seller-process.ts'
import type { SoldHistory } from './sold-history.ts'

/**
 * One of several nodes on one PostgreSQL: a data folder, a network of its own to the server, and one life after the
 * other.
 */
export interface LedgerNode {
  readonly name: string
  readonly proxy: FaultyProxy
  /** Undefined while it is being started. */
  readonly seller: SellerProcess | undefined
  /** Stopped by SIGSTOP: left alone. */
  isPaused: boolean
  /** Ends the life that runs, opened or not, and starts the next at once. Answers the one that ended. */
  kill(): Promise<number>
  /** As a server is stopped. Answers the lives that are over. */
  stop(): Promise<readonly number[]>
  [Symbol.asyncDispose](): Promise<void>
}

export interface NodePorts {
  readonly postgresUrl: string
  readonly data: string
  readonly accounts: readonly string[]
  readonly history: SoldHistory
  readonly random: Random
  nextLife(): number
  /** A life can sell; those before it are over. */
  opened(life: { readonly over: readonly number[]; readonly restartMs: number }): void
  counted(counters: Readonly<Record<string, number>>): void
  /** It did not find its database. */
  notOpened(): void
  failed(error: unknown): void
}

/** Loops of each of the two threads. */
const LOOPS = 12
const COUNT_EVERY_MS = 100
/** A supervisor waits so long before it starts a server again that could not start. */
const START_AGAIN_MS = 100

export async function startLedgerNode(name: string, ports: NodePorts): Promise<LedgerNode> {
  const proxy = await startProxy(ports.postgresUrl)
  const { data, accounts, history } = ports
  const over: number[] = []
  let isStopping = false
  let running: SellerProcess
  let open: SellerProcess | undefined

  const start = (): void => {
    const orders = { data, databaseUrl: proxy.url, threads: 2, loops: LOOPS, until: 'stopped' as const, accounts }
    const seller = startSeller({ ...orders, life: ports.nextLife(), seed: ports.random.below(2 ** 31) }, history)
    running = seller
    void live(seller).catch(ports.failed)
  }

  async function live(seller: SellerProcess): Promise<void> {
    void watchEnd(seller).catch(ports.failed)
    const openedMs = await seller.opened
    if (openedMs === undefined) return
    ports.opened({ over: over.splice(0), restartMs: openedMs - seller.startedAtMs })
    await seller.ask('sell')
    if (running === seller) open = seller
    for (let last: Counters | undefined; ; ) {
      const counters = (await seller.ask('counters')) as Counters | undefined
      if (counters === undefined) return last && ports.counted(last)
      last = counters
      await pause(COUNT_EVERY_MS)
    }
  }

  async function watchEnd(seller: SellerProcess): Promise<void> {
    const { code, signal, errors } = await seller.ended
    if (open === seller) open = undefined
    over.push(seller.life)
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
    get seller() {
      return open
    },
    async kill() {
      const seller = running
      open = undefined
      seller.kill('SIGKILL')
      await seller.ended
      return seller.life
    },
    async stop() {
      isStopping = true
      const seller = open
      assert(seller !== undefined, `${name} is open`)
      await seller.ask('stop')
      const { code, errors } = await seller.ended
      assert.equal(code, 0, `${name} did not stop well: ${errors}`)
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
