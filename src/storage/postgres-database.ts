import { type Database, DatabaseError } from './database.ts'
import { describeDatabaseUrl, type ServerPlace } from './database-url.ts'
import type { ConnectOptions } from './postgres-connection.ts'
import { connectPostgres } from './postgres-connector.ts'
import { checkPostgresMigrations, migratePostgres } from './postgres-migrations.ts'
import { createPostgresPool } from './postgres-pool.ts'
import type { SessionOptions } from './postgres-session.ts'
import { noteSeenTimelines } from './postgres-timelines.ts'
import { createQueries, runPostgresTransaction } from './postgres-transaction.ts'

export interface PostgresDatabaseOptions {
  /** `postgres://user@host/database`, or several hosts of which one is the primary: `user@a:5432,b:5432` */
  readonly url: string
  /** A folder of numbered SQL files in `sqlite/` and in `postgres/`. Undefined: whatever tables there are, stay. */
  readonly migrations?: URL
  /** Names the set of tables: each set in a database has its own migration numbers. Default `books`. */
  readonly series?: string
  /** Maximum number of connections. With one, statements run in the order of the calls. */
  readonly connections: number
  /**
   * `read`: the tables must exist and stay as they are. A standby will do if it is the only host; of several hosts the
   * primary is used. `write`: a read-only server is rejected. Default `write`.
   */
  readonly mode?: 'write' | 'read'
  /** How long a statement may take, in ms. */
  readonly patienceMs?: number
  /** Default `any`. */
  readonly plans?: SessionOptions['plans']
  /** How long a statement may wait for a lock, in ms. By default as long as a statement may take. */
  readonly lockMs?: number
  readonly entered?: ConnectOptions['entered']
  /** A file with the timelines that a server has seen, and one that it knows besides. */
  readonly seenTimelines?: string
  readonly marked?: ServerPlace | undefined
}

export async function openPostgresDatabase(options: PostgresDatabaseOptions): Promise<Database> {
  const { url, migrations, connections, mode = 'write', series = 'books' } = options
  const { patienceMs = PATIENCE_MS, plans = 'any', lockMs = patienceMs, entered } = options
  noteSeenTimelines(url, options.seenTimelines, options.marked)
  const session = { patienceMs, lockMs, plans, ...(entered && { entered }) }
  const pool = createPostgresPool(() => connectPostgres({ url, mode, ...session }), connections)
  try {
    const prepare = mode === 'read' ? checkPostgresMigrations : migratePostgres
    const folder = migrations && new URL('postgres/', migrations)
    await pool.use(async (connection) => folder && (await prepare(connection, { url, folder, series })))
  } catch (error) {
    await pool.close()
    throw error instanceof DatabaseError ? nameAddress(error, url) : error
  }
  const snapshot = mode === 'write' ? 'snapshot' : 'snapshot_of_any'
  const alone = { ifLost: 'unknown' } as const
  return {
    dialect: 'postgres',
    query: (sql, ...values) => pool.use((connection) => createQueries(connection, alone).query(sql, ...values)),
    run: (sql, ...values) => pool.use((connection) => createQueries(connection, alone).run(sql, ...values)),
    prepare: () => pool.use(async () => undefined),
    transaction: (work) => pool.use((connection) => runPostgresTransaction(connection, { kind: 'change', work })),
    snapshot: (work) => pool.use((connection) => runPostgresTransaction(connection, { kind: snapshot, work })),
    close: pool.close,
    [Symbol.asyncDispose]: pool.close,
  }
}

/** The longest that a charge waits for its commit. */
const PATIENCE_MS = 2000

/** The operator gave the address in a variable, and may have another database in mind. */
function nameAddress(error: DatabaseError, url: string): DatabaseError {
  const advice = 'Check that PostgreSQL answers there, and the user, the password and the name of the database.'
  const message = `${error.message}. REGISTA_DATABASE_URL names ${describeDatabaseUrl(url)}. ${advice}`
  return new DatabaseError(message, { outcome: error.outcome, reason: error.reason, cause: error.cause })
}
