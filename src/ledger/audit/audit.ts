import {
  addMonthSums,
  addSubjectDays,
  type ChainEnds,
  countAccountMonths,
  moveMark,
  type PeriodRange,
  readAuditMarks,
  readDaySums,
  readExportedBefore,
  readExportedEnds,
  readMonthSums,
  readUnequalCredits,
  readUnequalMonths,
} from '../tables/audits.ts'
import { readBatches, readNewestSeqs } from '../tables/batches.ts'
import type { Books, Rows } from '../tables/books.ts'
import { type NewDoubt, raiseDoubts } from '../tables/doubts.ts'
import type { ChainEnd } from '../tables/lines.ts'
import { listPeriods, readMonth } from '../tables/months.ts'
import { readSubjects, type SubjectRow } from '../tables/subjects.ts'
import { type AuditReport, Findings, toDoubts } from './difference.ts'
import { ChainVerifier, Sums } from './verify-batches.ts'

export interface AuditOptions {
  readonly depth: AuditReport['depth']
  /** Compares the counts of the running month, and of one other month in turn. Undefined: of all months. */
  readonly look?: number | undefined
  /** Called between two pages, so that more urgent work can go first. */
  readonly pause?: (() => Promise<void>) | undefined
  /** Called after each page. */
  readonly progress?: ((batches: number, total: number) => void) | undefined
}

/** So many sums go into one transaction: on SQLite no charge is committed meanwhile. */
const SUMS_MAX = 5_000
const LINES_MAX = 50_000

/**
 * Verifies what no audit has read before and adds it to the stored sums, in slices of a few milliseconds. Verified
 * lines never change, so they are not read again. Another audit may do the same: of two that move a mark one does.
 */
export async function foldNewBatches(
  writer: Books,
  reader: Books,
  pause?: AuditOptions['pause'],
): Promise<AuditReport> {
  const findings = new Findings()
  const marks = await readAuditMarks(reader)
  const ends = await reader.snapshot(readNewestSeqs)
  let loaded: Map<number, SubjectRow> | undefined
  let batches = 0
  let lines = 0
  for (const [incarnation, newest] of ends) {
    let from = marks.get(incarnation)
    if (newest <= (from?.seq ?? 0)) continue
    // Read after the batches' numbers, so it has the subjects of all of them.
    const subjects = (loaded ??= await readSubjects(reader))
    const verifier = new ChainVerifier(incarnation, from, { subjects, findings })
    let sums = new Sums()
    const store = async (): Promise<'moved' | 'outrun'> => {
      const doubts = toDoubts(findings.take())
      const outcome = await storeSlice(writer, incarnation, { from, to: verifier.end, sums, doubts })
      from = verifier.end
      lines += sums.lines
      sums = new Sums()
      await pause?.()
      return outcome
    }
    let outcome: 'moved' | 'outrun' = 'moved'
    for await (const page of readBatches(reader, { incarnation, after: from?.seq ?? 0, upTo: newest })) {
      for (const batch of page) {
        verifier.verify(batch, sums)
        batches++
        if (SUMS_MAX <= sums.size || LINES_MAX <= sums.lines) outcome = await store()
        if (outcome === 'outrun') break
      }
      if (outcome === 'outrun') break
    }
    if (outcome === 'moved' && verifier.end.seq !== (from?.seq ?? 0)) await store()
  }
  return findings.report('new', { accountMonths: 0, batches, lines })
}

interface Slice {
  readonly from: ChainEnd | undefined
  readonly to: ChainEnd
  readonly sums: Sums
  /** Stored with the mark: no later audit but a full one finds them. */
  readonly doubts: readonly NewDoubt[]
}

