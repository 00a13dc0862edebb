import { NotYetError } from '../stdx/input-error.ts'
import { describeDatabaseUrl } from './database-url.ts'
import { checkSchema, knownSchema, nextMigration, type Schema } from './migrations.ts'
import type { PostgresConnection, PostgresQuery } from './postgres-connection.ts'
import { runPostgresTransaction } from './postgres-transaction.ts'

export interface PostgresMigrations {
  readonly url: string
  readonly folder: URL
  /** Names the set of tables: each set in a database has its own migration numbers. */
  readonly series: string
}

/**
 * Runs the files that this database has not seen. Each runs in one transaction that also stores its number.
 * A lock lets one of several starting nodes do it.
 */
export async function migratePostgres(
  connection: PostgresConnection,
  { url, folder, series }: PostgresMigrations,
): Promise<void> {
  const query = (sql: string, values?: PostgresQuery['values']) =>
    connection.query({ sql, ifLost: 'not_done', within: 'change', waitMs: MIGRATION_MS, ...(values && { values }) })
  const applyNext = async (): Promise<'applied' | 'up_to_date'> => {
    await query(`set local statement_timeout = ${MIGRATION_MS}`)
    await query(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
    const next = nextMigration(`The database ${describeDatabaseUrl(url)}`, await readSchema(query, series), folder)
    if (next === undefined) return 'up_to_date'
    await query(TABLE)
    await query(next.sql)
    await query('insert into regista_migration (series, number, works_from) values ($1, $2, $3)', [
      series,
      next.number,
      next.worksFrom,
    ])
    return 'applied'
  }
  while ((await runPostgresTransaction(connection, { kind: 'change', work: applyNext })) === 'applied');
}

/** Checks the schema number without changing anything, for a reader. */
export async function checkPostgresMigrations(
  connection: PostgresConnection,
  { url, folder, series }: PostgresMigrations,
): Promise<void> {
  const name = `The database ${describeDatabaseUrl(url)}`
  const query = (sql: string, values?: PostgresQuery['values']) =>
    connection.query({ sql, ifLost: 'not_done', waitMs: MIGRATION_MS, ...(values && { values }) })
  const schema = await readSchema(query, series)
  if (schema.applied === 0)
    throw new NotYetError(`${name} has no tables of Regista yet. The server creates them at its first start.`)
  checkSchema(name, { ...schema, known: knownSchema(folder) })
}

/** Versions before 0.3 made the table without `works_from`. */
async function readSchema(
  query: (sql: string, values?: PostgresQuery['values']) => ReturnType<PostgresConnection['query']>,
  series: string,
): Promise<Schema> {
  const { rows: columns } = await query(
    `select attname::text from pg_attribute where attrelid = to_regclass('regista_migration') and attnum > 0`,
  )
  if (columns.length === 0) return { applied: 0, worksFrom: undefined }
  const worksFrom = columns.some(([name]) => name === 'works_from') ? 'works_from' : 'null::integer'
  const { rows } = await query(
    `select number, ${worksFrom} from regista_migration where series = $1 order by number desc limit 1`,
    [series],
  )
  const [applied, from] = rows[0] ?? [0, null]
  return { applied: Number(applied), worksFrom: from === null ? undefined : Number(from) }
}

const TABLE = `
  create table if not exists regista_migration (series text, number integer, primary key (series, number));
  alter table regista_migration add column if not exists works_from integer`

/** How long a migration may take, and the wait for one that another node runs. */
const MIGRATION_MS = 60_000

/** An arbitrary constant. */
const MIGRATION_LOCK = 4_817_263
