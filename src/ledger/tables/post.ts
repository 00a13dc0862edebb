import { DatabaseError, type Queries } from '../../storage/storage.ts'
import { readAccounts } from './accounts.ts'
import { type BatchKey, readBatchEnd } from './batches.ts'
import type { Books, Rows } from './books.ts'
import { forDialects, selectJsonRows } from './books.ts'
import type { ChainEnd } from './lines.ts'
import { insertSubjects, type SubjectRow, storeSubjects, subjectsJson } from './subjects.ts'

/** A batch to be written. Without lines it only takes its number, so that no other batch can. */
export interface NewBatch extends BatchKey {
  /** The batch before it, which the books must have. */
  readonly before: ChainEnd
  readonly hash: Uint8Array
  readonly lines: Uint8Array
  /** The units of each account in its lines. */
  readonly units: ReadonlyMap<string, number>
  /** The subjects of its lines that no earlier batch of its incarnation has stored. */
  readonly subjects: readonly SubjectRow[]
}

export type PostAnswer =
  | {
      readonly outcome: 'written'
      readonly period: string
      readonly endsAtMs: number
      readonly atMs: number
      /** What is left of each account's month. */
      readonly left: ReadonlyMap<string, number>
    }
  /**
   * An account is not active or has too few units, the server has no place, or the books lack the batch before it, or
   * have another subject under one of its numbers. Nothing was written.
   */
  | { readonly outcome: 'refused' }

/**
 * Writes a batch and charges its accounts in one step, or does nothing. Throws DatabaseError. If its number is used, it
 * fails as a whole, with a violated constraint.
 */
export function post(books: Books, batch: NewBatch): Promise<PostAnswer> {
  return books.dialect === 'sqlite' ? postToSqlite(books, batch) : postToPostgres(books, batch)
}

/**
 * One statement, so it costs one round trip, and a broken connection leaves all of it or nothing.
 * It locks the rows of `account` in order, so state and allowance are those after the wait, and no two servers
 * deadlock. All conditions are asked in `fits` before anything is written, and give an answer without an error. `fits`
 * may read an old `spent - credited`: it falls only by a credit; then the server reads the account and tries again.
 * `charged` and `stored` decide on the rows that they write. If another server took the last units meanwhile, or the
 * number of a subject, there are fewer rows, the hash is null, and the statement fails.
 * `no key update`: other sessions may hold a key share of the row for a foreign key.
 * Most batches bring no subject, and the plan for one costs a twentieth of the statement.
 */
const writePost = (stored: string, isStored: string): string => `
  with asked as (
    select * from unnest($1::text[], $2::bigint[]) as asked (account, units)
  ), locked as (
    select a.account, a.state, a.allowance, asked.units from asked join account a on a.account = asked.account
    order by a.account for no key update of a
  ), at as materialized (
    select m.period, m.ends_at_ms, now.ms
    from (select floor(extract(epoch from statement_timestamp()) * 1000)::bigint as ms) as now
    join month m on m.starts_at_ms <= now.ms and now.ms < m.ends_at_ms
  ), fits as materialized (
    select exists (select from at)
      and exists (select from incarnation i where i.incarnation = $3::bigint and 0 < i.place)
      and ($4::bigint = 1
        or exists (select from batch b where b.incarnation = $3 and b.seq = $4 - 1 and b.hash = $7::bytea))
      and count(*) = cardinality($1)
      and coalesce(bool_and(l.state = 'active' and l.units + coalesce((
            select s.spent - s.credited from account_month s
            where s.period = (select period from at) and s.account = l.account), 0) <= l.allowance), true) as ok
    from locked l
  ), charged as (
    insert into account_month as m (period, account, spent, allowance)
    select (select period from at), l.account, l.units, l.allowance from locked l where (select ok from fits)
    order by l.account
    on conflict (period, account) do update set spent = m.spent + excluded.spent, allowance = excluded.allowance
    where m.spent + excluded.spent <= excluded.allowance + m.credited
    returning m.account, m.allowance + m.credited - m.spent as units_left
  )${stored}, written as (
    insert into batch (incarnation, seq, period, at_ms, hash, lines)
    select $3, $4, at.period, at.ms,
      case when (select count(*) from charged) = cardinality($1)
        ${isStored} then $5::bytea end, $6::bytea
    from at where (select ok from fits)
    returning period, at_ms
  )
  select w.period, at.ends_at_ms, w.at_ms, c.account, c.units_left
  from written w cross join at left join charged c on true`