async function storeSlice(
  writer: Books,
  incarnation: number,
  { from, to, sums, doubts }: Slice,
): Promise<'moved' | 'outrun'> {
  try {
    return await writer.transaction(async (rows): Promise<'moved'> => {
      if ((await moveMark(rows, incarnation, { from, to })) === 'outrun') throw OUTRUN
      await addMonthSums(rows, sums.months())
      await addSubjectDays(rows, sums.days())
      await raiseDoubts(rows, doubts)
      return 'moved'
    })
  } catch (error) {
    if (error === OUTRUN) return 'outrun'
    throw error
  }
}

/** Thrown to roll back. */
const OUTRUN = new Error('another audit has moved the mark')

/**
 * Compares every count with the sums and the lines after them. Changes nothing. `full`: reads all lines again, outside
 * of any snapshot, and compares the stored sums with them.
 */
export async function compareBooks(books: Books, options: AuditOptions): Promise<AuditReport> {
  const { depth, look, pause, progress } = options
  const findings = new Findings()
  const counted = { batches: 0, lines: 0 }
  const moment = await books.snapshot((rows) => readMoment(rows, look))
  const subjects = await readSubjects(books)
  const total = countBatches(moment, depth)
  const scan = async (incarnation: number, from: ChainEnd | undefined, upTo: number, sums: Sums): Promise<void> => {
    const verifier = new ChainVerifier(incarnation, from, { subjects, findings })
    for await (const page of readBatches(books, { incarnation, after: from?.seq ?? 0, upTo })) {
      for (const batch of page) verifier.verify(batch, sums)
      counted.batches += page.length
      progress?.(counted.batches, total)
      await pause?.()
    }
    if (verifier.end.seq !== upTo && (from?.seq ?? 0) < upTo)
      findings.batch('gap', { incarnation, seq: upTo }, 'the last batch', verifier.end.seq, 'expected', upTo)
  }
  const tail = new Sums()
  for (const [incarnation, newest] of moment.newest)
    await scan(incarnation, moment.marks.get(incarnation), newest, tail)
  counted.lines += tail.lines
  compareMonths(moment, tail, findings)
  for (const { period, account, credited, recorded } of moment.unequalCredits)
    findings.add({
      rule: 'credits',
      account,
      period,
      batch: null,
      what: 'its credit',
      is: credited,
      against: 'recorded',
      shouldBe: recorded,
    })
  if (depth === 'full') {
    const all = new Sums()
    for (const [incarnation, { seq }] of moment.marks)
      await scan(incarnation, moment.exported.get(incarnation), seq, all)
    counted.lines += all.lines
    await compareStoredSums(books, { moment, all, findings })
  }
  return findings.report(depth, { accountMonths: moment.accountMonths, ...counted })
}

interface Moment {
  readonly marks: ChainEnds
  readonly exported: ChainEnds
  readonly newest: ReadonlyMap<number, number>
  readonly unequal: Awaited<ReturnType<typeof readUnequalMonths>>
  readonly unequalCredits: Awaited<ReturnType<typeof readUnequalCredits>>
  readonly accountMonths: number
  /** The months that are compared; undefined: all. */
  readonly ranges: readonly PeriodRange[] | undefined
}

/** Everything that changes, at one moment: the months that differ from their sums are few. */
async function readMoment(rows: Rows, look: number | undefined): Promise<Moment> {
  const ranges = look === undefined ? undefined : await chooseMonths(rows, look)
  const each = async <T>(read: (rows: Rows, range?: PeriodRange) => Promise<T>): Promise<T[]> => {
    const found: T[] = []
    for (const range of ranges ?? [undefined]) found.push(await read(rows, range))
    return found
  }
  return {
    ranges,
    marks: await readAuditMarks(rows),
    exported: await readExportedEnds(rows),
    newest: await readNewestSeqs(rows),
    unequal: (await each(readUnequalMonths)).flat(),
    unequalCredits: (await each(readUnequalCredits)).flat(),
    accountMonths: (await each(countAccountMonths)).reduce((sum, count) => sum + count, 0),
  }
}

