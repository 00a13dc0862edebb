/** What a seeded query asks for, in parts: so that the judge need not read it as an engine must. */
export type Asked =
  | { readonly form: 'ico'; readonly digits: string }
  | {
      readonly form: 'name'
      /** Without the typo that was made; the town may be among the words. */
      readonly meant: string
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
