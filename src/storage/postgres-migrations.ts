import { readFileSync } from 'node:fs'
import { NotYetError } from '../stdx/input-error.ts'
import { knownSchema, nextMigration, refuseNewer, refuseOlder } from './migrations.ts'
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
    const { rows: tables } = await query(`select 1 where to_regclass('regista_migration') is not null`)
    if (tables.length === 0) {
      await query('create table regista_migration (series text, number integer, primary key (series, number))')
    }
    const { rows } = await query(APPLIED, [series])
    const applied = Number(rows[0]![0])
    const next = nextMigration(`The database ${redactDatabaseUrl(url)}`, applied, folder)
    if (next === undefined) return 'up_to_date'
    await query(readFileSync(next.file, 'utf8'))
    await query('insert into regista_migration values ($1, $2)', [series, next.number])
    return 'applied'
  }
  while ((await runPostgresTransaction(connection, { kind: 'change', work: applyNext })) === 'applied');
}

/** Checks the schema number without changing anything, for a reader. */
export async function checkPostgresMigrations(
  connection: PostgresConnection,
  { url, folder, series }: PostgresMigrations,
): Promise<void> {
  const name = `The database ${redactDatabaseUrl(url)}`
  const query = (sql: string, values?: PostgresQuery['values']) =>
    connection.query({ sql, ifLost: 'not_done', waitMs: MIGRATION_MS, ...(values && { values }) })
  const { rows: tables } = await query(`select 1 where to_regclass('regista_migration') is not null`)
  const applied = tables.length === 0 ? 0 : Number((await query(APPLIED, [series])).rows[0]![0])
  if (applied === 0)
    throw new NotYetError(`${name} has no tables of Regista yet. The server creates them at its first start.`)
  const known = knownSchema(folder)
  refuseNewer(name, { applied, known })
  refuseOlder(name, { applied, known })
}

const APPLIED = 'select coalesce(max(number), 0) from regista_migration where series = $1'

/** How long a migration may take, and the wait for one that another node runs. */
const MIGRATION_MS = 60_000

/** An arbitrary constant. */
const MIGRATION_LOCK = 4_817_263

/** Without user and password. */
function redactDatabaseUrl(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}
