import { readExportedEnds } from '../tables/audits.ts'
import { formatBatchKey, hasBatch, readBatchEnd, readNewestSeq } from '../tables/batches.ts'
import type { Books, Rows } from '../tables/books.ts'
import { raiseBehind } from '../tables/doubts.ts'
import { insertIncarnation, readSubjectMax } from '../tables/incarnations.ts'
import { batchHash, type ChainEnd, packLines } from '../tables/lines.ts'
import { addNotice } from '../tables/notices.ts'
import { lockLeftUnits, postRestored } from '../tables/post.ts'
import { numberSubjects } from '../tables/subjects.ts'
import type { Mark } from './mark-file.ts'
import type { RecentBatch, RecentLine } from './recent-batches.ts'

/** Whether the books have the last batch that this server knows of. An exported batch was there. */
export async function hasMark(rows: Rows, mark: Mark): Promise<boolean> {
  if (await hasBatch(rows, mark.incarnation, mark)) return true
  return mark.seq <= ((await readExportedEnds(rows)).get(mark.incarnation)?.seq ?? 0)
}

export interface Reconciled {
  /** The end of the new incarnation's journal. */
  readonly end: ChainEnd
  readonly batches: number
  /** `doubt`: charges may stay lost. */
  readonly outcome: 'complete' | 'doubt'
}

/** `the books lacked acknowledged charges: …` */
export function describeReconciled({ batches, outcome }: Reconciled): string {
  const lost = outcome === 'complete' ? 'nothing is lost' : 'more may stay lost'
  return `the books lacked acknowledged charges: ${batches} batches were put back; ${lost}`
}

/**
 * Puts the charges that older books lack back, as new batches of a new incarnation. Each keeps its month and time, and
 * the state of its accounts is not asked: the requests were answered. Lines that do not fit any more, because others
 * have used the units, are left out and named in a notice. What stays lost is one doubt for the event.
 *
 * Books that do not know the mark's incarnation are from before its start, so they may lack charges of earlier ones of
 * which nothing is remembered. Books that know it have everything of the earlier ones.
 */
export async function putBack(books: Books, { mark, recent, start, incarnation, node }: PutBack): Promise<Reconciled> {
  // An earlier attempt may have written some of them.
  const newestSeq = await readNewestSeq(books, incarnation)
  let end = (await readBatchEnd(books, { incarnation, seq: newestSeq })) ?? start
  let batches = 0
  let isComplete = (await readSubjectMax(books, mark.incarnation)) !== undefined
  for (const [lost, found] of Map.groupBy(recent, (batch) => batch.incarnation)) {
    const newest = await readNewestSeq(books, lost)
    const bySeq = new Map(found.map((batch) => [batch.seq, batch]))
    const missing = [...bySeq.values()].filter(({ seq }) => newest < seq).sort((a, b) => a.seq - b.seq)
    const isWhole = missing.every(({ seq }, i) => seq === newest + 1 + i)
    // Of the two files of a server, either may be newer after a power cut.
    if (lost === mark.incarnation) isComplete &&= isWhole && mark.seq <= (missing.at(-1)?.seq ?? newest)
    for (const batch of missing) {
      if (batch.lines.length === 0) continue
      end = await books.transaction(async (rows) => {
        // Other books may have taken the place of those in which it began.
        if ((await readSubjectMax(rows, incarnation)) === undefined) await insertIncarnation(rows, incarnation, node)
        return await putBackOne(rows, { batch, end, incarnation })
      })
      batches++
    }
  }
  if (!recent.some((batch) => batch.incarnation === mark.incarnation)) isComplete = false
  const what = `the books lack ${formatBatchKey(mark)}, which was acknowledged`
  const restored = `${batches} of the lost batches were put back`
  await books.transaction(async (rows) => {
    if (isComplete) return await addNotice(rows, { reason: 'put_back', detail: `${what}; ${restored}` })
    await raiseBehind(rows, mark.atMs, `${what}; ${restored}, and more may stay lost`)
  })
  return { end, batches, outcome: isComplete ? 'complete' : 'doubt' }
}

interface PutBack {
  readonly mark: Mark
  readonly recent: readonly RecentBatch[]
  readonly incarnation: number
  readonly node: string
  /** The end of the new incarnation's journal. */
  readonly start: ChainEnd
}

async function putBackOne(
  rows: Rows,
  { batch, end, incarnation }: { batch: RecentBatch; end: ChainEnd; incarnation: number },
): Promise<ChainEnd> {
  const { kept, leftOut } = await chooseLines(rows, batch)
  const origin = { incarnation: batch.incarnation, seq: batch.seq }
  const written = await appendRestored(rows, { ...batch, lines: kept, incarnation, end, origin })
  if (written !== end && 0 < leftOut.length) {
    const lines = leftOut.map(({ account, requestId, units }) => `${account} ${requestId} ${units}`)
    const detail = [`${formatBatchKey(origin)}: charges that do not fit any more:`, ...lines].join('\n')
    await addNotice(rows, { reason: 'left_out', detail })
  }
  return written
}

async function chooseLines(rows: Rows, { lines, period }: RecentBatch) {
  const left = await lockLeftUnits(rows, [...new Set(lines.map(({ account }) => account))], period)
  const kept: RecentLine[] = []
  const leftOut: RecentLine[] = []
  for (const line of lines) {
    const units = left.get(line.account) ?? 0
    const fits = line.units <= units
    if (fits) left.set(line.account, units - line.units)
    ;(fits ? kept : leftOut).push(line)
  }
  return { kept, leftOut }
}

export interface RestoredLines {
  readonly incarnation: number
  readonly end: ChainEnd
  readonly origin: { readonly incarnation: number; readonly seq: number }
  readonly period: string
  readonly atMs: number
  readonly lines: readonly RecentLine[]
}

/** Appends a batch with a month and a time of its own. Returns `end` itself if the books have it already. */
export async function appendRestored(rows: Rows, restored: RestoredLines): Promise<ChainEnd> {
  const { incarnation, end, origin, period, atMs, lines } = restored
  const numbers = await numberSubjects(rows, lines)
  const units = new Map<string, number>()
  for (const { account, units: more } of lines) units.set(account, (units.get(account) ?? 0) + more)
  const packed = packLines(lines.map(({ requestId, units }, i) => ({ requestId, units, subject: numbers[i]! })))
  const hash = batchHash(end, incarnation, packed)
  const batch = { incarnation, seq: end.seq + 1, before: end, hash, lines: packed, units, origin, period, atMs }
  const outcome = await postRestored(rows, batch)
  return outcome === 'known' ? end : { seq: batch.seq, hash, period, atMs }
}
