import { monthOf } from '../calendar.ts'
import { DaysOfMonth } from '../statement.ts'
import type { MonthSum, SubjectDay } from '../tables/audits.ts'
import type { BatchRow } from '../tables/batches.ts'
import { batchHash, type ChainEnd, chainStart, scanLines } from '../tables/lines.ts'
import type { SubjectRow } from '../tables/subjects.ts'
import type { Findings } from './difference.ts'

/** The sums of verified lines, by account and month, and by subject and day. */
export class Sums {
  readonly #months = new Map<string, { period: string; account: string; units: number }>()
  readonly #days = new Map<string, { period: string; subject: number; day: string; units: number; requests: number }>()
  lines = 0

  add(place: { period: string; day: string; subject: number; account: string }, units: number): void {
    const { period, day, subject, account } = place
    this.lines++
    this.#months.getOrInsertComputed(`${period} ${account}`, () => ({ period, account, units: 0 })).units += units
    const ofDay = this.#days.getOrInsertComputed(`${day} ${subject} ${period}`, () => {
      return { period, subject, day, units: 0, requests: 0 }
    })
    ofDay.units += units
    ofDay.requests++
  }

  get size(): number {
    return this.#days.size
  }

  months(): MonthSum[] {
    return [...this.#months.values()]
  }

  days(): SubjectDay[] {
    return [...this.#days.values()]
  }
}

/** Verifies the batches of one incarnation in order, and adds their lines up. A damaged batch is passed and named. */
export class ChainVerifier {
  readonly #incarnation: number
  readonly #subjects: ReadonlyMap<number, SubjectRow>
  readonly #findings: Findings
  #days: { readonly period: string; readonly days: DaysOfMonth } | undefined
  end: ChainEnd

  constructor(
    incarnation: number,
    from: ChainEnd | undefined,
    { subjects, findings }: { readonly subjects: ReadonlyMap<number, SubjectRow>; readonly findings: Findings },
  ) {
    this.#incarnation = incarnation
    this.#subjects = subjects
    this.#findings = findings
    this.end = from ?? chainStart(incarnation)
  }

  verify(batch: BatchRow, sums: Sums): void {
    const { seq, hash, period, atMs, lines } = batch
    const findings = this.#findings
    if (seq !== this.end.seq + 1) findings.batch('gap', batch, 'its number', seq, 'the one before it', this.end.seq)
    else {
      const computed = batchHash(this.end, this.#incarnation, lines)
      if (Buffer.compare(computed, hash) !== 0)
        findings.batch('chain', batch, 'its hash', hash.toHex(), 'computed', computed.toHex())
    }
    this.end = { seq, hash, period, atMs }
    const month = monthOf(period)
    if (month === undefined) {
      findings.batch('lines', batch, 'its month', period, 'expected', 'a month')
      return
    }
    if (this.#days?.period !== period) this.#days = { period, days: new DaysOfMonth(month) }
    const day = this.#days.days.dayOf(atMs)
    const isWhole = scanLines(lines, (subject, units) => {
      const owner = this.#subjects.get(subject)
      if (owner === undefined) findings.batch('owner', batch, 'a subject', subject, 'which is', 'unknown')
      else sums.add({ period, day, subject, account: owner.account }, units)
    })
    if (!isWhole) findings.batch('lines', batch, 'its packed lines', 'damaged', 'expected', 'whole')
  }
}
