/**
 * The largest hold of an account in one month, over all nodes and crashes. The contract with the customer says so.
 */
export const HOLD_MAX = 100

/**
 * The least exposure of a grant while the hold has room: less would make each request of ten units go alone. The
 * exposure itself is the hold's limit, shared by the living nodes and one that may join.
 */
export const EXPOSURE_MIN = 10

/** Without a heartbeat for this long a node has no lease: any node may close its grants. */
export const LEASE_MS = 15_000

/** A month's grants may be settled this long after its end: time for the longest request and a slow node. */
export const SETTLING_MS = 60_000

/** A clock that leapt to shortly before the end of a month is trusted when it has run steadily for this long. */
export const STEADY_MS = 120_000

/** A machine's clock and its time server differ by less. */
export const CLOCK_LEAP_MS = 60_000

/**
 * A month is closed for good when ledger time has run for this long after the month's end, without a doubt of the
 * clock. Until then the ledger can return to the month: a server may start with a clock that is ahead, and clocks are
 * corrected within this time.
 */
export const FINAL_MS = 86_400_000

/** A month may begin this much later at the database than at a node. */
export const EARLY_MS = 2_000

/**
 * Nodes prepare grants of the next month in the last hour of a month. For the audit an earlier change of the
 * allowance does not belong to the next month.
 */
export const PREPARE_MS = 3_600_000

/** How long a recall of unused units lasts. A node answers at its next heartbeat, a quarter of a second later. */
export const RECALL_MS = 2_000

/** The largest allowance. Sums of allowances stay exact numbers. */
export const ALLOWANCE_MAX = 1_000_000_000_000

/** How often a node tries again while rows of an account are damaged. The operator has to repair them first. */
export const DAMAGED_MS = 1_000
