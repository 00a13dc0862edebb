import { assert } from '../../stdx/assert.ts'
import type { Queries } from '../../storage/storage.ts'
import {
  type DoubtRow,
  GRANTS_MAX,
  type IncarnationRow,
  type LedgerTimeRow,
  type NoticeRow,
  type OwnedSubject,
} from './rows.ts'
import { readSingleRow } from './single-row.ts'
import type { SqlDialect } from './sql-dialect.ts'
import { SqlTable, selectJsonRows } from './sql-table.ts'

const NOTICE = new SqlTable<NoticeRow>('notice', 1, { id: 'number', atMs: 'number', reason: 'text', detail: 'text' })

const INCARNATION = new SqlTable<IncarnationRow>('incarnation', 1, {
  incarnation: 'number',
  node: 'text',
  startedAtMs: 'number',
  leaseUntilMs: 'number',
  state: 'text',
  swept: 'number',
})

const DOUBT = new SqlTable<DoubtRow>('doubt', 1, {
  id: 'number',
  account: 'text',
  reason: 'text',
  detail: 'text',
  raisedAtMs: 'number',
  resolvedAtMs: 'number',
  resolvedBy: 'text',
  resolvedWhy: 'text',
})

const SUBJECT = new SqlTable<OwnedSubject & { readonly id: number }>('subject', 1, {
  id: 'number',
  account: 'text',
  project: 'text',
  credential: 'text',
  operation: 'text',
})

/** The books themselves, incarnations, subjects, doubts, notices and ledger time. */
export function createRegisterRows(queries: Queries, dialect: SqlDialect) {
  const ledgerTime = async (lock: string): Promise<LedgerTimeRow> => {
    const sql = `select now_ms, final_ms, undisputed_ms, returns from ledger_time where id = 1${lock}`
    const row = await readSingleRow<readonly [number, number, number, number]>(queries, sql)
    const [nowMs, finalMs, undisputedMs, returns] = row
    return { nowMs, finalMs, undisputedMs, returns }
  }
  const incarnationRow = async (incarnation: number, lock: string) =>
    (await INCARNATION.select(queries, `where incarnation = $1${lock}`, incarnation))[0]
  return {
    /** The database's clock in ms. Leases end by it. */
    now: async () => (await dialect.times(queries))[0],
    /**
     * The clock and ledger time. Months begin and end by ledger time, which is never less than what the books store.
     */
    async times() {
      const [clockMs, keptMs] = await dialect.times(queries)
      return { clockMs, ledgerMs: Math.max(clockMs, keptMs) }
    },
    ledgerTime: () => ledgerTime(''),
    /** No transaction takes another lock after this one. */
    lockLedgerTime: () => ledgerTime(dialect.forUpdate),
    async putLedgerTime({ nowMs, finalMs, undisputedMs, returns }: LedgerTimeRow) {
      const sql = 'update ledger_time set now_ms = $1, final_ms = $2, undisputed_ms = $3, returns = $4 where id = 1'
      assert((await queries.run(sql, nowMs, finalMs, undisputedMs, returns)) === 1, 'the books have one time')
    },
    /** A random name from the time when the books were created. */
    booksId: () => readBooksId(queries),
    serverHistory: () => dialect.serverHistory(queries),
    /** A number larger than all it has given, and larger than this one. */
    async nextIncarnation(after = 0) {
      const sql = `update books set incarnations = 1 + case when incarnations < $1 then $1 else incarnations end
                   returning incarnations`
      return (await readSingleRow<readonly [number]>(queries, sql, after))[0]
    },
    lockIncarnation: (incarnation: number) => incarnationRow(incarnation, dialect.forUpdate),
    /** Locks the row against changes, but not against the same lock. */
    shareIncarnation: (incarnation: number) => incarnationRow(incarnation, dialect.forShare),
    /** The last number that was given. */
    async lastIncarnation() {
      return (await readSingleRow<readonly [number]>(queries, 'select incarnations from books'))[0]
    },
    incarnationsOf: (node: string) => INCARNATION.select(queries, 'where node = $1 order by incarnation', node),
    unendedIncarnations: () => INCARNATION.select(queries, "where state <> 'ended' order by incarnation"),
    /** Counts those that have not ended and have a lease at this time. */
    async livingIncarnations(nowMs: number) {
      const sql = "select count(*) from incarnation where state <> 'ended' and $1 <= lease_until_ms"
      const [row] = await queries.query<readonly [number]>(sql, nowMs)
      return row![0]
    },
    /** Those with open grants whose lease had run out by this time. */
    async lapsedIncarnations(nowMs: number) {
      return (await queries.query<readonly [number]>(LAPSED, nowMs)).map(([incarnation]) => incarnation)
    },
    /** Those whose lease ends after this time. */
    async overlongIncarnations(untilMs: number) {
      const sql =
        "select incarnation from incarnation where state <> 'ended' and $1 < lease_until_ms order by incarnation"
      return (await queries.query<readonly [number]>(sql, untilMs)).map(([incarnation]) => incarnation)
    },
    /** Newest first. */
    newestIncarnations: (limit: number) => INCARNATION.select(queries, 'order by incarnation desc limit $1', limit),
    putIncarnation: (row: IncarnationRow) => INCARNATION.put(queries, dialect.name, [row]),
    subjectNumbers: (subjects: readonly OwnedSubject[]) => subjectNumbers(queries, dialect, subjects),
    subjects: () => SUBJECT.select(queries, 'order by id'),
    doubts: () => DOUBT.select(queries, 'order by id'),
    async putDoubt({ id, ...row }: Omit<DoubtRow, 'id'> & { readonly id?: number }) {
      const { account, reason, detail, raisedAtMs, resolvedAtMs, resolvedBy, resolvedWhy } = row
      const values = [account, reason, detail, raisedAtMs, resolvedAtMs, resolvedBy, resolvedWhy]
      if (id === undefined) return void (await queries.run(NEW_DOUBT, ...values))
      assert((await queries.run(CHANGED_DOUBT, ...values, id)) === 1, 'the number of a doubt is given by the books')
    },
    /** What audits verified: the time of the last full one (0: never), and how many batches and lines. */
    async audited() {
      const [fullAtMs, batches, lines] = await readSingleRow<readonly [number, number, number]>(queries, AUDITED)
      return { fullAtMs, batches, lines }
    },
    /** The files of old months. */
    async archived() {
      const sql = 'select count(*), cast(coalesce(sum(bytes), 0) as bigint) from archive_file'
      const [files, bytes] = await readSingleRow<readonly [number, number]>(queries, sql)
      return { files, bytes }
    },
    /** Oldest first. */
    notices: () => NOTICE.select(queries, 'order by id'),
    async addNotice({ atMs, reason, detail }: Omit<NoticeRow, 'id'>) {
      await queries.run('insert into notice (at_ms, reason, detail) values ($1, $2, $3)', atMs, reason, detail)
    },
  }
}

