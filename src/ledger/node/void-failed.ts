import type { HeldGrant } from './held-grant.ts'
import type { PendingBatch } from './pending-batch.ts'
import type { CommitPorts, Debit } from './poster.ts'
import { pause, untilKnown } from './until-known.ts'

/** How often it is tried again where an account is damaged: somebody has to put that right first. */
const DAMAGED_MS = 1_000

/**
 * Makes the lines void whose requests have failed, and then settles every debit of the batch. What cannot be made void keeps its note on the disk, and
 * its grant is written to no more: what was acknowledged of it after such a line would let the line itself count as acknowledged.
 */
export async function voidFailed(
  ports: CommitPorts,
  pending: PendingBatch,
  settle: (debit: Debit) => void,
): Promise<void> {
  if ((await makeVoid(ports, pending, [...pending.failed])) === 'done') {
    pending.debits.forEach(settle)
    return
  }
  for (const [held, debits] of Map.groupBy(pending.debits, (debit) => debit.held)) {
    const failed = debits.filter((debit) => pending.failed.has(debit))
    const end = (): void => debits.forEach(settle)
    if (failed.length === 0 || (await makeVoid(ports, pending, failed)) === 'done') end()
    else void whenPutRight(ports, pending, { held, failed }).then(end)
  }
}

async function makeVoid(ports: CommitPorts, pending: PendingBatch, failed: readonly Debit[]) {
  const ids = failed.map(({ requestId }) => requestId)
  const outcome = await untilKnown(ports.timers, () => ports.books.voidLines(pending.key, ids))
  if (outcome === 'damaged') return outcome
  ports.count('voids', failed.length)
  pending.forget(failed)
  return outcome
}

/** The other accounts do not wait for it. If this life ends before, the next one reads the notes. */
async function whenPutRight(
  ports: CommitPorts,
  pending: PendingBatch,
  { held, failed }: { readonly held: HeldGrant; readonly failed: readonly Debit[] },
): Promise<void> {
  held.voidsDue++
  do await pause(ports.timers, DAMAGED_MS)
  while ((await makeVoid(ports, pending, failed)) === 'damaged')
  held.voidsDue--
}
