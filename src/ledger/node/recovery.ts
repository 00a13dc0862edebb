import type { IncarnationRow } from '../books/rows.ts'
import type { NodeParts } from './node-parts.ts'
import type { Note } from './ports.ts'
import { retryUntilAnswered } from './retry-until-answered.ts'

interface RecoveryPorts extends Pick<NodeParts, 'books' | 'timers' | 'notes' | 'count'> {
  readonly nowMs: number
}

/**
 * Settles what earlier incarnations of this node left. First the charges that were answered with a failure become void.
 * Then everything else they wrote counts as answered, and their uncharged units are returned. Each step may run twice,
 * so a node that dies in between begins again.
 */
export async function settleEarlierIncarnations(
  ports: RecoveryPorts,
  earlier: readonly IncarnationRow[],
): Promise<void> {
  const { books, timers, notes, count } = ports
  const done: Note[] = []
  for (const batch of Map.groupBy(notes.found, ({ incarnation, seq }) => `${incarnation}/${seq}`).values()) {
    const { incarnation, seq } = batch[0]!
    // These books are an older copy. The notes are kept for the right ones.
    if ((await retryUntilAnswered(timers, () => books.lastSeq(incarnation))) < seq - 1) continue
    // A batch that is still on its way then finds its number taken.
    await retryUntilAnswered(timers, () => books.post({ incarnation, seq, atMs: ports.nowMs, lines: [] }, []))
    const requestIds = batch.map(({ requestId }) => requestId)
    const voided = await retryUntilAnswered(timers, () => books.voidLines({ incarnation, seq }, requestIds))
    // Accounts with such lines are not settled below either: they would be charged.
    if (voided === 'damaged') continue
    count('recovered_voids', batch.length)
    done.push(...batch)
  }
  for (const { incarnation } of earlier) await settleIncarnation(ports, incarnation)
  if (0 < done.length) notes.forget(done)
}

/** Ends an incarnation of this node: everything it wrote that is not void counts as answered. */
export async function settleIncarnation(
  { books, timers, count }: Pick<RecoveryPorts, 'books' | 'timers' | 'count'>,
  incarnation: number,
): Promise<void> {
  const toRecover = () => retryUntilAnswered(timers, () => books.grantsToRecover(incarnation))
  // A delayed message of that incarnation may open a grant until the incarnation has ended.
  for (;;) {
    for (const grant of await toRecover()) {
      if ((await retryUntilAnswered(timers, () => books.recoverGrant(grant))) === 'done') count('recovered_grants')
    }
    // Damaged rows wait for the operator. The next incarnation of this node, or the cleanup of another node, tries
    // again.
    if ((await retryUntilAnswered(timers, () => books.recoverHeld(incarnation))) === 'damaged') return
    if ((await retryUntilAnswered(timers, () => books.endIncarnation(incarnation))) === 'ended') return
    if ((await toRecover()).length === 0) return
  }
}
