import { readExportedEnds } from '../tables/audits.ts'
import { type BatchKey, formatBatchKey, hasBatch, readBatchEnd, readNewestSeq } from '../tables/batches.ts'
import type { Books, Rows } from '../tables/books.ts'
import { raiseBehind } from '../tables/doubts.ts'
import { hasIncarnation, insertIncarnation } from '../tables/incarnations.ts'
import { batchHash, type ChainEnd, packLines, unpackLines } from '../tables/lines.ts'
import { addNotices } from '../tables/notices.ts'
import { lockLeftUnits, postRestored, type RestoredBatch, readRestored } from '../tables/post.ts'
import { numberSubjects } from '../tables/subjects.ts'
import { LeftOut } from './left-out.ts'
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
  /** `left_out`: the charges that are lost are known, and their accounts are in doubt. `behind`: more may be lost. */
  readonly outcome: 'complete' | 'left_out' | 'behind'
}

const OUTCOMES = {
  complete: 'nothing is lost',
  left_out: 'charges that do not fit are doubts of their accounts',
  behind: 'more may stay lost, which is a doubt',
} as const

/** `the books lacked acknowledged charges: …` */
export function describeReconciled({ batches, outcome }: Reconciled): string {
  return `the books lacked acknowledged charges: ${batches} batches were put back; ${OUTCOMES[outcome]}`
}

/**
 * Puts the charges that older books lack back, as new batches of a new incarnation. Each keeps its month and time, and
 * the state of its accounts is not asked: the requests were answered. Lines that do not fit are left out, and are a
 * doubt of their account. What stays lost without being known is one doubt for the event.
 *
 * Books that do not know the mark's incarnation are from before its start, so they may lack charges of earlier ones of
 * which nothing is remembered. Books that know it have everything of the earlier ones.
 */
export async function putBack(books: Books, { mark, recent, start, incarnation, node }: PutBack): Promise<Reconciled> {
  // An earlier attempt may have written some of them.
  const newestSeq = await readNewestSeq(books, incarnation)
  let end = (await readBatchEnd(books, { incarnation, seq: newestSeq })) ?? start
  let batches = 0
  const leftOut = new LeftOut()
  let isComplete = await hasIncarnation(books, mark.incarnation)
  for (const [lost, found] of Map.groupBy(recent, (batch) => batch.incarnation)) {
    const newest = await readNewestSeq(books, lost)
    const bySeq = new Map(found.map((batch) => [batch.seq, batch]))
    const missing = [...bySeq.values()].filter(({ seq }) => newest < seq).sort((a, b) => a.seq - b.seq)
    const isWhole = missing.every(({ seq }, i) => seq === newest + 1 + i)
    // Of the two files of a server, either may be newer after a power cut.
    if (lost === mark.incarnation) isComplete &&= isWhole && mark.seq <= (missing.at(-1)?.seq ?? newest)
    for (const part of divide(missing.filter(({ lines }) => 0 < lines.length))) {
      const restored = await books.transaction(async (rows) => {
        // Other books may have taken the place of those in which it began.
        if (!(await hasIncarnation(rows, incarnation))) await insertIncarnation(rows, incarnation, node)
        return await putPartBack(rows, { part, end, incarnation })
      })
      end = restored.end
      for (const chosen of restored.chosen) leftOut.add(part[0]!.period, chosen.kept, chosen.leftOut)
      batches += part.length
    }
  }
  if (!recent.some((batch) => batch.incarnation === mark.incarnation)) isComplete = false
  const what = `the books lack ${formatBatchKey(mark)}, which was acknowledged`
  const restored = `${batches} of the lost batches were put back`
  return await books.transaction(async (rows) => {
    const isAllThere = (await leftOut.raise(rows, what)) === 'none'
    if (isComplete) await addNotices(rows, [{ reason: 'put_back', detail: `${what}; ${restored}` }])
    else await raiseBehind(rows, mark.atMs, `${what}; ${restored}, and more may stay lost`)
    return { end, batches, outcome: !isComplete ? 'behind' : isAllThere ? 'complete' : 'left_out' }
  })
}

