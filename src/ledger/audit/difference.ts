import { type BatchKey, formatBatchKey } from '../tables/batches.ts'
import { JOURNAL, type NewDoubt } from '../tables/doubts.ts'

/**
 * What the audit compares. `spent`: the units of a month are the sum of its lines. `days`: the sums by day are those of
 * the lines. `credits`: the credits of a month are those that were recorded. `chain`: a batch is what its hash says.
 * `gap`: the batches of an incarnation are numbered 1, 2, 3, … `lines`: a batch can be read. `owner`: its subjects are
 * known.
 */
export type Rule = 'spent' | 'days' | 'credits' | 'chain' | 'gap' | 'lines' | 'owner'

/** Two values in the books that should agree and do not. */
export interface Difference {
  readonly rule: Rule
  /** Null: the account is not known. */
  readonly account: string | null
  readonly period: string | null
  readonly batch: BatchKey | null
  readonly what: string
  readonly is: number | string
  readonly against: string
  readonly shouldBe: number | string
}

/** `spent: acme 2026-11: its count is 12, its lines sum up to 11` */
export function formatDifference({ rule, account, period, batch, what, is, against, shouldBe }: Difference): string {
  const month = [account, period].filter((part) => part !== null).join(' ')
  const place = [...(month === '' ? [] : [month]), ...(batch === null ? [] : [formatBatchKey(batch)])]
  return `${[rule, ...(place.length === 0 ? [] : [place.join(', ')])].join(': ')}: ${what} is ${is}, ${against} ${shouldBe}`
}

/** Batches that differ belong to no account; once examined they stay resolved. */
export function toDoubts(differences: readonly Difference[]): NewDoubt[] {
  return differences.map((difference) => {
    const { account } = difference
    return { account, reason: account === null ? JOURNAL : 'audit', detail: formatDifference(difference) }
  })
}

export interface AuditReport {
  /** `new`: what no audit has read before. */
  readonly depth: 'new' | 'full'
  readonly checked: { readonly accountMonths: number; readonly batches: number; readonly lines: number }
  readonly differencesTotal: number
  /** The first of them, and the first of each account. */
  readonly differences: readonly Difference[]
  /** The accounts in which something differs. `all`: it belongs to no account. */
  readonly failed: 'all' | readonly string[]
}

/** Beyond it, only the first difference of each account is listed: each of them becomes a doubt. */
const LISTED_MAX = 100

export class Findings {
  readonly #differences: Difference[] = []
  readonly #accounts = new Set<string>()
  #total = 0
  #taken = 0
  #isGeneral = false

  add(difference: Difference): void {
    this.#total++
    const isFirst = difference.account !== null && !this.#accounts.has(difference.account)
    if (isFirst || this.#differences.length < LISTED_MAX) this.#differences.push(difference)
    if (difference.account === null) this.#isGeneral = true
    else this.#accounts.add(difference.account)
  }

  batch(rule: Rule, batch: BatchKey, what: string, is: number | string, against: string, shouldBe: number | string) {
    this.add({ rule, account: null, period: null, batch, what, is, against, shouldBe })
  }

  /** Those that were not taken before. */
  take(): readonly Difference[] {
    const from = this.#taken
    this.#taken = this.#differences.length
    return this.#differences.slice(from)
  }

  report(depth: AuditReport['depth'], checked: AuditReport['checked']): AuditReport {
    return {
      depth,
      checked,
      differencesTotal: this.#total,
      differences: this.#differences,
      failed: this.#isGeneral ? 'all' : [...this.#accounts].sort(),
    }
  }
}
