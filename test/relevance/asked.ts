/** What a seeded query asks for, in parts: so that the judge need not read it as an engine must. */
export type Asked =
  | { readonly form: 'ico'; readonly digits: string }
  | {
      /** The town may be among the words. */
      readonly form: 'name'
      readonly isMistyped: boolean
    }
  | {
      readonly form: 'house'
      readonly number: string
      readonly road: string
      /** Without the typo that was made. */
      readonly meantRoad: string
      /** Empty: not typed. */
      readonly town: string
      /** The last word of the town is only begun. */
      readonly isTownBegun: boolean
      readonly postalCode: string | null
    }
  | { readonly form: 'street'; readonly road: string; readonly town: string }
