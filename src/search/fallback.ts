/** The part of a query that was left out. The API names it in `meta.warnings`. */
export type LeftOut = 'flat_left_out' | 'postal_code_left_out' | 'words_left_out'

/** The way to find hits for a text that nothing fits as it is. */
export interface Fallback<Name extends string = string> {
  /** `explain` and the metrics name it. */
  readonly name: Name
  readonly leavesOut: readonly LeftOut[]
}
