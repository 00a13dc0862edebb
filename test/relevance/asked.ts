/** The parts of a seeded query, so the judge does not have to parse it as an engine does. */
export type Asked =
  | { readonly form: 'ico'; readonly digits: string }
  | {
      /** First letters of a large subject's name. */
      readonly form: 'initials'
      readonly letters: string
    }
  | {
      /** The town may be among the words. */
      readonly form: 'name'
      readonly isMistyped: boolean
    }
  | {
      readonly form: 'house'
      readonly number: string
      readonly road: string
      /** Without the typo. */
      readonly meantRoad: string
      /** Empty: not typed. */
      readonly town: string
      /** The last word of the town is unfinished. */
      readonly isTownBegun: boolean
      readonly postalCode: string | null
      /** Null: not typed. */
      readonly okres: string | null
    }
  | { readonly form: 'street'; readonly road: string; readonly town: string }
