import { assert } from '../../stdx/assert.ts'
import type { DatabaseValue, Queries } from '../../storage/storage.ts'
import type { ManyRows, OwnedSubject } from './many-rows.ts'
import { ACCOUNT, PERIOD } from './sql-accounts.ts'
import { GRANT, readGrant } from './sql-grants.ts'
import { LINE_STATE } from './sql-journal.ts'
import type { SqlTable } from './sql-table.ts'

/** Rows of many accounts in PostgreSQL: lists of keys and of columns go in as arrays. */
export function postgresManyRows(queries: Queries): Omit<ManyRows, 'accountMonths'> {
  const periods = async (keys: Parameters<ManyRows['lockPeriods']>[0], lock: string) => {
    const sql = `select ${PERIOD.columns} from account_period
                 join unnest($1::text[], $2::text[]) as asked (account, period) using (account, period)
                 order by account, period${lock}`
    const [accounts, months] = [keys.map(({ account }) => account), keys.map(({ period }) => period)]
    return (await queries.query(sql, accounts, months)).map(PERIOD.read)
  }
  return {
    async lockAccounts(accounts) {
      const sql = `select ${ACCOUNT.columns} from account where account = any ($1::text[]) order by account for update`
      return (await queries.query(sql, accounts)).map(ACCOUNT.read)
    },
    lockPeriods: (keys) => periods(keys, ' for update of account_period'),
    periodsAt: (keys) => periods(keys, ''),
    async lockGrants(ids) {
      const sql = `select ${GRANT.columns} from unit_grant where id = any ($1::bigint[]) order by id for update`
      return (await queries.query(sql, ids)).map(readGrant)
    },
    async grantsAt(ids) {
      const sql = `select ${GRANT.columns} from unit_grant where id = any ($1::bigint[])`
      return (await queries.query(sql, ids)).map(readGrant)
    },
    async openGrantsAt(keys) {
      const sql = `select ${GRANT.columns} from unit_grant
                   join unnest($1::text[], $2::text[]) as asked (account, period) using (account, period)
                   where state = 'open'`
      const [accounts, months] = [keys.map(({ account }) => account), keys.map(({ period }) => period)]
      return (await queries.query(sql, accounts, months)).map(readGrant)
    },
    putPeriods: (rows) => put(queries, PERIOD, PUT_PERIODS, rows),
    putGrants: (rows) => put(queries, GRANT, PUT_GRANTS, rows),
    async setHints(hints) {
      if (hints.length === 0) return
      const ids = hints.map(({ grant }) => grant)
      const acked = hints.map((hint) => hint.acked)
      const inFlight = hints.map((hint) => hint.inFlight)
      await queries.run(SET_HINTS, ids, acked, inFlight)
    },
    // As PostgreSQL reads bytes in a text.
    putLineStates: (rows) =>
      put(
        queries,
        LINE_STATE,
        PUT_LINE_STATES,
        rows.map((row) => ({ ...row, requestId: `\\x${row.requestId}` })),
      ),
    subjectNumbers: (subjects) => subjectNumbers(queries, subjects),
  }
}

/** The rows are locked in the order of their numbers before any is changed: else two transactions could wait for each other. */
const SET_HINTS = `
  with asked as (
    select * from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as asked (id, acked, in_flight) order by id
  ), able as materialized (
    select asked.* from asked cross join lateral (
      select from unit_grant g where g.id = asked.id and g.state = 'open' for update
    ) as locked
  )
  update unit_grant g set in_flight_hint = able.in_flight, acked = greatest(g.acked, able.acked)
  from able where g.id = able.id`

const PUT_PERIODS = PERIOD.putMany({ account: 'text', period: 'text', state: 'text' })
const PUT_GRANTS = GRANT.putMany({ account: 'text', period: 'text', state: 'text' })

const PUT_LINE_STATES = LINE_STATE.putMany({ requestId: 'bytea', state: 'text' })

async function put<Row>(
  queries: Queries,
  table: Pick<SqlTable<Row>, 'values'>,
  sql: string,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return
  const values = rows.map((row) => table.values(row))
  // One array for each column.
  const columns = values[0]!.map((_, i) => values.map((row) => row[i])) as unknown as DatabaseValue[]
  await queries.run(sql, ...columns)
}

/**
 * Subjects that have a number are read and the others inserted in one statement. A subject that another node inserts at the same moment is neither: the
 * statement does not see it, and its insert finds it in the way. It is read by the same statement asked once more.
 */
async function subjectNumbers(queries: Queries, subjects: readonly OwnedSubject[]): Promise<number[]> {
  if (subjects.length === 0) return []
  const keyOf = (...key: readonly string[]): string => JSON.stringify(key)
  const numbers = new Map<string, number>()
  const names = (of: (subject: OwnedSubject) => string): string[] => subjects.map(of)
  for (let tries = 0; numbers.size < subjects.length && tries < 2; tries++) {
    const rows = await queries.query<readonly [number, string, string, string, string]>(
      SUBJECT_NUMBERS,
      names(({ account }) => account),
      names(({ project }) => project),
      names(({ credential }) => credential),
      names(({ operation }) => operation),
    )
    for (const [id, ...key] of rows) numbers.set(keyOf(...key), id)
  }
  return subjects.map(({ account, project, credential, operation }) => {
    const number = numbers.get(keyOf(account, project, credential, operation))
    assert(number !== undefined, 'a subject that was inserted, or was in the way, has a number')
    return number
  })
}

/** Sorted, because two transactions that insert the same subjects in another order would wait for each other. */
const SUBJECT_NUMBERS = `
  with asked as (
    select * from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as asked (account, project, credential, operation)
  ), known as (
    select id, account, project, credential, operation from subject join asked using (account, project, credential, operation)
  ), made as (
    insert into subject (account, project, credential, operation)
    select account, project, credential, operation from asked
    where not exists (
      select from known
      where (known.account, known.project, known.credential, known.operation) =
        (asked.account, asked.project, asked.credential, asked.operation)
    )
    order by account, project, credential, operation
    on conflict do nothing
    returning id, account, project, credential, operation
  )
  select * from known union all select * from made`
