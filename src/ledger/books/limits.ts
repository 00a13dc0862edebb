/** Units that may stand as a hold per account and period, over all nodes and crashes: the contract with the customer says so. */
export const HOLD_MAX = 100

/**
 * What one grant may leave unacknowledged when its node is lost: the hold's limit shared by the nodes that are alive and one that may come. But never so
 * little that a request of ten units would have to go alone, as long as the hold has room.
 */
export const EXPOSURE_MIN = 10

/** After this time without a heartbeat any node may close a node's grants. */
export const LEASE_MS = 15_000

/** A period's grants may be settled this long after its end: the longest request, and a node that was slow. */
export const SETTLING_MS = 60_000

/**
 * A node ends a month only after it has seen the books' clock go on steadily for so long: one that starts while that clock has leapt ahead believes it, and a
 * month that was ended stays so. Machines set their clocks by a time server within this time of their start.
 */
export const STEADY_MS = 120_000

/** The clocks of one machine and its time server differ by less. */
export const CLOCK_LEAP_MS = 60_000

/**
 * A month is closed for good when the ledger's time has gone on for so long after its end, counted in the books, without a doubt of the clock. Until then
 * the ledger can return to it: a clock that is ahead when a server starts is believed, and is put right within this time.
 */
export const FINAL_MS = 86_400_000

/** A month that a node believes has begun may begin this much later for the database. */
export const EARLY_MS = 2_000

/**
 * Grants of the next month are prepared in the last hour of a month. Not earlier: a change of the allowance that is made longer before a month
 * begins is none of that month to the audit.
 */
export const PREPARE_MS = 3_600_000

/** How long a call for unused units stands. A node answers at its next heartbeat, a quarter of a second later. */
export const RECALL_MS = 2_000

/** The largest allowance that can be set: sums of it stay exact. */
export const ALLOWANCE_MAX = 1_000_000_000_000
