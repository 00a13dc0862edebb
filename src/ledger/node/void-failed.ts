import type { BatchWriterPorts } from './batch-writer.ts'
import type { HeldGrant } from './held-grant.ts'
import type { PendingBatch } from './pending-batch.ts'
import type { PendingCharge } from './pending-charge.ts'
import { pause, untilKnown } from './until-known.ts'

/** How often it is tried again where an account is damaged: the operator has to put that right first. */
const DAMAGED_MS = 1_000

/**
 * Makes the lines void whose requests have failed, and then settles every charge of the batch. What cannot be made void keeps its note on the disk, and
 * its grant is written to no more: what was acknowledged of it after such a line would let the line itself count as acknowledged.
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
  const outcome = await untilKnown(ports.timers, () => ports.books.voidLines(pending.key, ids))
  if (outcome === 'damaged') return outcome
  ports.count('voids', failed.length)
  pending.release(failed)
  for (const account of new Set(failed.map(({ actor }) => actor.account))) ports.unitsReturned(account)
  return outcome
}

/** The other accounts do not wait for it. If this incarnation ends before, the next one reads the notes. */
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
