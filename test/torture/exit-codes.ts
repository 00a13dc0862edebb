/** A charging process could not open the ledger. */
export const NOT_OPENED = 70

/** The ledger did not answer its charging process. */
export const STUCK = 71
