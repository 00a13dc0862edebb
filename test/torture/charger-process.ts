import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { ROOT } from '../testing/source-tree.ts'
import type { ChargeHistory } from './charge-history.ts'
import type { ChargerOrders } from './charger.ts'

/** A charging process that the parent started. */
export interface ChargerProcess {
  readonly run: number
  readonly pid: number
  readonly startedAtMs: number
  /** When it reported that its ledger is open; undefined if it ended before. */
  readonly opened: Promise<number | undefined>
  /** Resolves after the parent has read all of its output. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null; readonly errors: string }>
  hasEnded(): boolean
  /** The number of acknowledged debits. */
  acknowledged(): number
  /** Undefined if the process died before it answered. */
  ask(command: string): Promise<unknown>
  kill(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void
}

export interface Refused {
  readonly run: number
  readonly reason: string
  readonly units: number
  readonly account: number
  readonly atMs: number
}

export interface ChargerEvents {
  refused?(refused: Refused): void
  /** A charge is durable; it was sent at this time. */
  charged?(charge: { readonly run: number; readonly sentAtMs: number }): void
}

export function startCharger(
  orders: ChargerOrders,
  history: ChargeHistory,
  events: ChargerEvents = {},
): ChargerProcess {
  const { run } = orders
  history.begin(run)
  const startedAtMs = performance.now()
  const pipes = Array.from({ length: orders.threads }, () => 'pipe' as const)
  const child = spawn(process.execPath, [join(ROOT, 'test/torture/charger.ts'), JSON.stringify(orders)], {
    stdio: ['pipe', 'ignore', 'pipe', ...pipes],
    // A process that ends in good order fills the cache, which makes later starts shorter.
    env: { ...process.env, NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compiled') },
  })
  const remove = (): void => void child.kill('SIGKILL')
  process.once('exit', remove)
  let errors = ''
  child.stderr!.on('data', (chunk) => (errors = `${errors}${chunk}`.slice(-ERRORS_MAX)))
  // The process may have died just before a write.
  child.stdin!.on('error', () => {})
  let acknowledged = 0
  let questions = 0
  const asked = new Map<number, (answer: unknown) => void>()
  const sentAtMs = new Map<string, number>()
  const opened = Promise.withResolvers<number | undefined>()

  const receive = (thread: number, line: string): void => {
    const [kind, first, second, third, fourth] = line.split(' ')
    const number = Number(first)
    switch (kind) {
      case 's':
        history.noteSent(run, thread, number)
        if (events.charged !== undefined) sentAtMs.set(`${thread} ${number}`, Number(fourth))
        break
      case 'd':
        history.noteCharged(run, thread, {
          counter: number,
          account: Number(second),
          units: Number(third),
          period: fourth!,
        })
        events.charged?.({ run, sentAtMs: sentAtMs.get(`${thread} ${number}`)! })
        acknowledged++
        break
      case 'f':
        history.noteFailed(run, thread, number)
        break
      case 'u':
        history.noteUnknown(run, thread, number)
        break
      case 'r':
        events.refused?.({ run, reason: first!, units: Number(second), account: Number(third), atMs: Number(fourth) })
        break
      case 'o':
        opened.resolve(performance.now())
        break
      case 'a':
        asked.get(number)?.(JSON.parse(line.slice(line.indexOf(' ', 2) + 1)))
        asked.delete(number)
        break
      default:
        assert.fail(`unexpected output: ${line}`)
    }
  }
  for (let thread = 0; thread < orders.threads; thread++) {
    readLines(child.stdio[3 + thread] as Readable, (line) => receive(thread, line))
  }

  const ended = new Promise<Awaited<ChargerProcess['ended']>>((resolve) => {
    child.once('close', (code, signal) => {
      process.off('exit', remove)
      opened.resolve(undefined)
      for (const answer of asked.values()) answer(undefined)
      asked.clear()
      resolve({ code, signal, errors })
    })
  })
  return {
    ...{ run, pid: child.pid!, startedAtMs, opened: opened.promise, ended, acknowledged: () => acknowledged },
    ask(command) {
      if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(undefined)
      return new Promise((resolve) => {
        asked.set(++questions, resolve)
        child.stdin!.write(`${questions} ${command}\n`)
      })
    },
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    kill: (signal) => void child.kill(signal),
  }
}

const ERRORS_MAX = 4_000

/** A line without an end when the pipe closes was cut off by a kill. */
function readLines(pipe: Readable, receive: (line: string) => void): void {
  let rest = ''
  pipe.setEncoding('latin1')
  pipe.on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop()!
    for (const line of lines) receive(line)
  })
}
