import { assert } from '../../stdx/assert.ts'
import type { Queries } from '../../storage/storage.ts'
import { onlyRow } from './only-row.ts'
import {
  type DoubtRow,
  GRANTS_MAX,
  type IncarnationRow,
  type LedgerTimeRow,
  type NoticeRow,
  type Rows,
} from './rows.ts'
import type { SqlDialect } from './sql-dialect.ts'
import { sqlTable } from './sql-table.ts'

type RegisterRows = Pick<
  Rows,
  | 'now'
  | 'times'
  | 'ledgerTime'
  | 'lockLedgerTime'
  | 'putLedgerTime'
  | 'booksId'
  | 'serverHistory'
  | 'nextIncarnation'
  | 'lockIncarnation'
  | 'shareIncarnation'
  | 'lastIncarnation'
  | 'incarnationsOf'
  | 'unendedIncarnations'
  | 'livingIncarnations'
  | 'lapsedIncarnations'
  | 'overlongIncarnations'
  | 'putIncarnation'
  | 'subject'
  | 'subjects'
  | 'doubts'
  | 'putDoubt'
  | 'notices'
  | 'addNotice'
>

const NOTICE = sqlTable<NoticeRow>('notice', 1, ['id', 'atMs', 'reason', 'detail'])

const INCARNATION = sqlTable<IncarnationRow>('incarnation', 1, [
  'incarnation',
  'node',
  'startedAtMs',
  'leaseUntilMs',
  'state',
  'swept',
])

const DOUBT = sqlTable<DoubtRow>('doubt', 1, [
  'id',
  'account',
  'reason',
  'detail',
  'raisedAtMs',
  'resolvedAtMs',
  'resolvedBy',
  'resolvedWhy',
])