/** Undefined: all, because no month is stored. A month that is not stored belongs to the one before it. */
async function chooseMonths(rows: Rows, look: number): Promise<PeriodRange[] | undefined> {
  const periods = await listPeriods(rows)
  const now = (await readMonth(rows, await rows.nowMs()))?.period
  const ranges = periods.map((period, i): PeriodRange => [i === 0 ? '' : period, periods[i + 1] ?? AFTER_ALL])
  const [running, others] = [ranges.filter((_, i) => periods[i] === now), ranges.filter((_, i) => periods[i] !== now)]
  return running.length === 0 ? undefined : [...running, ...others.slice(look % others.length).slice(0, 1)]
}

/** No month has this name. */
const AFTER_ALL = '9999-13'

/** How many batches an audit reads. */
function countBatches({ newest, marks, exported }: Moment, depth: AuditOptions['depth']): number {
  const from = depth === 'full' ? exported : marks
  return newest.entries().reduce((sum, [incarnation, seq]) => sum + seq - (from.get(incarnation)?.seq ?? 0), 0)
}

/** A count is the stored sum and the lines after the mark. */
function compareMonths({ unequal, ranges }: Moment, tail: Sums, findings: Findings): void {
  const key = (period: string, account: string): string => `${period} ${account}`
  const isCompared = (period: string): boolean =>
    ranges === undefined || ranges.some(([from, before]) => from <= period && period < before)
  const compared = tail.months().filter(({ period }) => isCompared(period))
  const expected = new Map(compared.map((sum) => [key(sum.period, sum.account), sum]))
  for (const { period, account, units, spent } of unequal) {
    const after = expected.get(key(period, account))?.units ?? 0
    expected.delete(key(period, account))
    if (units + after !== spent) findings.add(spentDiffers(period, account, spent, units + after))
  }
  // The stored sum alone is the count, so these lines are in no count.
  for (const { period, account, units } of expected.values())
    findings.add(spentDiffers(period, account, 'without some lines', `of ${units} units more`))
}

function spentDiffers(period: string, account: string, is: number | string, shouldBe: number | string) {
  const what = { what: 'its count', is, against: 'its lines sum up to', shouldBe }
  return { rule: 'spent', account, period, batch: null, ...what } as const
}

/** Sums of months that were exported cannot be computed again. */
async function compareStoredSums(
  books: Books,
  { moment, all, findings }: { readonly moment: Moment; readonly all: Sums; readonly findings: Findings },
): Promise<void> {
  const fromPeriod = await readExportedBefore(books)
  const computed = new Map(all.months().map((sum) => [`${sum.period} ${sum.account}`, sum]))
  const stored = await readMonthSums(books, fromPeriod)
  const days = new Map((await readDaySums(books, fromPeriod)).map((sum) => [`${sum.period} ${sum.account}`, sum.units]))
  // Read after the sums: if another audit has moved the marks before, only sums that are too small are findings.
  const isMoved = !areSameEnds(moment.marks, await readAuditMarks(books))
  for (const { period, account, units } of stored) {
    const key = `${period} ${account}`
    const lines = computed.get(key)?.units ?? 0
    computed.delete(key)
    if (isMoved ? units < lines : units !== lines) findings.add(spentDiffers(period, account, units, lines))
    const ofDays = days.get(key) ?? 0
    if (!isMoved && ofDays !== units) findings.add(daysDiffer(period, account, ofDays, units))
  }
  for (const { period, account, units } of computed.values())
    if (fromPeriod <= period) findings.add(spentDiffers(period, account, 0, units))
}

function daysDiffer(period: string, account: string, is: number, shouldBe: number) {
  const what = { what: 'the sum of its days', is, against: 'the sum of its month', shouldBe }
  return { rule: 'days', account, period, batch: null, ...what } as const
}

function areSameEnds(a: ChainEnds, b: ChainEnds): boolean {
  return a.size === b.size && a.entries().every(([incarnation, { seq }]) => b.get(incarnation)?.seq === seq)
}
