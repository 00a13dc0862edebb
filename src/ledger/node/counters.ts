/** What can happen in a node, counted: the metrics of the service, and the proof that the simulation has been everywhere. */
export const COUNTERS = {
  batches: 'Batches written.',
  debits: 'Debits written and acknowledged.',
  withdrawn: 'Charges withdrawn before they were written: the client had left, or the deadline had passed.',
  grants_opened: 'Grants opened.',
  grants_grown: 'Grants made larger.',
  grants_closed: 'Grants closed by this node.',
  grants_swept: 'Own grants that somebody else had closed.',
  units_returned: 'Calls by other nodes that were answered with unused units.',
  recall_waits: 'Requests that waited for units that other nodes had.',
  refused_monthly: 'Requests refused because the month is sold out.',
  refused_busy: 'Requests refused because the last units were in other hands.',
  exposure_waits: 'Debits that waited for a later batch, so that no more than a hold can be lost.',
  commits_unknown: 'Commits whose answer was lost.',
  commits_found: 'Lost commits that had happened.',
  commits_repeated: 'Lost commits that had not happened and were repeated.',
  commits_tombstoned: 'Lost commits that were given up, and kept from happening.',
  commits_refused: 'Batches that the books refused because a grant was closed.',
  voids: 'Debits taken back because their request had failed.',
  late_debits: 'Charges that failed at their deadline while their batch was being written.',
  disk_full: 'Batches refused by a full disk.',
  intents_failed: 'Requests left without an answer, because not even the doubt could be written.',
  held_acknowledged: 'Debits of closed grants that were acknowledged after all.',
  grants_lost_closed: "Lost nodes' grants closed by this one.",
  sweeps_failed: 'Grants and months that could not be closed because their rows are damaged.',
  units_held: 'Units made a hold.',
  units_clipped: 'Units that fit into no hold.',
  periods_ended: 'Months closed.',
  rollovers_in_flight: 'Grants retired at the end of a month with requests in flight.',
  clock_doubts: 'Times the clock was not believed.',
  clock_returns: 'Times ledger time went back to an earlier month.',
  recovered_grants: 'Grants of an earlier life of this node that were settled.',
  recovered_voids: 'Void intents of an earlier life that were carried out.',
} as const satisfies Readonly<Record<string, string>>

export type Counter = keyof typeof COUNTERS

export type Count = (counter: Counter, by?: number) => void
