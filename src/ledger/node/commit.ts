import { DatabaseError, type DatabaseErrorReason } from '../../storage/storage.ts'
import type { GrantUse } from '../books/rows.ts'
import type { PostOutcome } from '../books/store.ts'
import { findBadGrants } from './bad-grants.ts'
import type { BatchWriterPorts } from './batch-writer-ports.ts'
import type { HeldGrant } from './held-grant.ts'
import { type PendingBatch, refuseAll } from './pending-batch.ts'
import type { PendingCharge } from './pending-charge.ts'
import { UNAVAILABLE, UNTRUSTED } from './refusals.ts'
import { backoffMs, pause } from './retry-until-answered.ts'
import { voidFailed } from './void-failed.ts'

export interface CommitResult {
  /**
   * `written`: the number is used, by the batch or by its tombstone. `not_written`: the database could not write it.
   * `refused`: the books refused some of its grants.
   */
  readonly outcome: 'written' | 'not_written' | 'refused'
  /** Charges that are certainly not in the books and may be written again. */
  readonly again: readonly PendingCharge[]
}

/** The batch itself, or an empty one that takes its number. */
type Attempt = 'batch' | 'tombstone'

/**
 * Writes one batch until its outcome is known. While a commit is unanswered, the same batch is sent again under the
 * same key: the books have it once or not at all. Clients fail their charges at the deadline; such lines become void if
 * they turn out to be written. When all charges failed, or the books refuse the batch after all, a tombstone takes its
 * number.
 */
export async function commit(ports: BatchWriterPorts, pending: PendingBatch): Promise<CommitResult> {
  const uses = grantUses(pending.charges)
  let mustCompare = false
  for (let tries = 0; ; tries++) {
    const sent: Attempt = pending.isAbandoned && !mustCompare ? 'tombstone' : 'batch'
    const answer = await post(ports, pending, { uses, sent })
    if (answer instanceof DatabaseError) {
      if (!pending.isInDoubt) return handleNotWritten(ports, pending, answer)
      await pause(ports.timers, backoffMs(tries))
    } else if (answer.outcome === 'refused' && pending.isInDoubt) {
      // A second refusal is not about grants: these books have lost the batch before this one. The next heartbeat finds
      // that.
      if (pending.isGivenUp) {
        if (pending.damage !== undefined) ports.damaged(pending.damage)
        await pause(ports.timers, backoffMs(tries))
      }
      pending.isGivenUp = true
    } else if (answer.outcome === 'refused') return await handleRefused(ports, pending, uses)
    else if (answer.outcome === 'differs') return handleDifferent(ports, pending)
    else {
      const isThere: boolean = answer.outcome === 'found' ? 0 < answer.lines : sent === 'batch'
      // Only sending the batch itself shows whether the batch found under its number is this one.
      mustCompare = isThere && sent === 'tombstone'
      if (!mustCompare) return await finishKnown(ports, pending, { uses, outcome: answer.outcome, isThere })
    }
  }
}

const REFUSALS: ReadonlySet<DatabaseErrorReason> = new Set(['constraint', 'refused', 'damaged'])

/**
 * A fault about the rows is a refusal, even with an unknown outcome: PostgreSQL ends the connection over a page that it
 * cannot read.
 */
async function post(
  ports: BatchWriterPorts,
  pending: PendingBatch,
  { uses, sent }: { readonly uses: readonly GrantUse[]; readonly sent: Attempt },
): Promise<PostOutcome | DatabaseError> {
  try {
    if (sent === 'batch') return await ports.books.post(pending.batch, uses)
    return await ports.books.post({ ...pending.batch, lines: [] }, [])
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    pending.noteFault(error)
    return REFUSALS.has(error.reason) ? { outcome: 'refused' } : error
  }
}

interface KnownOutcome {
  readonly uses: readonly GrantUse[]
  readonly outcome: 'done' | 'found'
  /** False: a tombstone has its number. */
  readonly isThere: boolean
}

async function finishKnown(
  ports: BatchWriterPorts,
  pending: PendingBatch,
  { uses, outcome, isThere }: KnownOutcome,
): Promise<CommitResult> {
  if (pending.isInDoubt)
    ports.count(!isThere ? 'commits_tombstoned' : outcome === 'found' ? 'commits_found' : 'commits_repeated')
  ports.written(pending.batch.seq)
  if (isThere) {
    await acknowledge(ports, pending, uses)
    pending.resolveDoubt()
    return { outcome: 'written', again: [] }
  }
  const again = pending.unseal()
  pending.resolveDoubt()
  if (pending.isGivenUp) {
    ports.count('commits_refused')
    await findBadGrants(ports, pending.charges, uses)
    return { outcome: 'written', again }
  }
  // This node sent no tombstone: a later incarnation of it gave the batch up, or the books are an older copy that had
  // the number before.
  refuseAll(again, UNAVAILABLE)
  return { outcome: 'written', again: [] }
}

/** Nothing was written. On a full disk every charge is refused. */
function handleNotWritten(ports: BatchWriterPorts, pending: PendingBatch, { reason }: DatabaseError): CommitResult {
  const again = pending.unseal()
  if (reason !== 'full') return { outcome: 'not_written', again }
  ports.count('disk_full')
  refuseAll(again, UNAVAILABLE)
  return { outcome: 'not_written', again: [] }
}

/** Nothing of the batch is in the books. The other charges go again without the bad grants. */
async function handleRefused(
  ports: BatchWriterPorts,
  pending: PendingBatch,
  uses: readonly GrantUse[],
): Promise<CommitResult> {
  ports.count('commits_refused')
  const again = pending.unseal()
  const bad = await findBadGrants(ports, pending.charges, uses)
  if (bad === 0 && pending.damage !== undefined) {
    // The damage belongs to no account.
    ports.damaged(pending.damage)
    refuseAll(again, UNTRUSTED)
    return { outcome: 'not_written', again: [] }
  }
  return { outcome: bad === 0 ? 'not_written' : 'refused', again }
}

/** Another batch has its number, so these are not the books that this node wrote. */
function handleDifferent(ports: BatchWriterPorts, pending: PendingBatch): CommitResult {
  ports.written(pending.batch.seq)
  refuseAll(pending.unseal(), UNAVAILABLE)
  pending.resolveDoubt()
  ports.differs(pending.key)
  return { outcome: 'written', again: [] }
}

async function acknowledge(ports: BatchWriterPorts, pending: PendingBatch, uses: readonly GrantUse[]): Promise<void> {
  const failed = new Set<PendingCharge>()
  for (const charge of pending.charges) {
    // The charge is durable, so its client need not wait for the rest.
    if (charge.settle() === 'settled') charge.reportCharged()
    else failed.add(charge)
  }
  ports.count('batches')
  ports.count('debits', pending.charges.length - failed.size)
  const acked = new Map(uses.map((use) => [use.grant, use.acked]))
  for (const held of new Set(pending.charges.map(({ held }) => held))) held.markReported({ acked: acked.get(held.id)! })
  // This comes first: the books count the first lines of a grant that are not void as acknowledged.
  if (failed.size === 0) for (const charge of pending.charges) pending.settleWritten(charge)
  else await voidFailed(ports, pending, failed)
}

/** The units that the batch takes of each grant, and how much of it is acknowledged. */
function grantUses(charges: readonly PendingCharge[]): GrantUse[] {
  const units = new Map<HeldGrant, number>()
  for (const charge of charges) units.set(charge.held, (units.get(charge.held) ?? 0) + charge.units)
  return [...units].map(([held, sum]) => ({ grant: held.id, units: sum, acked: held.acked }))
}
