import type { Dialect, SqlValue } from '../../storage/storage.ts'
import { forDialects, type Rows, readOne, selectJsonRows } from './books.ts'
import type { ChainEnd } from './lines.ts'

/** By incarnation: how far its batches are verified, or exported. */
export type ChainEnds = ReadonlyMap<number, ChainEnd>

type EndFields = readonly [incarnation: number, seq: number, hash: Uint8Array, period: string, atMs: number]

export async function readAuditMarks(rows: Rows): Promise<ChainEnds> {
  return toEnds(await rows.query<EndFields>('select incarnation, seq, hash, period, at_ms from audit_mark'))
}

/** The newest exported batch of each incarnation. */
export async function readExportedEnds(rows: Rows): Promise<ChainEnds> {
  return toEnds(await rows.query<EndFields>('select incarnation, seq, hash, period, at_ms from exported order by seq'))
}

function toEnds(found: readonly EndFields[]): ChainEnds {
  return new Map(found.map(([incarnation, seq, hash, period, atMs]) => [incarnation, { seq, hash, period, atMs }]))
}

/** Moves a mark. `outrun`: another audit has moved it meanwhile, and the caller rolls back. */
export async function moveMark(
  rows: Rows,
  incarnation: number,
  { from, to }: { readonly from: ChainEnd | undefined; readonly to: ChainEnd },
): Promise<'moved' | 'outrun'> {
  const values = [incarnation, to.seq, to.hash, to.period, to.atMs] as const
  if (from === undefined) {
    const sql =
      'insert into audit_mark (incarnation, seq, hash, period, at_ms) values ($1, $2, $3, $4, $5) on conflict do nothing'
    return (await rows.run(sql, ...values)) === 1 ? 'moved' : 'outrun'
  }
  const sql = 'update audit_mark set seq = $2, hash = $3, period = $4, at_ms = $5 where incarnation = $1 and seq = $6'
  return (await rows.run(sql, ...values, from.seq)) === 1 ? 'moved' : 'outrun'
}

export interface MonthSum {
  readonly period: string
  readonly account: string
  readonly units: number
}

export interface SubjectDay {
  readonly period: string
  readonly subject: number
  readonly day: string
  readonly units: number
  readonly requests: number
}

export async function addMonthSums(rows: Rows, sums: readonly MonthSum[]): Promise<void> {
  const values = sums.map(({ period, account, units }) => [period, account, units])
  await rows.run(ADD_MONTHS[rows.dialect], JSON.stringify(values))
}

const ADD_MONTHS = forDialects(
  (dialect) => `
  insert into audited as a (period, account, units) ${selectJsonRows(dialect, 'text', 'text', 'number')} where true
  on conflict (period, account) do update set units = a.units + excluded.units`,
)

export async function addSubjectDays(rows: Rows, days: readonly SubjectDay[]): Promise<void> {
  const values = days.map(({ period, subject, day, units, requests }) => [period, subject, day, units, requests])
  await rows.run(ADD_DAYS[rows.dialect], JSON.stringify(values))
}

const ADD_DAYS = forDialects(
  (dialect) => `
  insert into subject_day as d (period, subject, day, units, requests)
  ${selectJsonRows(dialect, 'text', 'number', 'text', 'number', 'number')} where true
  on conflict (period, subject, day) do update
  set units = d.units + excluded.units, requests = d.requests + excluded.requests`,
)

/** What the counts say and the verified lines do not, or the other way round. */
export interface UnequalMonth extends MonthSum {
  readonly spent: number
}

/** The months from the first on and before the second. */
export type PeriodRange = readonly [from: string, before: string]

/** A statement about some months; undefined: about all of them. */
function queryMonths<Row extends readonly SqlValue[]>(
  rows: Rows,
  range: PeriodRange | undefined,
  write: (isWithin: string) => string,
): Promise<Row[]> {
  if (range === undefined) return rows.query<Row>(write('true'))
  return rows.query<Row>(write('$1 <= period and period < $2'), ...range)
}

/** The months whose count is not the sum of their verified lines. */
export async function readUnequalMonths(rows: Rows, range?: PeriodRange): Promise<UnequalMonth[]> {
  const found = await queryMonths<readonly [string, string, number, number]>(rows, range, UNEQUAL[rows.dialect])
  return found.map(([period, account, units, spent]) => ({ period, account, units, spent }))
}

/** SQLite uses no index for a full join of selects. For PostgreSQL it is the fastest, by two. */
const UNEQUAL: Readonly<Record<Dialect, (isWithin: string) => string>> = {
  postgres: (isWithin) => `
    select coalesce(m.period, a.period), coalesce(m.account, a.account), coalesce(a.units, 0), coalesce(m.spent, 0)
    from (select * from account_month where ${isWithin}) m
      full join (select * from audited where ${isWithin}) a on a.period = m.period and a.account = m.account
    where coalesce(a.units, 0) <> coalesce(m.spent, 0)`,
  sqlite: (isWithin) => `
    select period, account, sum(units), sum(spent) from (
      select period, account, 0 as units, spent from account_month where ${isWithin}
      union all select period, account, units, 0 from audited where ${isWithin}
    ) group by period, account having sum(units) <> sum(spent)`,
}

