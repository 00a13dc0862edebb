/** A seller that could not open the ledger. */
export const NOT_OPENED = 70

/** A seller whose ledger did not answer it. */
export const STUCK = 71
