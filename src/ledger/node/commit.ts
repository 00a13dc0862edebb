import { DatabaseError, type DatabaseErrorReason } from '../../storage/storage.ts'
import type { GrantUse, PostOutcome } from '../books/rows.ts'
import { findBadGrants } from './bad-grants.ts'
import type { BatchWriterPorts } from './batch-writer.ts'
import type { HeldGrant } from './held-grant.ts'
import { type PendingBatch, refuseAll } from './pending-batch.ts'
import type { PendingCharge } from './pending-charge.ts'
import { UNAVAILABLE, UNTRUSTED } from './refusals.ts'
import { backoffMs, pause } from './until-known.ts'
import { voidFailed } from './void-failed.ts'

export interface CommitEnd {
  /** `written`: the number is used, by the batch or by its tombstone. `not_written`: the database could not. `refused`: not with some of its grants. */
  readonly outcome: 'written' | 'not_written' | 'refused'
  /** Charges that are certainly not in the books, and may be sent again. */
  readonly again: readonly PendingCharge[]
}

/** The batch, or an empty one that takes its number. */
type Sent = 'batch' | 'tombstone'

/**
 * Brings one batch to an end that is known. While the answer to a commit is missing, the same batch is sent again under the same key: the books have it once
 * or not at all. Clients that cannot wait so long fail their charges by themselves; their lines are void should they turn up. When all of them have failed, or the
 * books refuse the batch after all, its place is taken by a tombstone.
 */
export async function commit(ports: BatchWriterPorts, pending: PendingBatch): Promise<CommitEnd> {
  const uses = grantUses(pending.charges)
  let mustCompare = false
  for (let tries = 0; ; tries++) {
    const sent: Sent = pending.isAbandoned && !mustCompare ? 'tombstone' : 'batch'
    const answer = await post(ports, pending, { uses, sent })
    if (answer instanceof DatabaseError) {
      if (!pending.isInDoubt) return notWritten(ports, pending, answer)
      await pause(ports.timers, backoffMs(tries))
    } else if (answer.outcome === 'refused' && pending.isInDoubt) {
      // A second time it is not for its grants: these books have lost the batch before, which the next heartbeat finds.
      if (pending.isGivenUp) {
        if (pending.damage !== undefined) ports.damaged(pending.damage)
        await pause(ports.timers, backoffMs(tries))
      }
      pending.isGivenUp = true
    } else if (answer.outcome === 'refused') return await refused(ports, pending, uses)
    else if (answer.outcome === 'differs') return differs(ports, pending)
    else {
      const isThere: boolean = answer.outcome === 'found' ? 0 < answer.lines : sent === 'batch'
      // Is what was found under the number this batch? Only the batch itself can be compared with it.
      mustCompare = isThere && sent === 'tombstone'
      if (!mustCompare) return await known(ports, pending, { uses, outcome: answer.outcome, isThere })
    }
  }
}

const REFUSALS: ReadonlySet<DatabaseErrorReason> = new Set(['constraint', 'refused', 'damaged'])

/** A fault that says something of the rows is a refusal. The outcome of one may be unknown: PostgreSQL ends the connection over a page that it cannot read. */
async function post(
  ports: BatchWriterPorts,
  pending: PendingBatch,
  { uses, sent }: { readonly uses: readonly GrantUse[]; readonly sent: Sent },
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

interface Known {
  readonly uses: readonly GrantUse[]
  readonly outcome: 'done' | 'found'
  /** Else a tombstone has its place. */
  readonly isThere: boolean
}

async function known(
  ports: BatchWriterPorts,
  pending: PendingBatch,
  { uses, outcome, isThere }: Known,
): Promise<CommitEnd> {
  if (pending.isInDoubt)
    ports.count(!isThere ? 'commits_tombstoned' : outcome === 'found' ? 'commits_found' : 'commits_repeated')
  ports.written(pending.batch.seq)
  if (isThere) {
    await acknowledge(ports, pending, uses)
    pending.known()
    return { outcome: 'written', again: [] }
  }
  const again = pending.unseal()
  pending.known()
  if (pending.isGivenUp) {
    ports.count('commits_refused')
    await findBadGrants(ports, pending.charges, uses)
    return { outcome: 'written', again }
  }
  // The tombstone was not asked for: a later incarnation of this node has given the batch up, or the books are an older copy that had the number before.
  refuseAll(again, UNAVAILABLE)
  return { outcome: 'written', again: [] }
}

/** Nothing was written. On a full disk every charge is refused. */
function notWritten(ports: BatchWriterPorts, pending: PendingBatch, { reason }: DatabaseError): CommitEnd {
  const again = pending.unseal()
  if (reason !== 'full') return { outcome: 'not_written', again }
  ports.count('disk_full')
  refuseAll(again, UNAVAILABLE)
  return { outcome: 'not_written', again: [] }
}

/** Nothing of the batch is in the books. The rest of it goes without the grants that cannot be charged. */
async function refused(ports: BatchWriterPorts, pending: PendingBatch, uses: readonly GrantUse[]): Promise<CommitEnd> {
  ports.count('commits_refused')
  const again = pending.unseal()
  const bad = await findBadGrants(ports, pending.charges, uses)
  if (bad === 0 && pending.damage !== undefined) {
    // It is in no account's rows.
    ports.damaged(pending.damage)
    refuseAll(again, UNTRUSTED)
    return { outcome: 'not_written', again: [] }
  }
  return { outcome: bad === 0 ? 'not_written' : 'refused', again }
}

/** Another batch has its number: these are not the books that this node has written. */
function differs(ports: BatchWriterPorts, pending: PendingBatch): CommitEnd {
  ports.written(pending.batch.seq)
  refuseAll(pending.unseal(), UNAVAILABLE)
  pending.known()
  ports.differs(pending.key)
  return { outcome: 'written', again: [] }
}

async function acknowledge(ports: BatchWriterPorts, pending: PendingBatch, uses: readonly GrantUse[]): Promise<void> {
  const failed = new Set<PendingCharge>()
  for (const charge of pending.charges) {
    // The charge is durable: its client needs to wait for nothing that follows.
    if (charge.settle() === 'settled') charge.charged()
    else failed.add(charge)
  }
  ports.count('batches')
  ports.count('debits', pending.charges.length - failed.size)
  const acked = new Map(uses.map((use) => [use.grant, use.acked]))
  for (const held of new Set(pending.charges.map(({ held }) => held))) held.reported({ acked: acked.get(held.id)! })
  // Before anything of the batch is acknowledged in the books: there the first lines of a grant that are not void count as acknowledged.
  if (failed.size === 0) for (const charge of pending.charges) pending.settleWritten(charge)
  else await voidFailed(ports, pending, failed)
}

/** What the batch takes of each grant, and how much of each is acknowledged by now. */
function grantUses(charges: readonly PendingCharge[]): GrantUse[] {
  const units = new Map<HeldGrant, number>()
  for (const charge of charges) units.set(charge.held, (units.get(charge.held) ?? 0) + charge.units)
  return [...units].map(([held, sum]) => ({ grant: held.id, units: sum, acked: held.acked }))
}
