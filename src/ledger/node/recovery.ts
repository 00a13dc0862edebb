import type { Books } from '../books/books.ts'
import type { IncarnationRow } from '../books/rows.ts'
import type { Count } from './counters.ts'
import type { NodeNotes, Timers, VoidIntent } from './ports.ts'
import { untilKnown } from './until-known.ts'

interface RecoveryPorts {
  readonly books: Books
  readonly timers: Timers
  readonly notes: NodeNotes
  readonly count: Count
  readonly nowMs: number
}

/**
 * Settles what earlier incarnations of this node left. First the charges that were answered with a failure become void. Then everything else they wrote counts
 * as answered, and units that they did not charge go back. Each step may be done twice, so a node that dies in the middle begins again.
 */
export async function recover(ports: RecoveryPorts, earlier: readonly IncarnationRow[]): Promise<void> {
  const { books, timers, notes, count } = ports
  const done: VoidIntent[] = []
  for (const batch of byBatch(notes.found)) {
    const { incarnation, seq } = batch[0]!
    // These books are behind: an older copy was put back. The notes are kept for the right ones.
    if ((await untilKnown(timers, () => books.lastSeq(incarnation))) < seq - 1) continue
    // If the batch is still on its way it finds its place taken.
    await untilKnown(timers, () => books.post({ incarnation, seq, atMs: ports.nowMs, lines: [] }, []))
    const requestIds = batch.map(({ requestId }) => requestId)
    const voided = await untilKnown(timers, () => books.voidLines({ incarnation, seq }, requestIds))
    // Whose lines these may be is not settled below either: they would be charged.
    if (voided === 'damaged') continue
    count('recovered_voids', batch.length)
    done.push(...batch)
  }
  for (const { incarnation } of earlier) await settleLife(ports, incarnation)
  if (0 < done.length) notes.forget(done)
}

/** Ends an incarnation of this node: everything it wrote that is not void counts as answered. */
export async function settleLife(
  { books, timers, count }: Pick<RecoveryPorts, 'books' | 'timers' | 'count'>,
  incarnation: number,
): Promise<void> {
  const toRecover = () => untilKnown(timers, () => books.grantsToRecover(incarnation))
  // A message of that incarnation that was still under way may open a grant until it has ended.
  for (;;) {
    for (const grant of await toRecover()) {
      if ((await untilKnown(timers, () => books.recoverGrant(grant))) === 'done') count('recovered_grants')
    }
    // Damaged rows wait for the operator. Then the next incarnation of this node tries again, or a node that sweeps.
    if ((await untilKnown(timers, () => books.recoverHeld(incarnation))) === 'damaged') return
    if ((await untilKnown(timers, () => books.endIncarnation(incarnation))) === 'ended') return
    if ((await toRecover()).length === 0) return
  }
}

function byBatch(intents: readonly VoidIntent[]): VoidIntent[][] {
  const batches = new Map<string, VoidIntent[]>()
  for (const intent of intents) {
    const key = `${intent.incarnation}/${intent.seq}`
    const batch = batches.get(key)
    if (batch === undefined) batches.set(key, [intent])
    else batch.push(intent)
  }
  return [...batches.values()]
}
