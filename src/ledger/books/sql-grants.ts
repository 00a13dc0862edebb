import { assert } from '../../stdx/assert.ts'
import type { Queries, SqlValue } from '../../storage/storage.ts'
import { GRANTS_MAX, type GrantHint, type GrantRow, type PeriodKey } from './rows.ts'
import type { SqlDialect } from './sql-dialect.ts'
import { forDialects, SqlTable, selectJsonRows } from './sql-table.ts'

export const GRANT = new SqlTable<Omit<GrantRow, 'incarnation'>>('unit_grant', 1, {
  id: 'number',
  account: 'text',
  period: 'text',
  size: 'number',
  spent: 'number',
  acked: 'number',
  exposure: 'number',
  state: 'text',
  version: 'number',
  inFlightHint: 'number',
})

export function createGrantRows(queries: Queries, { name: dialect, forUpdate }: SqlDialect) {
  const select = async (rest: string, ...values: readonly SqlValue[]): Promise<GrantRow[]> =>
    (await GRANT.select(queries, rest, ...values)).map(withIncarnation)
  const grant = async (id: number, lock: string) => (await select(`where id = $1${lock}`, id))[0]
  const grantsAt = (ids: readonly number[], lock: string): Promise<GrantRow[]> =>
    select(`${GRANTS_AT[dialect]}${lock}`, JSON.stringify(ids.map((id) => [id])))
  const openGrants = (account: string, period: string, lock: string): Promise<GrantRow[]> =>
    select(`where state = 'open' and account = $1 and period = $2 order by id${lock}`, account, period)
  const putGrants = async (rows: readonly GrantRow[]): Promise<void> => {
    for (const row of rows) assert(incarnationOf(row.id) === row.incarnation, 'the id of a grant says whose it is')
    await GRANT.put(queries, dialect, rows)
  }
  return {
    grant: (id: number) => grant(id, ''),
    lockGrant: (id: number) => grant(id, forUpdate),
    grantsAt: (ids: readonly number[]) => grantsAt(ids, ''),
    lockGrants: (ids: readonly number[]) => grantsAt(ids, forUpdate),
    openGrants: (account: string, period: string) => openGrants(account, period, ''),
    lockOpenGrants: (account: string, period: string) => openGrants(account, period, forUpdate),
    openGrantsAt(keys: readonly PeriodKey[]) {
      return select(OPEN_GRANTS_AT[dialect], JSON.stringify(keys.map(({ account, period }) => [account, period])))
    },
    grantsOf: (account: string, period: string) =>
      select('where account = $1 and period = $2 order by id', account, period),
    openGrantsOf: (incarnation: number) =>
      select("where state = 'open' and id between $1 and $2 order by id", ...idsOf(incarnation)),
    /** Grants between two ids, both excluded. */
    grantsBetween: (after: number, before: number, limit = Number.MAX_SAFE_INTEGER) =>
      select('where $1 < id and id < $2 order by id limit $3', after, before, limit),
    /** Grants that an earlier audit has seen but could not fold, and grants whose ids it has seen unused. */
    grantsOfCheckpoint: () => select('where id in (select id from audit_grant) order by id'),
    putGrant: (row: GrantRow) => putGrants([row]),
    putGrants,
    async setHints(hints: readonly GrantHint[]) {
      if (hints.length === 0) return
      // All rows are locked in the order of their ids before any is changed: otherwise two transactions could
      // deadlock.
      const sql = `select id, state from unit_grant ${GRANTS_AT[dialect]}${forUpdate}`
      const ids = JSON.stringify(hints.map(({ grant }) => [grant]))
      const locked = new Map(await queries.query<readonly [number, string]>(sql, ids))
      const open = hints.filter(({ grant: id }) => locked.get(id) === 'open')
      await queries.run(
        SET_HINTS[dialect],
        JSON.stringify(open.map(({ grant: id, acked, inFlight }) => [id, acked, inFlight])),
      )
    },
    /**
     * The suspended accounts with an open grant of this incarnation, and its months from which another node needs
     * units.
     */
    async calls(incarnation: number, nowMs: number) {
      const ids = idsOf(incarnation)
      const suspended = await queries.query<readonly [string]>(SUSPENDED, ...ids)
      const recalled = await queries.query<readonly [string, string]>(RECALLED, ...ids, nowMs)
      return {
        suspended: suspended.map(([account]) => account),
        recalled: recalled.map(([account, period]) => ({ account, period })),
      }
    },
  }
}

/** Raises what is acknowledged. A late message never lowers it. */
export const raiseAcked = (acked: string): string => `acked = case when acked < ${acked} then ${acked} else acked end`

const GRANTS_AT = forDialects((dialect) => `where id in (${selectJsonRows(dialect, 'number')}) order by id`)

const OPEN_GRANTS_AT = forDialects((dialect) => {
  return `where state = 'open' and (account, period) in (${selectJsonRows(dialect, 'text', 'text')}) order by id`
})

const SET_HINTS = forDialects((dialect) => {
  return `with hints (grant_id, acked_now, in_flight) as (${selectJsonRows(dialect, 'number', 'number', 'number')})
    update unit_grant set in_flight_hint = hints.in_flight, ${raiseAcked('hints.acked_now')}
    from hints where id = hints.grant_id`
})

const SUSPENDED = `
  select distinct g.account from account a join unit_grant g on g.account = a.account
  where a.state = 'suspended' and g.state = 'open' and g.id between $1 and $2
  order by g.account`

const RECALLED = `
  select distinct g.account, g.period
  from account_period p join unit_grant g on g.account = p.account and g.period = p.period
  where 0 < p.recall_until_ms and $3 < p.recall_until_ms and g.state = 'open' and g.spent < g.size
    and g.id between $1 and $2
  order by g.account, g.period`

function idsOf(incarnation: number): [number, number] {
  return [incarnation * GRANTS_MAX, incarnation * GRANTS_MAX + GRANTS_MAX - 1]
}

function incarnationOf(id: number): number {
  return Math.floor(id / GRANTS_MAX)
}

export function withIncarnation(row: Omit<GrantRow, 'incarnation'>): GrantRow {
  return { ...row, incarnation: incarnationOf(row.id) }
}
