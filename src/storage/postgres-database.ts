import type { Database } from './database.ts'
import { connectPostgres } from './postgres-connection.ts'
import { checkPostgresMigrations, migratePostgres } from './postgres-migrations.ts'
import { createPostgresPool } from './postgres-pool.ts'
import type { SessionOptions } from './postgres-session.ts'
import { createQueries, readOnce, runPostgresTransaction } from './postgres-transaction.ts'

export interface PostgresDatabaseOptions {
  /** `postgres://user@host/database` */
  readonly url: string
  /** A folder of numbered SQL files in `sqlite/` and in `postgres/`. */
  readonly migrations: URL
  /** The name under which the numbers of these migrations are kept: a database may hold several sets of tables. Default `books`. */
  readonly series?: string
  /** At most so many at a time. With one, statements run in the order they were asked. */
  readonly connections: number
  /** `read`: the tables must be there already, and are left as they are; a standby will do. `write`: a server that only reads is as good as none. Default `write`. */
  readonly mode?: 'write' | 'read'
  /** How long a statement may take, in ms. */
  readonly patienceMs?: number
  /** Default `any`. */
  readonly plans?: SessionOptions['plans']
}

export async function openPostgresDatabase(options: PostgresDatabaseOptions): Promise<Database> {
  const { url, migrations, connections, mode = 'write', series = 'books' } = options
  const { patienceMs = PATIENCE_MS, plans = 'any' } = options
  const pool = createPostgresPool(() => connectPostgres({ url, mode, patienceMs, plans }), connections)
  try {
    const prepare = mode === 'read' ? checkPostgresMigrations : migratePostgres
    await pool.use((connection) => prepare(connection, { url, folder: new URL('postgres/', migrations), series }))
  } catch (error) {
    await pool.close()
    throw error
  }
  const snapshot = mode === 'write' ? 'snapshot' : 'snapshot_of_any'
  const alone = { ifLost: 'unknown' } as const
  return {
    dialect: 'postgres',
    query: (sql, ...values) => pool.use((connection) => createQueries(connection, alone).query(sql, ...values)),
    run: (sql, ...values) => pool.use((connection) => createQueries(connection, alone).run(sql, ...values)),
    readOnce: (sql, ...values) => pool.use((connection) => readOnce(connection, { mode, sql, values })),
    transaction: (work) => pool.use((connection) => runPostgresTransaction(connection, { kind: 'change', work })),
    snapshot: (work) => pool.use((connection) => runPostgresTransaction(connection, { kind: snapshot, work })),
    close: pool.close,
    [Symbol.asyncDispose]: pool.close,
  }
}

/** A debit waits no longer than this for its commit. */
const PATIENCE_MS = 2000
