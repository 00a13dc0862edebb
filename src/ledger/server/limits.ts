/** The recovery hold of an account: its units that may be undecided at any time, over all servers. */
export const HOLD_MAX = 100

/** With more servers the hold has no bound. */
export const SERVERS_MAX = 10

/** The units of an account that a server may always commit at once. */
export const WINDOW_MIN = HOLD_MAX / SERVERS_MAX