interface PutBack {
  readonly mark: Mark
  readonly recent: readonly RecentBatch[]
  readonly incarnation: number
  readonly node: string
  /** The end of the new incarnation's journal. */
  readonly start: ChainEnd
}

/** A transaction has so much at most, so its statements end far within the patience of the database. */
const PART_BATCHES_MAX = 500
const PART_LINES_MAX = 10_000

/** Divides the batches of an incarnation into parts for one transaction each. A part has one month. */
function* divide(batches: readonly RecentBatch[]): Iterable<RecentBatch[]> {
  let part: RecentBatch[] = []
  let lines = 0
  for (const batch of batches) {
    lines += batch.lines.length
    const isFull = PART_BATCHES_MAX <= part.length || PART_LINES_MAX < lines
    if (0 < part.length && (isFull || part[0]!.period !== batch.period)) {
      yield part
      part = []
      lines = batch.lines.length
    }
    part.push(batch)
  }
  if (0 < part.length) yield part
}

interface Part {
  readonly part: readonly RecentBatch[]
  readonly end: ChainEnd
  readonly incarnation: number
}

/** Returns the new end of the journal, and what the books have now of each batch, whichever attempt has put it back. */
async function putPartBack(rows: Rows, { part, end, incarnation }: Part) {
  const [{ incarnation: lost, period }] = part as [RecentBatch]
  const accounts = new Set(part.flatMap(({ lines }) => lines.map(({ account }) => account)))
  const left = await lockLeftUnits(rows, [...accounts], period)
  // Read behind the locks: another process with a copy of the folder may have put them back meanwhile.
  const known = await readRestored(
    rows,
    lost,
    part.map(({ seq }) => seq),
  )
  const batches: RestoredLines[] = []
  const chosen = part.map(({ seq, atMs, lines }) => {
    const restored = known.get(seq)
    if (restored !== undefined) return findLines(lines, restored)
    const fitting = chooseLines(lines, left)
    batches.push({ origin: { incarnation: lost, seq }, atMs, lines: fitting.kept })
    return fitting
  })
  return { end: await appendRestored(rows, { incarnation, end, period, batches }), chosen }
}

interface ChosenLines {
  readonly kept: readonly RecentLine[]
  readonly leftOut: readonly RecentLine[]
}

/** Those that an earlier attempt has put back. */
function findLines(lines: readonly RecentLine[], restored: Uint8Array): ChosenLines {
  const ids = new Set((unpackLines(restored) ?? []).map(({ requestId }) => requestId))
  const isKept = ({ requestId }: RecentLine): boolean => ids.has(requestId)
  return { kept: lines.filter(isKept), leftOut: lines.filter((line) => !isKept(line)) }
}

/** Takes the lines that fit from what is left. */
function chooseLines(lines: readonly RecentLine[], left: Map<string, number>): ChosenLines {
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
  readonly origin: BatchKey
  readonly atMs: number
  readonly lines: readonly RecentLine[]
}

export interface Restored {
  readonly incarnation: number
  readonly end: ChainEnd
  readonly period: string
  /** None of them is in the books. */
  readonly batches: readonly RestoredLines[]
}

/** Appends batches with a month and times of their own. Returns the new end of the journal. */
export async function appendRestored(rows: Rows, { incarnation, period, ...restored }: Restored): Promise<ChainEnd> {
  let { end } = restored
  if (restored.batches.length === 0) return end
  const all = restored.batches.flatMap(({ lines }) => lines)
  const numbers = await numberSubjects(rows, all)
  const units = new Map<string, number>()
  for (const { account, units: more } of all) units.set(account, (units.get(account) ?? 0) + more)
  const batches: RestoredBatch[] = []
  let at = 0
  for (const { origin, atMs, lines } of restored.batches) {
    const packed = packLines(lines.map(({ requestId, units }) => ({ requestId, units, subject: numbers[at++]! })))
    const hash = batchHash(end, incarnation, packed)
    end = { seq: end.seq + 1, hash, period, atMs }
    batches.push({ seq: end.seq, atMs, hash, lines: packed, origin })
  }
  await postRestored(rows, { incarnation, period, batches, units })
  return end
}
