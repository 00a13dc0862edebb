import { DatabaseFault } from '../../storage/storage.ts'
import type { GrantUse, PostOutcome } from '../books/rows.ts'
import type { HeldGrant } from './held-grant.ts'
import type { PendingBatch } from './pending-batch.ts'
import type { CommitPorts, Debit } from './poster.ts'
import { backoffMs, pause, untilKnown } from './until-known.ts'
import { voidFailed } from './void-failed.ts'

export interface CommitEnd {
  /** Is the number of the batch used, by the batch or by its tombstone? */
  readonly isWritten: boolean
  /** Debits that are certainly not in the books and have still time. */
  readonly again: readonly Debit[]
}

/**
 * Brings one batch to an end that is known. While the answer to a commit is missing, the same batch is sent again under the same key: the books have
 * it once or not at all. Requests that cannot wait so long are answered with a failure, after a note on this node's disk that their lines are
 * void; when nobody waits any more, the batch's place is taken by a tombstone.
 */
export async function commit(ports: CommitPorts, pending: PendingBatch): Promise<CommitEnd> {
  const { batch, debits } = pending
  const uses = grantUses(debits)
  for (let tries = 0; ; tries++) {
    try {
      const sent = pending.isAbandoned ? 'tombstone' : 'batch'
      pending.sent()
      const outcome = await ports.books.post(
        sent === 'batch' ? batch : { ...batch, lines: [] },
        sent === 'batch' ? uses : [],
      )
      pending.known()
      return await settle(ports, { uses, pending, outcome, sent })
    } catch (error) {
      if (!(error instanceof DatabaseFault)) throw error
      pending.noteFault(error)
      if (pending.isInDoubt) pending.failOverdue()
      else {
        const again = pending.refuseOverdue(error)
        if (again.length < debits.length) return { isWritten: false, again }
      }
      await pause(ports.timers, backoffMs(tries))
    }
  }
}

interface Answered {
  readonly uses: readonly GrantUse[]
  readonly pending: PendingBatch
  readonly outcome: PostOutcome
  readonly sent: 'batch' | 'tombstone'
}

async function settle(ports: CommitPorts, answered: Answered): Promise<CommitEnd> {
  const { pending, outcome, sent } = answered
  if (outcome.outcome === 'refused') {
    await dropClosed(ports, answered)
    return { isWritten: false, again: [] }
  }
  const isThere = outcome.outcome === 'found' ? 0 < outcome.lines : sent === 'batch'
  if (pending.isInDoubt)
    ports.count(!isThere ? 'commits_tombstoned' : outcome.outcome === 'found' ? 'commits_found' : 'commits_repeated')
  ports.written(pending.batch.seq)
  if (isThere) await acknowledge(ports, answered)
  else giveUp(ports, pending)
  if (pending.isInDoubt) ports.doubt('known')
  return { isWritten: true, again: [] }
}

/** A tombstone has its place. Who still waits has not asked for it: a later life of this node has, or the books are an older copy that had the number before. */
function giveUp(ports: CommitPorts, pending: PendingBatch): void {
  for (const debit of pending.debits) {
    ports.settled(debit, 'back')
    if (!pending.failed.has(debit)) debit.answer('unavailable')
  }
  pending.forget(pending.failed)
}

async function acknowledge(ports: CommitPorts, { uses, pending }: Answered): Promise<void> {
  const { failed, debits } = pending
  ports.count('batches')
  ports.count('debits', debits.length - failed.size)
  // They are durable: nobody needs to wait for what follows.
  for (const debit of debits) if (!failed.has(debit)) debit.answer('written')
  const acked = new Map(uses.map((use) => [use.grant, use.acked]))
  for (const held of new Set(debits.map((debit) => debit.held))) held.told({ acked: acked.get(held.id)! })
  // Before anything of the batch is acknowledged in the books: there the first lines of a grant that are not void count as acknowledged.
  const settle = (debit: Debit): void => settleWritten(ports, pending, debit)
  if (failed.size === 0) debits.forEach(settle)
  else await voidFailed(ports, pending, settle)
}

/** A line that is in the books, void or not. */
function settleWritten(ports: CommitPorts, { key, failed }: PendingBatch, debit: Debit): void {
  if (failed.has(debit)) {
    ports.settled(debit, 'back')
    return
  }
  debit.held.acknowledge(key, debit.requestId, debit.units)
  ports.settled(debit, 'spent')
}

/** Some grant of the batch is not ours any more. Nothing of the batch is in the books. */
async function dropClosed(ports: CommitPorts, { uses, pending }: Answered): Promise<void> {
  ports.count('commits_refused')
  // Into the queue before anything is asked: there nobody waits too long, and whose grant turns out to be closed is refused.
  ports.queueAgain(pending.debits.filter((debit) => !pending.failed.has(debit)))
  for (const debit of pending.failed) ports.settled(debit, 'back')
  pending.forget(pending.failed)
  if (pending.isInDoubt) ports.doubt('known')
  const held = new Map(pending.debits.map((debit) => [debit.grant, debit.held]))
  let closed = 0
  for (const { grant } of uses) {
    const row = await untilKnown(ports.timers, () => ports.books.grant(grant))
    if (row?.state === 'open') continue
    held.get(grant)!.isClosedInBooks = true
    closed++
  }
  if (closed === 0) for (const grant of held.values()) ports.contradiction(grant)
}

/** What the batch takes of each grant, and how much of each is acknowledged by now. */
function grantUses(debits: readonly Debit[]): GrantUse[] {
  const units = new Map<HeldGrant, number>()
  for (const debit of debits) units.set(debit.held, (units.get(debit.held) ?? 0) + debit.units)
  return [...units].map(([held, sum]) => ({ grant: held.id, units: sum, acked: held.acked }))
}
