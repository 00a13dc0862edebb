import type { BatchKey } from './rows.ts'

/** The equations that can be checked on one state of the books (`equations.ts`). */
export type Equation = 'E1' | 'E2' | 'E3' | 'E4' | 'E5' | 'E6' | 'E10'

/**
 * The equations, and what must hold so that they mean anything.
 * `chain`: a batch is what its hash says.
 * `gap`: the batches of an incarnation are numbered 1, 2, 3, …
 * `owner`: a line takes units of a grant of its own node, and its subject belongs to the grant's account.
 * `line state`: a state row belongs to a line that exists.
 * `twice`: a request has one line.
 * `orphan`: a row names an account or month that exists.
 * `allowance`: the allowances in force are those that were set.
 * `month`: a month begins and ends when its name says.
 * `checkpoint`: the journal gives the sums that an earlier audit stored.
 * `archive`: archived batches are in their file, unchanged.
 */
export type Rule =
  | Equation
  | 'chain'
  | 'gap'
  | 'owner'
  | 'line state'
  | 'twice'
  | 'orphan'
  | 'allowance'
  | 'month'
  | 'checkpoint'
  | 'archive'

/** Two values in the books that should agree and do not. */
export interface Difference {
  readonly rule: Rule
  /** Null: the account is not known. */
  readonly account: string | null
  readonly period: string | null
  readonly grant: number | null
  readonly batch: BatchKey | null
  /** The compared value: `confirmed`. */
  readonly what: string
  readonly is: number | string
  /** What it is compared with: `its closed grants acknowledged`. */
  readonly against: string
  readonly shouldBe: number | string
}

type DifferenceLocation = Partial<Pick<Difference, 'account' | 'period' | 'grant' | 'batch'>>
type Comparison = Pick<Difference, 'what' | 'is' | 'against' | 'shouldBe'>

/** Undefined if the two values agree. */
export function findDifference(rule: Rule, place: DifferenceLocation, comparison: Comparison): Difference | undefined {
  return comparison.is === comparison.shouldBe ? undefined : makeDifference(rule, place, comparison)
}

export function makeDifference(rule: Rule, place: DifferenceLocation, comparison: Comparison): Difference {
  const { account = null, period = null, grant = null, batch = null } = place
  return { rule, account, period, grant, batch, ...comparison }
}

/** A difference to a row or file that must be present. */
export function makeMissing(rule: Rule, place: DifferenceLocation, what: string, against: string): Difference {
  return makeDifference(rule, place, { what, is: 'missing', against, shouldBe: 'present' })
}

/** `batch 36 of incarnation 4` */
export function formatBatchKey({ incarnation, seq }: BatchKey): string {
  return `batch ${seq} of incarnation ${incarnation}`
}

/** `E4: acme 2026-11: confirmed is 12, its closed grants acknowledged 11` */
export function formatDifference({
  rule,
  account,
  period,
  grant,
  batch,
  what,
  is,
  against,
  shouldBe,
}: Difference): string {
  const month = [account, period].filter((part) => part !== null).join(' ')
  const place = [
    ...(month === '' ? [] : [month]),
    ...(grant === null ? [] : [`grant ${grant}`]),
    ...(batch === null ? [] : [formatBatchKey(batch)]),
  ]
  return `${[rule, ...(place.length === 0 ? [] : [place.join(', ')])].join(': ')}: ${what} is ${is}, ${against} ${shouldBe}`
}
