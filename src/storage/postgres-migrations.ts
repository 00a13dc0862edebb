import { readFileSync } from 'node:fs'
import { GivenError } from '../stdx/given-error.ts'
import { migrationFiles, refuseNewer, refuseOlder } from './migrations.ts'
import type { PostgresConnection, Question } from './postgres-connection.ts'
import { transact } from './postgres-transaction.ts'

/** Runs the numbered files that this database has not seen, each in one transaction with its number. Of several nodes that start at once, one does. */
export async function migratePostgres(
  connection: PostgresConnection,
  { url, folder }: { readonly url: string; readonly folder: URL },
): Promise<void> {
  const files = migrationFiles(folder)
  const ask = (sql: string, values?: Question['values']) =>
    connection.ask({ sql, ifLost: 'not_done', waitMs: MIGRATION_MS, ...(values && { values }) })
  const next = async (): Promise<'applied' | 'up_to_date'> => {
    await ask(`set local statement_timeout = ${MIGRATION_MS}`)
    await ask(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
    const { rows: tables } = await ask(`select 1 where to_regclass('regista_migration') is not null`)
    if (tables.length === 0) await ask('create table regista_migration (number integer primary key)')
    const { rows } = await ask('select coalesce(max(number), 0) from regista_migration')
    const applied = Number(rows[0]![0])
    refuseNewer(`The database ${shown(url)}`, { applied, known: files.length })
    const file = files[applied]
    if (file === undefined) return 'up_to_date'
    await ask(readFileSync(file, 'utf8'))
    await ask('insert into regista_migration values ($1)', [applied + 1])
    return 'applied'
  }
  while ((await transact(connection, { begin: 'begin', work: next, ifCommitIsLost: 'unknown' })) === 'applied');
}

/** For who only reads, and may not change the schema either. */
export async function checkPostgresMigrated(
  connection: PostgresConnection,
  { url, folder }: { readonly url: string; readonly folder: URL },
): Promise<void> {
  const name = `The database ${shown(url)}`
  const ask = (sql: string) => connection.ask({ sql, ifLost: 'not_done', waitMs: MIGRATION_MS })
  const { rows: tables } = await ask(`select 1 where to_regclass('regista_migration') is not null`)
  if (tables.length === 0)
    throw new GivenError(`${name} has no tables of Regista yet. The server makes them when it is first started.`)
  const { rows } = await ask('select coalesce(max(number), 0) from regista_migration')
  const applied = Number(rows[0]![0])
  const known = migrationFiles(folder).length
  refuseNewer(name, { applied, known })
  refuseOlder(name, { applied, known })
}

/** What a migration may take, and the wait for another node's; in ms. */
const MIGRATION_MS = 60_000

/** Any number that is always the same. */
const MIGRATION_LOCK = 4_817_263

/** Without user and password. */
function shown(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}
