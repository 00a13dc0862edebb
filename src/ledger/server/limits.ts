/** The recovery hold of an account: its units that may be undecided at any time, over all servers. */
export const HOLD_MAX = 100

/** The places in the books. Only a server with a place charges. */
export const SERVERS_MAX = 10