const POST = writePost('', '')
const POST_WITH_SUBJECTS = writePost(
  `, stored as (${insertSubjects('postgres', '(select ok from fits)', '$8')})`,
  'and (select count(*) from stored) = json_array_length($8::json)',
)

type Written = readonly [period: string, endsAtMs: number, atMs: number, account: string | null, left: number]

async function postToPostgres(books: Books, batch: NewBatch): Promise<PostAnswer> {
  const { incarnation, seq, hash, lines, before, subjects } = batch
  const accounts = [...batch.units.keys()]
  const units = [...batch.units.values()]
  let found: Written[]
  try {
    const values = [accounts, units, incarnation, seq, hash, lines, before.hash] as const
    found =
      subjects.length === 0
        ? await books.database.query<Written>(POST, ...values)
        : await books.database.query<Written>(POST_WITH_SUBJECTS, ...values, subjectsJson(subjects))
  } catch (error) {
    if (isLostRace(error)) return { outcome: 'refused' }
    throw error
  }
  const [first] = found
  if (first === undefined) return { outcome: 'refused' }
  const left = new Map(found.flatMap(([, , , account, units]) => (account === null ? [] : [[account, units] as const])))
  return { outcome: 'written', period: first[0], endsAtMs: first[1], atMs: first[2], left }
}