/**
 * The number of each subject, in the order given. One statement if all are known. Unknown subjects are inserted, and
 * read in a third statement, because another node may insert the same ones at the same moment.
 * They are inserted in a fixed order: otherwise two transactions could deadlock.
 */
async function subjectNumbers(
  queries: Queries,
  { name: dialect }: SqlDialect,
  subjects: readonly OwnedSubject[],
): Promise<number[]> {
  const keyOf = ({ account, project, credential, operation }: OwnedSubject) =>
    JSON.stringify([account, project, credential, operation])
  const keys = subjects.map(keyOf)
  const list = selectJsonRows(dialect, 'text', 'text', 'text', 'text')
  const numbers = new Map<string, number>()
  const read = async (): Promise<void> => {
    const rest = `where (account, project, credential, operation) in (${list})`
    for (const row of await SUBJECT.select(queries, rest, `[${keys.join()}]`)) numbers.set(keyOf(row), row.id)
  }
  await read()
  const missing = keys.filter((key) => !numbers.has(key))
  if (0 < missing.length) {
    const sql = `insert into subject (account, project, credential, operation) ${list} where true
                 order by 1, 2, 3, 4 on conflict do nothing`
    await queries.run(sql, `[${missing.join()}]`)
    await read()
  }
  return keys.map((key) => {
    const number = numbers.get(key)
    assert(number !== undefined, 'a subject that was inserted, or was in the way, has a number')
    return number
  })
}

export async function readBooksId(queries: Queries): Promise<string> {
  return (await readSingleRow<readonly [string]>(queries, 'select id from books'))[0]
}

/**
 * Starts from the open grants: few incarnations have one, while ended incarnations of lost nodes add up. It jumps
 * from the first grant of an incarnation to the first grant of a later one.
 */
const LAPSED = `
  with recursive first_grant (id) as (
    select (select id from unit_grant where state = 'open' order by id limit 1)
    union all
    select (
      select id from unit_grant
      where state = 'open' and (first_grant.id / ${GRANTS_MAX} + 1) * ${GRANTS_MAX} <= unit_grant.id
      order by unit_grant.id limit 1
    )
    from first_grant where first_grant.id is not null
  )
  select incarnation from first_grant join incarnation on incarnation = first_grant.id / ${GRANTS_MAX}
  where state <> 'ended' and lease_until_ms < $1
  order by incarnation`

const AUDITED = `
  select full_at_ms,
    (select cast(coalesce(sum(seq), 0) as bigint) from audit_incarnation),
    (select cast(coalesce(sum(lines), 0) as bigint) from audit_incarnation)
  from audit_state`

const NEW_DOUBT = `
  insert into doubt (account, reason, detail, raised_at_ms, resolved_at_ms, resolved_by, resolved_why)
  values ($1, $2, $3, $4, $5, $6, $7)`

const CHANGED_DOUBT = `
  update doubt set account = $1, reason = $2, detail = $3, raised_at_ms = $4, resolved_at_ms = $5, resolved_by = $6,
    resolved_why = $7
  where id = $8`
