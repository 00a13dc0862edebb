import assert from 'node:assert/strict'
import { MARK } from './asking.ts'
import type { HttpCharges } from './http-charges.ts'

/** Every status of the contract's table, with each of its reasons. */
const ANSWERS_WANTED = [
  ...['204', '400 invalid_parameter', '400 invalid_request', '401', '403 forbidden', '403 origin_not_allowed'],
  ...['403 scope_not_allowed', '404 company_not_found', '405', '409', '413', '429 monthly_limit_reached'],
  ...['429 rate_limited', '503 accounting_unavailable', '503 data_unavailable', '503 overloaded'],
  '408 request_timeout',
]

const SECRET = /rg[kb]_[0-9a-f]{8}/
/** Longer than the words that the log must not have. */
const LOG_END = 20

/** Counts the responses of a trial. */
export class FuzzReport {
  readonly #charges: HttpCharges
  readonly #answers = new Map<string, number>()
  readonly #kinds = new Map<string, number>()
  readonly #memory: { readonly at: number; readonly bytes: number }[] = []
  #leak: string | undefined
  #logEnd = ''
  requests = 0
  valid = 0

  constructor(charges: HttpCharges) {
    this.#charges = charges
  }

  /** `answer`: `200`, `429 rate_limited`, or a text for no response. */
  count(kind: string, answer: string, credential: 'valid' | 'none'): void {
    this.requests++
    if (credential === 'valid') this.valid++
    this.#answers.set(answer, (this.#answers.get(answer) ?? 0) + 1)
    this.#kinds.set(kind, (this.#kinds.get(kind) ?? 0) + 1)
  }

  /** `at`: the share of the trial that is done. */
  weigh(at: number, bytes: number): void {
    this.#memory.push({ at, bytes })
  }

  /** The log has no query text and no secret. */
  addLog(text: string): void {
    // A chunk may end within a word.
    const log = `${this.#logEnd}${text}`
    if (log.includes(MARK) || SECRET.test(log)) this.#leak ??= log.slice(-2_000)
    this.#logEnd = log.slice(-LOG_END)
  }

  assertLogIsClean(): void {
    assert(this.#leak === undefined, `the log repeats what was sent, or has a secret: ${this.#leak}`)
  }

  /** `429`: with any code. */
  answered(answer: string): number {
    return this.#answers.entries().reduce((sum, [one, times]) => sum + (one.startsWith(answer) ? times : 0), 0)
  }

  /** The responses that are too few to prove much. Empty: a good mixture. */
  shortfalls(): readonly string[] {
    const wanted: readonly (readonly [string, number, number])[] = [
      ['with a valid credential', this.valid, 0.4],
      ['200', this.answered('200'), 0.2],
      ...ANSWERS_WANTED.map((answer) => [answer, this.answered(answer), 0.005] as const),
    ]
    // A slow machine rejects many.
    const others = this.requests - this.answered('503 overloaded')
    return wanted
      .filter(([, times, part]) => times < part * others)
      .map(([what, times, part]) => `${what}: ${times} of ${others}, wanted ${100 * part} %`)
  }

  get memoryMax(): number {
    return Math.max(...this.#memory.map(({ bytes }) => bytes))
  }

  get memoryGrowth(): number {
    const warm = Math.max(...this.#memory.filter(({ at }) => at <= 0.2).map(({ bytes }) => bytes))
    return this.#memory.at(-1)!.bytes - warm
  }

  rows(): readonly (readonly [string, string])[] {
    const { counts } = this.#charges
    const shown = (times: number): string => `${times} (${((100 * times) / this.requests).toFixed(1)} %)`
    const sorted = (counted: ReadonlyMap<string, number>) => [...counted].sort(([a], [b]) => (a < b ? -1 : 1))
    const mib = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MiB`
    return [
      ['requests', `${this.requests}`],
      ['with a valid credential', shown(this.valid)],
      ...sorted(this.#kinds).map(([kind, times]) => [`  ${kind}`, shown(times)] as const),
      ...sorted(this.#answers).map(([answer, times]) => [answer, shown(times)] as const),
      ['successes with their one debit (E7)', `${counts.successes}`],
      ['other answers, without a debit (E8)', `${counts.others}`],
      ['debits of requests without an answer', `${counts.unansweredDebits}`],
      ['resident', `${mib(this.memoryMax)} at most, ${mib(this.memoryGrowth)} more than after a fifth`],
    ]
  }
}
