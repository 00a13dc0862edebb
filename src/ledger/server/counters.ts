/**
 * Everything that a server's ledger counts: metrics of the service, and proof that the simulation reaches each case.
 */
export const COUNTERS = {
  batches: 'Batches written.',
  debits: 'Debits written and acknowledged.',
  withdrawn: 'Charges withdrawn before they were written, because the client left or the deadline passed.',
  refused_monthly: 'Charges refused because the month was used up; what a worker refuses by itself is not counted.',
  batches_refused: 'Batches refused because an account was used up, suspended or unknown; the rest was written again.',
  commits_unknown: 'Commits whose answer was lost.',
  commits_found: 'Commits that had happened though their answer was lost.',
  commits_repeated: 'Commits whose answer was lost, that had not happened and were repeated.',
  commits_cancelled: 'Commits whose answer was lost, that had not happened and whose number an empty batch took.',
  commits_abandoned: 'Commits whose outcome the books would not show; the server began a new incarnation.',
  late_debits: 'Charges whose deadline passed while their batch was being written, and that stand.',
  disk_full: 'Batches that a full disk did not take.',
  accounts_locked: 'Times an account was refused because another program holds its row.',
  accounts_damaged: 'Accounts doubted because the books refuse their rows.',
  subjects_moved: 'Subjects that got another number because the books have another subject under the first.',
  batches_put_back: 'Batches put back into older books.',
  incarnations: 'Incarnations begun.',
} as const satisfies Readonly<Record<string, string>>

export type Counter = keyof typeof COUNTERS

export type Count = (counter: Counter, by?: number) => void
