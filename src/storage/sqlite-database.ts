import { closeSync, existsSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { InputError } from '../stdx/input-error.ts'
import { type Database, DatabaseError, type Queries } from './database.ts'
import { checkMigrations, migrateSqlite } from './migrations.ts'
import { createSerialQueue } from './serial-queue.ts'
import { explainOpeningError } from './sqlite-errors.ts'
import { enableWriteAheadLog } from './sqlite-log.ts'
import { prepareStatements, type Statements } from './sqlite-statements.ts'
import { rollBack, runStatements, runTransaction } from './sqlite-transaction.ts'

export interface SqliteDatabaseOptions {
  readonly path: string
  /** A folder of numbered SQL files in `sqlite/` and in `postgres/`. */
  readonly migrations: URL
  /** `write`: the only writer, which creates the file and its tables. `read`: beside a writer of any process. */
  readonly mode: 'write' | 'read'
}

/**
 * A SQLite file behind the asynchronous interface. It blocks the calling thread, and a commit waits for the disk: give
 * it its own thread where that matters. It runs one transaction at a time; waiting for a second inside one hangs.
 */
export function openSqliteDatabase(options: SqliteDatabaseOptions): Database {
  const connection = connect(options)
  const statements = prepareStatements(connection)
  const enqueue = createSerialQueue()
  const alone: Queries = {
    query: (sql, ...values) => enqueue(async () => statements.query(sql, values, { commits: true })),
    run: (sql, ...values) => enqueue(async () => statements.run(sql, values, { commits: true })),
  }
  const close = () =>
    enqueue(async () => {
      if (connection.isOpen) connection.close()
    })
  return {
    dialect: 'sqlite',
    ...alone,
    transaction: (work) => enqueue(() => runTransaction(connection, statements, work)),
    prepare: async () => undefined,
    snapshot: (work) => enqueue(() => readSnapshot(connection, statements, work)),
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** SQLite's name for a database without a file. A transaction copies each page that it changes, so pages are small. */
const IN_MEMORY = ':memory:'

function connect({ path, migrations, mode }: SqliteDatabaseOptions): DatabaseSync {
  if (mode === 'read' && !existsSync(path)) throw new InputError(`${path} does not exist.`)
  const folder = new URL('sqlite/', migrations)
  let connection: DatabaseSync | undefined
  try {
    // The file holds keys and charges: only its owner may read it. SQLite gives its log the same rights.
    if (mode === 'write' && path !== IN_MEMORY) closeSync(openSync(path, 'a', 0o600))
    connection = new DatabaseSync(path, { readOnly: mode === 'read', timeout: BUSY_MS, returnArrays: true })
    connection.exec(`pragma cache_size = -${CACHE_KIB}`)
    if (mode === 'read') {
      checkMigrations(connection, path, folder)
    } else {
      connection.exec(WRITER_PRAGMAS)
      if (path === IN_MEMORY) connection.exec('pragma page_size = 1024')
      enableWriteAheadLog(connection, path)
      migrateSqlite(connection, path, folder)
    }
    return connection
  } catch (error) {
    connection?.close()
    throw explainOpeningError(error, path)
  }
}

/**
 * Runs `work` in a read transaction. A write in it fails and is rolled back. `pragma query_only` would also refuse it,
 * but each use makes SQLite recompile every prepared statement: ten times the cost of running them.
 */
async function readSnapshot<T>(
  connection: DatabaseSync,
  statements: Statements,
  work: (queries: Queries) => Promise<T>,
): Promise<T> {
  statements.exec('begin', { commits: false })
  try {
    const before = countChangedRows(statements)
    const result = await runStatements(statements, work)
    if (countChangedRows(statements) !== before)
      throw new DatabaseError('a snapshot cannot write', { outcome: 'not_done', reason: 'refused' })
    return result
  } finally {
    rollBack(connection)
  }
}

/** Counts the rows that this connection has changed since it was opened. */
function countChangedRows(statements: Statements): number {
  const [[rows]] = statements.query('select total_changes()', [], { commits: false }) as [[number]]
  return rows
}

/** How long to wait for another program that writes the file. */
const BUSY_MS = 2000

const CACHE_KIB = 16_384

/**
 * A page of 8 KiB holds a batch of 64 debits. The smaller default would put most batches on half-empty overflow pages.
 * FULL: a commit returns when it is on the disk.
 */
const WRITER_PRAGMAS = `
  pragma page_size = 8192;
  pragma synchronous = full;
  pragma foreign_keys = on;
`
