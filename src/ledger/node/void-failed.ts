import type { BatchWriterPorts } from './batch-writer-ports.ts'
import type { HeldGrant } from './held-grant.ts'
import type { PendingBatch } from './pending-batch.ts'
import type { PendingCharge } from './pending-charge.ts'
import { pause, retryUntilAnswered } from './retry-until-answered.ts'

/** How often it retries while rows of the account are damaged. The operator has to repair them first. */
const DAMAGED_MS = 1_000

/**
 * Makes the lines of failed requests void, then settles every charge of the batch. A line that cannot become void keeps
 * its note on the disk, and its grant takes no more lines: acknowledging a later line would let this one count as
 * acknowledged.
 */
export async function voidFailed(
  ports: BatchWriterPorts,
  pending: PendingBatch,
  failed: ReadonlySet<PendingCharge>,
): Promise<void> {
  const settle = (charge: PendingCharge): void => {
    if (!failed.has(charge)) pending.settleWritten(charge)
  }
  if ((await makeVoid(ports, pending, [...failed])) === 'done') {
    pending.charges.forEach(settle)
    return
  }
  for (const [held, charges] of Map.groupBy(pending.charges, (charge) => charge.held)) {
    const failedOfGrant = charges.filter((charge) => failed.has(charge))
    const end = (): void => charges.forEach(settle)
    if (failedOfGrant.length === 0 || (await makeVoid(ports, pending, failedOfGrant)) === 'done') end()
    else void whenPutRight(ports, pending, { held, failed: failedOfGrant }).then(end)
  }
}

async function makeVoid(ports: BatchWriterPorts, pending: PendingBatch, failed: readonly PendingCharge[]) {
  const ids = failed.map(({ requestId }) => requestId)
  const outcome = await retryUntilAnswered(ports.timers, () => ports.books.voidLines(pending.key, ids))
  if (outcome === 'damaged') return outcome
  ports.count('voids', failed.length)
  pending.release(failed)
  for (const account of new Set(failed.map(({ actor }) => actor.account))) ports.unitsReturned(account)
  return outcome
}

/** Other accounts do not wait. If this incarnation ends first, the next one reads the notes. */
async function whenPutRight(
  ports: BatchWriterPorts,
  pending: PendingBatch,
  { held, failed }: { readonly held: HeldGrant; readonly failed: readonly PendingCharge[] },
): Promise<void> {
  held.voidsDue++
  do await pause(ports.timers, DAMAGED_MS)
  while ((await makeVoid(ports, pending, failed)) === 'damaged')
  held.voidsDue--
}
