import { assert } from '../../stdx/assert.ts'
import type { Queries, SqlValue } from '../../storage/storage.ts'
import { GRANTS_MAX, type GrantRow, type Rows } from './rows.ts'
import type { SqlDialect } from './sql-dialect.ts'
import { sqlTable } from './sql-table.ts'

type GrantRows = Pick<
  Rows,
  | 'grant'
  | 'lockGrant'
  | 'lockOpenGrants'
  | 'openGrants'
  | 'openGrantsOf'
  | 'grants'
  | 'putGrant'
  | 'setHints'
  | 'calls'
>

export const GRANT = sqlTable<Omit<GrantRow, 'incarnation'>>('unit_grant', 1, [
  'id',
  'account',
  'period',
  'size',
  'spent',
  'acked',
  'exposure',
  'state',
  'version',
  'inFlightHint',
])

/** What only an audit reads. */
interface AuditedGrants {
  /** Those between two ids, without these. */
  grantsBetween(after: number, before: number, limit?: number): Promise<GrantRow[]>
  /** Those that an earlier audit has seen and could not fold yet, and those of which it has only seen that the id is free. */
  grantsOfCheckpoint(): Promise<GrantRow[]>
}

/** How many rows of a long table are read at a time. */
const PAGE_ROWS = 1000

export function grantRows(queries: Queries, { forUpdate }: SqlDialect): GrantRows & AuditedGrants {
  const grant = async (id: number, lock: string) => {
    const [row] = await queries.query(`select ${GRANT.columns} from unit_grant where id = $1${lock}`, id)
    return row && readGrant(row)
  }
  const openGrants = async (account: string, period: string, lock: string) => {
    const sql = `select ${GRANT.columns} from unit_grant where state = 'open' and account = $1 and period = $2
                 order by id${lock}`
    return (await queries.query(sql, account, period)).map(readGrant)
  }
  return {
    grant: (id) => grant(id, ''),
    lockGrant: (id) => grant(id, forUpdate),
    lockOpenGrants: (account, period) => openGrants(account, period, forUpdate),
    openGrants: (account, period) => openGrants(account, period, ''),
    async openGrantsOf(incarnation) {
      const sql = `select ${GRANT.columns} from unit_grant where state = 'open' and id between $1 and $2 order by id`
      return (await queries.query(sql, ...idsOf(incarnation))).map(readGrant)
    },
    async *grants() {
      for (let after = -1, rows = PAGE_ROWS; rows === PAGE_ROWS; ) {
        const sql = `select ${GRANT.columns} from unit_grant where $1 < id order by id limit ${PAGE_ROWS}`
        const page = (await queries.query(sql, after)).map(readGrant)
        yield* page
        rows = page.length
        after = page.at(-1)?.id ?? after
      }
    },
    async grantsBetween(after, before, limit = Number.MAX_SAFE_INTEGER) {
      const sql = `select ${GRANT.columns} from unit_grant where $1 < id and id < $2 order by id limit $3`
      return (await queries.query(sql, after, before, limit)).map(readGrant)
    },
    async grantsOfCheckpoint() {
      const columns = GRANT.columns.replace(/\w+/g, 'g.$&')
      const sql = `select ${columns} from audit_grant a join unit_grant g on g.id = a.id order by g.id`
      return (await queries.query(sql)).map(readGrant)
    },
    async putGrant(row) {
      assert(incarnationOf(row.id) === row.incarnation, 'the id of a grant says whose it is')
      await queries.run(GRANT.put, ...GRANT.values(row))
    },
    async setHints(hints) {
      const sql = `update unit_grant set in_flight_hint = $3, ${ACKED_UP_TO('$2')} where id = $1 and state = 'open'`
      for (const { grant, acked, inFlight } of hints) await queries.run(sql, grant, acked, inFlight)
    },
    async calls(incarnation, nowMs) {
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

/** What is acknowledged stays so: a message that comes late sets it back to nothing. */
export const ACKED_UP_TO = (acked: string): string => `acked = case when acked < ${acked} then ${acked} else acked end`

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

export function readGrant(values: readonly SqlValue[]): GrantRow {
  const row = GRANT.read(values)
  return { ...row, incarnation: incarnationOf(row.id) }
}
