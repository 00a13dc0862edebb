/** How one part of what was given agrees with a record. */
export type PartResult = 'equal' | 'written otherwise' | 'typing error' | 'missing' | 'added' | 'conflict'

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
export type PartResults<Part extends string> = Readonly<Partial<Record<Part, PartResult>>>

export interface Comparison<Part extends string> {
  readonly parts: PartResults<Part>
  readonly status: Status
  /** 0 to 100. A house or company below `CERTAIN` is not one. */
  readonly score: number
  /** The score but for what is missing: a record is not less likely because a part was not given. */
  readonly fit: number
}

/** The lowest score of a house or a company that is picked. */
export const CERTAIN = 70