/** The months whose credits are not those that were recorded. */
export async function readUnequalCredits(rows: Rows, range?: PeriodRange) {
  const write = (isWithin: string): string => `
    select m.period, m.account, m.credited, coalesce(c.units, 0)
    from (select * from account_month where ${isWithin}) m left join (
      select period, account, cast(sum(units) as bigint) as units from account_change
      where units is not null and ${isWithin} group by period, account
    ) as c on c.period = m.period and c.account = m.account
    where m.credited <> coalesce(c.units, 0)`
  const found = await queryMonths<readonly [string, string, number, number]>(rows, range, write)
  return found.map(([period, account, credited, recorded]) => ({ period, account, credited, recorded }))
}

export async function countAccountMonths(rows: Rows, range?: PeriodRange): Promise<number> {
  const write = (isWithin: string): string => `select count(*) from account_month where ${isWithin}`
  return ((await queryMonths(rows, range, write)) as [[number]])[0][0]
}

/** The sums of verified lines of all months from this one on. */
export async function readMonthSums(rows: Rows, fromPeriod: string): Promise<MonthSum[]> {
  const sql = 'select period, account, units from audited where $1 <= period'
  const found = await rows.query<readonly [string, string, number]>(sql, fromPeriod)
  return found.map(([period, account, units]) => ({ period, account, units }))
}

/** The sums of days, added up by account and month. */
export async function readDaySums(rows: Rows, fromPeriod: string): Promise<MonthSum[]> {
  const sql = `select d.period, s.account, cast(sum(d.units) as bigint) from subject_day d
               join subject s on s.id = d.subject where $1 <= d.period group by d.period, s.account`
  const found = await rows.query<readonly [string, string, number]>(sql, fromPeriod)
  return found.map(([period, account, units]) => ({ period, account, units }))
}

export async function readSubjectDays(rows: Rows, account: string, period: string): Promise<SubjectDay[]> {
  const sql = `select d.subject, d.day, d.units, d.requests from subject s
               join subject_day d on d.period = $2 and d.subject = s.id where s.account = $1`
  const found = await rows.query<readonly [number, string, number, number]>(sql, account, period)
  return found.map(([subject, day, units, requests]) => ({ period, subject, day, units, requests }))
}

/** The sums of all subjects in a month. */
export async function readSubjectSums(rows: Rows, period: string): Promise<Omit<SubjectDay, 'period' | 'day'>[]> {
  const sql = `select subject, cast(sum(units) as bigint), cast(sum(requests) as bigint) from subject_day
               where period = $1 group by subject`
  const found = await rows.query<readonly [number, number, number]>(sql, period)
  return found.map(([subject, units, requests]) => ({ subject, units, requests }))
}

/** The time of the last full audit (0: never), and how many batches are verified. */
export async function readAuditState(rows: Rows) {
  const sql = `select full_audit_at_ms, (select cast(coalesce(sum(seq), 0) as bigint) from audit_mark) from books`
  const [fullAtMs, batches] = await readOne<readonly [number, number]>(rows, sql)
  return { fullAtMs, batches }
}

export async function storeFullAuditTime(rows: Rows, ms: number): Promise<void> {
  await rows.run('update books set full_audit_at_ms = $1', ms)
}

export interface ExportedRange {
  readonly incarnation: number
  readonly end: ChainEnd
  readonly beforePeriod: string
  readonly file: string
  readonly sha256: Uint8Array
}

export async function storeExported(rows: Rows, range: ExportedRange): Promise<void> {
  const { incarnation, end, beforePeriod, file, sha256 } = range
  const sql = `insert into exported (incarnation, seq, at_ms, period, hash, before_period, file, sha256)
               values ($1, $2, $3, $4, $5, $6, $7, $8)`
  await rows.run(sql, incarnation, end.seq, end.atMs, end.period, end.hash, beforePeriod, file, sha256)
}

/** Months before this one may lack exported batches; empty: none does. */
export async function readExportedBefore(rows: Rows): Promise<string> {
  const sql = "select coalesce(max(before_period), '') from exported"
  return (await readOne<readonly [string]>(rows, sql))[0]
}

/** The files that exports wrote. */
export async function readExportFiles(rows: Rows) {
  const sql = 'select distinct file, before_period from exported order by file'
  const found = await rows.query<readonly [string, string]>(sql)
  return found.map(([file, beforePeriod]) => ({ file, beforePeriod }))
}
