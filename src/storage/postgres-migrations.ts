import { readFileSync } from 'node:fs'
import { InputError } from '../stdx/input-error.ts'
import { listMigrations, refuseNewer, refuseOlder } from './migrations.ts'
import type { PostgresConnection, PostgresQuery } from './postgres-connection.ts'
import { runPostgresTransaction } from './postgres-transaction.ts'

export interface PostgresMigrations {
  readonly url: string
  readonly folder: URL
  /** Which of the sets of tables in this database the folder makes: each has its own numbers. */
  readonly series: string
}

/** Runs the numbered files that this database has not seen, each in one transaction with its number. Of several nodes that start at once, one does. */
export async function migratePostgres(
  connection: PostgresConnection,
  { url, folder, series }: PostgresMigrations,
): Promise<void> {
  const files = listMigrations(folder)
  const ask = (sql: string, values?: PostgresQuery['values']) =>
    connection.ask({ sql, ifLost: 'not_done', within: 'change', waitMs: MIGRATION_MS, ...(values && { values }) })
  const next = async (): Promise<'applied' | 'up_to_date'> => {
    await ask(`set local statement_timeout = ${MIGRATION_MS}`)
    await ask(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
    const { rows: tables } = await ask(`select 1 where to_regclass('regista_migration') is not null`)
    if (tables.length === 0) {
      await ask('create table regista_migration (series text, number integer, primary key (series, number))')
    }
    const { rows } = await ask(APPLIED, [series])
    const applied = Number(rows[0]![0])
    refuseNewer(`The database ${redactDatabaseUrl(url)}`, { applied, known: files.length })
    const file = files[applied]
    if (file === undefined) return 'up_to_date'
    await ask(readFileSync(file, 'utf8'))
    await ask('insert into regista_migration values ($1, $2)', [series, applied + 1])
    return 'applied'
  }
  while ((await runPostgresTransaction(connection, { kind: 'change', work: next })) === 'applied');
}

/** For who only reads, and may not change the schema either. */
export async function checkPostgresMigrations(
  connection: PostgresConnection,
  { url, folder, series }: PostgresMigrations,
): Promise<void> {
  const name = `The database ${redactDatabaseUrl(url)}`
  const ask = (sql: string, values?: PostgresQuery['values']) =>
    connection.ask({ sql, ifLost: 'not_done', waitMs: MIGRATION_MS, ...(values && { values }) })
  const { rows: tables } = await ask(`select 1 where to_regclass('regista_migration') is not null`)
  const applied = tables.length === 0 ? 0 : Number((await ask(APPLIED, [series])).rows[0]![0])
  if (applied === 0)
    throw new InputError(`${name} has no tables of Regista yet. The server makes them when it is first started.`)
  const known = listMigrations(folder).length
  refuseNewer(name, { applied, known })
  refuseOlder(name, { applied, known })
}

const APPLIED = 'select coalesce(max(number), 0) from regista_migration where series = $1'

/** What a migration may take, and the wait for another node's; in ms. */
const MIGRATION_MS = 60_000

/** Any number that is always the same. */
const MIGRATION_LOCK = 4_817_263

/** Without user and password. */
function redactDatabaseUrl(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}
