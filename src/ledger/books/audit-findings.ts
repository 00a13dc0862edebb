import type { AuditReport } from './audit-report.ts'
import type { Difference } from './difference.ts'

/** A report lists at most this many: a thousand differences have one cause. */
const DIFFERENCES_LISTED = 1000

/** Collects the differences that an audit finds. */
export class Findings {
  readonly #listed: Difference[] = []
  readonly #broken = new Map<string | null, Set<string>>()
  #total = 0

  add(found: Difference | undefined): void {
    if (found === undefined) return
    this.#total++
    if (this.#listed.length < DIFFERENCES_LISTED) this.#listed.push(found)
    // A missing or altered archive file does not contradict what the books have verified.
    if (found.rule === 'archive') return
    const { account, rule, period } = found
    const broken = this.#broken.getOrInsertComputed(account, () => new Set())
    broken.add(period === null ? rule : `${rule} of ${period}`)
  }

  addAll(found: readonly (Difference | undefined)[]): void {
    for (const one of found) this.add(one)
  }

  report(): Pick<AuditReport, 'differences' | 'differencesTotal' | 'failed' | 'broken'> {
    const failed = this.#broken.has(null) ? 'all' : ([...this.#broken.keys()] as string[]).sort()
    const broken = [...this.#broken].map(([account, rules]) => ({ account, rules: [...rules].sort() }))
    return { differences: this.#listed, differencesTotal: this.#total, failed, broken }
  }
}
