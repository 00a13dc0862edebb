import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { systemClock } from '../../src/stdx/clock.ts'
import { ROOT } from '../testing/source-tree.ts'

/** What a process was told about its requests. */
export class ChargeHistory {
  readonly sent = new Map<string, { readonly account: string; readonly units: number }>()
  /** When the outcome was read, a little after it was written. */
  readonly charged = new Map<string, number>()
  readonly refused = new Map<string, string>()
  readonly unknown = new Set<string>()

  add(line: string): void {
    const [word, requestId = '', ...rest] = line.split(' ')
    if (word === 's') this.sent.set(requestId, { account: rest[0]!, units: Number(rest[1]) })
    else if (word === 'd') this.charged.set(requestId, systemClock.nowMs())
    else if (word === 'n') this.refused.set(requestId, rest[0]!)
    else if (word === 'u') this.unknown.add(requestId)
  }

  /** The outcomes that came with any answer. */
  get ended(): number {
    return this.charged.size + this.refused.size + this.unknown.size
  }
}

export interface Charging {
  readonly history: ChargeHistory
  /** Resolves when it has opened its books. */
  readonly open: Promise<void>
  readonly pid: number
  /** The end of its log. */
  log(): string
  /** Resolves when it has ended. */
  readonly ended: Promise<void>
  /** Resolves when this many more were charged. */
  waitForCharges(more: number): Promise<void>
  kill(signal?: NodeJS.Signals): Promise<void>
}

export interface ChargingOptions {
  readonly data: string
  readonly url?: string | undefined
  readonly accounts: readonly string[]
  readonly loops: number
  /** Hexadecimal digits that no other process has. */
  readonly prefix: string
  readonly until?: 'killed' | 'used_up'
  readonly history?: ChargeHistory
  /** Between the charges of a loop. */
  readonly pauseMs?: number
}

const PROGRAM = join(ROOT, 'test/ledger/charging-process.ts')

/** Starts the one process of all tests that charges as fast as it can. */
export function startCharging(options: ChargingOptions): Charging {
  const { data, url = '-', accounts, loops, prefix, until = 'killed', history = new ChargeHistory() } = options
  const args = [PROGRAM, data, url, accounts.join(','), String(loops), prefix, until, String(options.pauseMs ?? 0)]
  const child: ChildProcess = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const atExit = (): void => void child.kill('SIGKILL')
  process.once('exit', atExit)
  let log = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-8000)
  })
  const opened = Promise.withResolvers<void>()
  let wanted = { size: Number.POSITIVE_INFINITY, reached: (): void => undefined }
  const lines = createInterface({ input: child.stdout! })
  // Its last lines may come after the process has ended.
  const allRead = new Promise<void>((resolve) => lines.once('close', resolve))
  lines.on('line', (line) => {
    if (line === 'open') opened.resolve()
    history.add(line)
    if (wanted.size <= history.charged.size) wanted.reached()
  })
  let isKilled = false
  const ended = new Promise<void>((resolve, reject) => {
    child.once('close', (code) => {
      process.off('exit', atExit)
      if (isKilled || code === 0) void allRead.then(resolve)
      else reject(new Error(`the charging process ended with ${code}: ${log}`))
      opened.reject(new Error(`the charging process did not open its books: ${log}`))
    })
  })
  opened.promise.catch(() => undefined)
  ended.catch(() => undefined)
  assert(child.pid !== undefined, 'the process has started')
  return {
    history,
    open: opened.promise,
    ended,
    pid: child.pid,
    log: () => log,
    waitForCharges(more) {
      const reached = new Promise<void>((resolve) => (wanted = { size: history.charged.size + more, reached: resolve }))
      return Promise.race([reached, ended])
    },
    async kill(signal = 'SIGKILL') {
      isKilled = true
      child.kill(signal)
      await ended
    },
  }
}
