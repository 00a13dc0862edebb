/** What was left out of a query. The API names it in `meta.warnings`. */
export type LeftOut = 'flat_left_out' | 'postal_code_left_out' | 'words_left_out'

/** How the hits of a text were found that nothing fits as it is. */
export interface Fallback<Name extends string = string> {
  /** `explain` and the metrics name it. */
  readonly name: Name
  readonly leavesOut: readonly LeftOut[]
}