/** The books themselves, the incarnations of nodes, the subjects and the doubts. */
export function registerRows(queries: Queries, dialect: SqlDialect): RegisterRows {
  const incarnationRow = async (incarnation: number, lock: string): Promise<IncarnationRow | undefined> => {
    const sql = `select ${INCARNATION.columns} from incarnation where incarnation = $1${lock}`
    const [row] = await queries.query(sql, incarnation)
    return row && INCARNATION.read(row)
  }
  const ledgerTime = async (lock: string): Promise<LedgerTimeRow> => {
    const sql = `select now_ms, final_ms, undisputed_ms, returns from ledger_time where id = 1${lock}`
    const row = await onlyRow<readonly [number, number, number, number]>(queries, sql)
    const [nowMs, finalMs, undisputedMs, returns] = row
    return { nowMs, finalMs, undisputedMs, returns }
  }
  const incarnations = async (where: string, ...values: readonly string[]) => {
    const sql = `select ${INCARNATION.columns} from incarnation where ${where} order by incarnation`
    return (await queries.query(sql, ...values)).map(INCARNATION.read)
  }
  const subjectId = async (...key: readonly string[]) => {
    const sql = `select id from subject where account = $1 and project = $2 and credential = $3 and operation = $4`
    const [row] = await queries.query<readonly [number]>(sql, ...key)
    return row?.[0]
  }
  return {
    now: () => dialect.nowMs(queries),
    async times() {
      const { clockMs, keptMs } = await dialect.times(queries)
      return { clockMs, ledgerMs: Math.max(clockMs, keptMs) }
    },
    ledgerTime: () => ledgerTime(''),
    lockLedgerTime: () => ledgerTime(dialect.forUpdate),
    async putLedgerTime({ nowMs, finalMs, undisputedMs, returns }) {
      const sql = 'update ledger_time set now_ms = $1, final_ms = $2, undisputed_ms = $3, returns = $4 where id = 1'
      assert((await queries.run(sql, nowMs, finalMs, undisputedMs, returns)) === 1, 'the books have one time')
    },
    booksId: () => readBooksId(queries),
    serverHistory: () => dialect.serverHistory(queries),
    async nextIncarnation(after = 0) {
      const sql = `update books set incarnations = 1 + case when incarnations < $1 then $1 else incarnations end
                   returning incarnations`
      return (await onlyRow<readonly [number]>(queries, sql, after))[0]
    },
    lockIncarnation: (incarnation) => incarnationRow(incarnation, dialect.forUpdate),
    shareIncarnation: (incarnation) => incarnationRow(incarnation, dialect.forShare),
    async lastIncarnation() {
      return (await onlyRow<readonly [number]>(queries, 'select incarnations from books'))[0]
    },
    incarnationsOf: (node) => incarnations('node = $1', node),
    unendedIncarnations: () => incarnations("state <> 'ended'"),
    async livingIncarnations(nowMs) {
      const sql = "select count(*) from incarnation where state <> 'ended' and $1 <= lease_until_ms"
      const [row] = await queries.query<readonly [number]>(sql, nowMs)
      return row![0]
    },
    async lapsedIncarnations(nowMs) {
      return (await queries.query<readonly [number]>(LAPSED, nowMs)).map(([incarnation]) => incarnation)
    },
    async overlongIncarnations(untilMs) {
      const sql =
        "select incarnation from incarnation where state <> 'ended' and $1 < lease_until_ms order by incarnation"
      return (await queries.query<readonly [number]>(sql, untilMs)).map(([incarnation]) => incarnation)
    },
    async putIncarnation(row) {
      await queries.run(INCARNATION.put, ...INCARNATION.values(row))
    },
    async subject(account, { project, credential, operation }) {
      const key = [account, project, credential, operation]
      const known = await subjectId(...key)
      if (known !== undefined) return known
      const sql = `insert into subject (account, project, credential, operation) values ($1, $2, $3, $4)
                   on conflict do nothing`
      await queries.run(sql, ...key)
      // Not the number that the insert gave: another node may have been first.
      const id = await subjectId(...key)
      assert(id !== undefined, 'what was inserted, or was in the way, is there')
      return id
    },
    async subjects() {
      const sql = 'select id, account, project, credential, operation from subject order by id'
      const rows = await queries.query<readonly [number, string, string, string, string]>(sql)
      return rows.map(([id, account, project, credential, operation]) => ({
        id,
        account,
        project,
        credential,
        operation,
      }))
    },
    async doubts() {
      return (await queries.query(`select ${DOUBT.columns} from doubt order by id`)).map(DOUBT.read)
    },
    async putDoubt({ id, ...doubt }) {
      const values = DOUBT.values({ ...doubt, id: id ?? 0 }).slice(1)
      if (id === undefined) return void (await queries.run(NEW_DOUBT, ...values))
      assert((await queries.run(CHANGED_DOUBT, ...values, id)) === 1, 'the number of a doubt is given by the books')
    },
    async notices() {
      return (await queries.query(`select ${NOTICE.columns} from notice order by id`)).map(NOTICE.read)
    },
    async addNotice({ atMs, reason, detail }) {
      await queries.run('insert into notice (at_ms, reason, detail) values ($1, $2, $3)', atMs, reason, detail)
    },
  }
}

export async function readBooksId(queries: Queries): Promise<string> {
  return (await onlyRow<readonly [string]>(queries, 'select id from books'))[0]
}

/**
 * Starts from the open grants, because few incarnations have one, while incarnations of nodes that never come back add up. From the first grant of an
 * incarnation it goes to the first one of any later incarnation.
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

const NEW_DOUBT = `
  insert into doubt (account, reason, detail, raised_at_ms, resolved_at_ms, resolved_by, resolved_why)
  values ($1, $2, $3, $4, $5, $6, $7)`

const CHANGED_DOUBT = `
  update doubt set account = $1, reason = $2, detail = $3, raised_at_ms = $4, resolved_at_ms = $5, resolved_by = $6,
    resolved_why = $7
  where id = $8`
