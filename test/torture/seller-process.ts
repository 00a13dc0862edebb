import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { ROOT } from '../testing/source-tree.ts'
import type { SellerOrders } from './ledger-seller.ts'
import type { SoldHistory } from './sold-history.ts'

/** A seller that the parent started: one life. */
export interface SellerProcess {
  readonly life: number
  readonly pid: number
  readonly startedAtMs: number
  /** When it said that its ledger is open; undefined if it ended before. */
  readonly opened: Promise<number | undefined>
  /** After everything that it ever wrote was read. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null; readonly errors: string }>
  hasEnded(): boolean
  /** Acknowledged debits of this life. */
  acknowledged(): number
  /** Undefined if it died before it answered. */
  ask(command: string): Promise<unknown>
  kill(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void
}

export interface Refused {
  readonly life: number
  readonly reason: string
  readonly units: number
  readonly account: number
  readonly atMs: number
}

export interface SellerEvents {
  refused?(refused: Refused): void
  /** A charge is durable; it was sent at this time. */
  charged?(charge: { readonly life: number; readonly sentAtMs: number }): void
}

export function startSeller(orders: SellerOrders, history: SoldHistory, events: SellerEvents = {}): SellerProcess {
  const { life } = orders
  history.begin(life)
  const startedAtMs = performance.now()
  const pipes = Array.from({ length: orders.threads }, () => 'pipe' as const)
  const child = spawn(process.execPath, [join(ROOT, 'test/torture/ledger-seller.ts'), JSON.stringify(orders)], {
    stdio: ['pipe', 'ignore', 'pipe', ...pipes],
    // A process that is killed leaves nothing in it, but one that ends well makes the starts after it shorter.
    env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'regista-torture-compiled') },
  })
  const remove = (): void => void child.kill('SIGKILL')
  process.once('exit', remove)
  let errors = ''
  child.stderr!.on('data', (chunk) => (errors = `${errors}${chunk}`.slice(-ERRORS_MAX)))
  // Writing to a seller that has just died is no news.
  child.stdin!.on('error', () => {})
  let acknowledged = 0
  let questions = 0
  const asked = new Map<number, (answer: unknown) => void>()
  const sentAtMs = new Map<string, number>()
  const opened = Promise.withResolvers<number | undefined>()

  const hear = (thread: number, line: string): void => {
    const [kind, first, second, third, fourth] = line.split(' ')
    const number = Number(first)
    switch (kind) {
      case 's':
        history.sent(life, thread, number)
        if (events.charged !== undefined) sentAtMs.set(`${thread} ${number}`, Number(fourth))
        break
      case 'd':
        history.debited(life, thread, {
          counter: number,
          account: Number(second),
          units: Number(third),
          period: fourth!,
        })
        events.charged?.({ life, sentAtMs: sentAtMs.get(`${thread} ${number}`)! })
        acknowledged++
        break
      case 'f':
        history.failed(life, thread, number)
        break
      case 'u':
        history.unknown(life, thread, number)
        break
      case 'r':
        events.refused?.({ life, reason: first!, units: Number(second), account: Number(third), atMs: Number(fourth) })
        break
      case 'o':
        opened.resolve(performance.now())
        break
      case 'a':
        asked.get(number)?.(JSON.parse(line.slice(line.indexOf(' ', 2) + 1)))
        asked.delete(number)
        break
      default:
        assert.fail(`a seller said ${line}`)
    }
  }
  for (let thread = 0; thread < orders.threads; thread++) {
    readLines(child.stdio[3 + thread] as Readable, (line) => hear(thread, line))
  }

  const ended = new Promise<Awaited<SellerProcess['ended']>>((resolve) => {
    child.once('close', (code, signal) => {
      process.off('exit', remove)
      opened.resolve(undefined)
      for (const answer of asked.values()) answer(undefined)
      asked.clear()
      resolve({ code, signal, errors })
    })
  })
  return {
    ...{ life, pid: child.pid!, startedAtMs, opened: opened.promise, ended, acknowledged: () => acknowledged },
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
function readLines(pipe: Readable, hear: (line: string) => void): void {
  let rest = ''
  pipe.setEncoding('latin1')
  pipe.on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop()!
    for (const line of lines) hear(line)
  })
}
