/** How one part of what was given agrees with a record. */
export type PartResult = 'equal' | 'written otherwise' | 'typing error' | 'missing' | 'added' | 'conflict'

/** Lists of results for rules. */
export const SAME: readonly PartResult[] = ['equal']
export const AS_WRITTEN: readonly PartResult[] = ['equal', 'written otherwise']
export const ALIKE: readonly PartResult[] = [...AS_WRITTEN, 'typing error']

/** What is certain of a row. `README.md` says what each means. */
export type Status =
  | 'exact'
  | 'corrected'
  | 'completed'
  | 'street'
  | 'town'
  | 'ambiguous'
  | 'conflict'
  | 'ended'
  | 'none'
  | 'skipped'

/** The results of the parts that were given or that a record adds. A part that neither has is absent. */
export type PartResults<Part extends string, Result extends string = PartResult> = Readonly<
  Partial<Record<Part, Result>>
>

export interface Comparison<Part extends string, Result extends string = PartResult> {
  readonly parts: PartResults<Part, Result>
  readonly status: Status
  /** 0 to 100. A house or company below `CERTAIN` is not one. */
  readonly score: number
  /** The score but for what is missing: a record is not less likely because a part was not given. */
  readonly fit: number
}

/** The lowest score of a house or a company that is picked. */
export const CERTAIN = 70

type Lists<Part extends string, Result extends string> = Readonly<Partial<Record<Part, readonly Result[]>>>

export interface Rules<Part extends string, Result extends string = PartResult> {
  /** The first one that fits all results gives the status. A part without a list may have any result. */
  readonly statuses: readonly {
    readonly status: Status
    /** A part that neither the record nor the text has fits these lists. */
    readonly allows?: Lists<Part, Result>
    /** The same for parts that must be there. */
    readonly requires?: Lists<Part, Result>
  }[]
  /** What each result takes from 100. */
  readonly penalties: Readonly<Record<Part, Readonly<Partial<Record<Result, number>>>>>
}

export function applyRules<Part extends string, Result extends string>(
  { statuses, penalties }: Rules<Part, Result>,
  parts: PartResults<Part, Result>,
): Omit<Comparison<Part>, 'parts'> {
  const { status } = statuses.find(({ allows, requires }) => fits(parts, allows, true) && fits(parts, requires, false))!
  let [score, fit] = [100, 100]
  for (const [part, result] of Object.entries(parts) as [Part, Result][]) {
    const penalty = penalties[part][result] ?? 0
    score -= penalty
    if (result !== 'missing') fit -= penalty
  }
  return { status, score: Math.max(0, score), fit }
}

function fits<Part extends string, Result extends string>(
  parts: PartResults<Part, Result>,
  lists: Lists<Part, Result> | undefined,
  mayBeAbsent: boolean,
): boolean {
  for (const part in lists) {
    const result = parts[part]
    if (result === undefined ? !mayBeAbsent : !lists![part]!.includes(result)) return false
  }
  return true
}