/** The null hash of `POST`: the last units or the number of a subject are another server's. */
function isLostRace(error: unknown): boolean {
  return error instanceof DatabaseError && error.outcome === 'not_done' && hasCode(error.cause, '23502')
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

async function postToSqlite(books: Books, batch: NewBatch): Promise<PostAnswer> {
  const nowMs = Math.floor(books.clock.nowMs())
  try {
    return await books.database.transaction((queries) => writeToSqlite(queries, batch, nowMs))
  } catch (error) {
    if (error === REFUSED) return { outcome: 'refused' }
    throw error
  }
}

/** Thrown to roll back what was written before. */
const REFUSED = new Error('the books refuse the batch')

async function writeToSqlite(queries: Queries, batch: NewBatch, nowMs: number): Promise<PostAnswer> {
  const { incarnation, seq, hash, lines, before, units, subjects } = batch
  const [at] = await queries.query<readonly [string, number]>(INSERT, nowMs, incarnation, seq, hash, lines, before.hash)
  if (at === undefined) throw REFUSED
  const [period, endsAtMs] = at
  const left = await charge(queries, period, units)
  if (left.length < units.size) throw REFUSED
  if (0 < subjects.length) {
    const stored = await storeSubjects({ dialect: 'sqlite', query: queries.query }, subjects)
    if (stored.length < subjects.length) throw REFUSED
  }
  return { outcome: 'written', period, endsAtMs, atMs: nowMs, left: new Map(left) }
}

function charge(queries: Queries, period: string, units: NewBatch['units']) {
  type Left = readonly [account: string, left: number]
  if (units.size === 1) {
    const [[account, sum]] = units as unknown as readonly [readonly [string, number]]
    return queries.query<Left>(CHARGE_ONE, period, account, sum)
  }
  return queries.query<Left>(CHARGE, JSON.stringify([...units]), period)
}

const INSERT = `
  insert into batch (incarnation, seq, period, at_ms, hash, lines)
  select $2, $3, m.period, $1, $4, $5 from month m
  where m.starts_at_ms <= $1 and $1 < m.ends_at_ms
    and exists (select 1 from incarnation i where i.incarnation = $2 and 0 < i.place)
    and ($3 = 1 or exists (select 1 from batch b where b.incarnation = $2 and b.seq = $3 - 1 and b.hash = $6))
  returning period, (select ends_at_ms from month where month.period = batch.period)`

const ON_CONFLICT = `
  on conflict (period, account) do update set spent = m.spent + excluded.spent, allowance = excluded.allowance
  where m.spent + excluded.spent <= excluded.allowance + m.credited
  returning account, allowance + credited - spent`

/** Half of the time of a small batch would be the JSON. */
const CHARGE_ONE = `
  insert into account_month as m (period, account, spent, allowance)
  select $1, account, $3, allowance from account where account = $2 and state = 'active'
    and $3 <= allowance + coalesce((select credited from account_month where period = $1 and account = $2), 0)
  ${ON_CONFLICT}`

const CHARGE = `
  insert into account_month as m (period, account, spent, allowance)
  select $2, a.account, u.value ->> 1, a.allowance from json_each($1) u join account a on a.account = u.value ->> 0
  where a.state = 'active' and u.value ->> 1
    <= a.allowance + coalesce((select credited from account_month s where s.period = $2 and s.account = a.account), 0)
  ${ON_CONFLICT}`

/**
 * Reads what the books have under a number, and makes sure that it stays: the read's own transaction writes, so when it
 * is committed, everything before it in that server's log is. Without it a commit that a standby never received could
 * be taken for durable.
 */
export function lookUp(books: Books, key: BatchKey): Promise<ChainEnd | undefined> {
  return books.transaction(async (rows) => {
    const sql = 'update incarnation set heartbeat_at_ms = heartbeat_at_ms + 1 where incarnation = $1'
    await rows.run(sql, key.incarnation)
    return await readBatchEnd(rows, key)
  })
}

/** A batch that older books lack. It keeps its own month and time. */
export interface RestoredBatch {
  readonly seq: number
  readonly atMs: number
  readonly hash: Uint8Array
  readonly lines: Uint8Array
  readonly origin: BatchKey
}

export interface RestoredBatches {
  readonly incarnation: number
  readonly period: string
  readonly batches: readonly RestoredBatch[]
  /** The units of each account in their lines. */
  readonly units: ReadonlyMap<string, number>
}

/**
 * Charges what was acknowledged before, whatever the state of the accounts. The caller has left out what does not fit,
 * and what the books have already: an origin that is there violates a constraint.
 */
export async function postRestored(rows: Rows, { incarnation, period, batches, units }: RestoredBatches) {
  const values = batches.map(({ seq, atMs, hash, lines, origin }) => [
    ...[seq, atMs, hash.toHex(), lines.toHex()],
    ...[origin.incarnation, origin.seq],
  ])
  await rows.run(INSERT_RESTORED[rows.dialect], JSON.stringify(values), incarnation, period)
  await rows.run(RESTORE[rows.dialect], JSON.stringify([...units]), period)
}

const INSERT_RESTORED = forDialects((dialect) => {
  const bytes = (column: string) => (dialect === 'sqlite' ? `unhex(${column})` : `decode(${column}, 'hex')`)
  const types = ['number', 'number', 'text', 'text', 'number', 'number'] as const
  return `
  with b (seq, at_ms, hash, lines, origin_incarnation, origin_seq) as (${selectJsonRows(dialect, ...types)})
  insert into batch (incarnation, seq, period, at_ms, hash, lines, origin_incarnation, origin_seq)
  select cast($2 as bigint), seq, cast($3 as text), at_ms, ${bytes('hash')}, ${bytes('lines')}, origin_incarnation,
    origin_seq from b`
})

/** The lines of those batches of an incarnation that were put back, under the numbers that they had. */
export async function readRestored(rows: Rows, incarnation: number, seqs: readonly number[]) {
  const sql =
    'select origin_seq, lines from batch where origin_incarnation = $1 and $2 <= origin_seq and origin_seq <= $3'
  type Row = readonly [seq: number, lines: Uint8Array]
  return new Map(await rows.query<Row>(sql, incarnation, Math.min(...seqs), Math.max(...seqs)))
}

const RESTORE = forDialects(
  (dialect) => `
  with u (account, units) as (${selectJsonRows(dialect, 'text', 'number')})
  insert into account_month as m (period, account, spent, allowance)
  select $2, a.account, u.units, a.allowance from u join account a on a.account = u.account where true
  on conflict (period, account) do update set spent = m.spent + excluded.spent, allowance = excluded.allowance`,
)

/** Locks the rows of the accounts and returns what is left of each in a month. */
export async function lockLeftUnits(rows: Rows, accounts: readonly string[], period: string) {
  if (rows.dialect === 'postgres')
    await rows.query(
      `select 1 from account where account in (${selectJsonRows('postgres', 'text')}) order by account for no key update`,
      JSON.stringify(accounts.map((account) => [account])),
    )
  const found = await readAccounts(rows, accounts, period)
  return new Map(found.map(({ account, allowance, spent }) => [account, allowance - spent]))
}
