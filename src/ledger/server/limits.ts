/** The recovery hold of an account: its units that may be undecided at any time, over all servers. */
export const HOLD_MAX = 100

/** What a server may always commit at once. Above ten servers the hold has no bound. */
export const WINDOW_MIN = 10
