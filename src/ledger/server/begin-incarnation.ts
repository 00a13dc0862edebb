import { readNewestSeqs } from '../tables/batches.ts'
import { endIncarnation, insertIncarnation } from '../tables/incarnations.ts'
import { type ChainEnd, chainStart } from '../tables/lines.ts'
import { storeMonths } from '../tables/months.ts'
import { describeReconciled, hasMark, putBack, type Reconciled } from './put-back.ts'
import type { LedgerServerPorts } from './server-ports.ts'
import { untilAnswered } from './until-answered.ts'

export interface BegunIncarnation {
  /** The last batch under its number: those that were put back have numbers too. */
  readonly end: ChainEnd
  readonly outcome: Reconciled['outcome']
  /** The books were charged, and the folder that would show whether they lack something is new. */
  readonly isFolderLost: boolean
}

/**
 * Stores a new incarnation. If the books lack what this server has acknowledged before, its batches are put back when
 * `behind` has resolved: the accounts that they are charged to may have come later than these books.
 */
export async function beginIncarnation(
  incarnation: number,
  ports: LedgerServerPorts,
  behind: () => Promise<void>,
): Promise<BegunIncarnation> {
  const { books, mark, recent, timers, count, shape, node } = ports
  const known = mark.read()
  const insert = () =>
    books.transaction(async (rows) => {
      // The one before in this process hands its place over, so a batch of it that comes late is refused.
      const place = await endIncarnation(rows, ports.flags.incarnation)
      await insertIncarnation(rows, incarnation, node, place)
      await storeMonths(rows, await rows.nowMs())
    })
  await untilAnswered(timers, insert, 'constraint')
  count('incarnations')
  const start = chainStart(incarnation)
  if (known === undefined) {
    // Other servers with their own folders write shared books, so only SQLite can tell.
    const seqs = shape === 'shared' ? undefined : await untilAnswered(timers, () => readNewestSeqs(books))
    const isFolderLost = seqs?.values().some((seq) => 0 < seq) ?? false
    return { end: start, outcome: 'complete', isFolderLost }
  }
  if (await untilAnswered(timers, () => hasMark(books, known)))
    return { end: start, outcome: 'complete', isFolderLost: false }
  await behind()
  const reconciled = await untilAnswered(timers, () =>
    putBack(books, { mark: known, recent: recent.read(), incarnation, node, start }),
  )
  const { end, outcome, batches } = reconciled
  count('batches_put_back', batches)
  ports.report?.(describeReconciled(reconciled))
  // A doubt that was resolved covers marks from before, so the mark keeps its time.
  if (outcome !== 'behind') mark.write({ ...end, atMs: Math.max(end.atMs, known.atMs), incarnation })
  return { end, outcome, isFolderLost: false }
}
