import { closeSync, existsSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { InputError } from '../stdx/input-error.ts'
import { type Database, DatabaseError, type Queries } from './database.ts'
import { checkMigrations, migrateSqlite } from './migrations.ts'
import { createSerialQueue } from './serial-queue.ts'
import { explainSqliteError } from './sqlite-errors.ts'
import { enableWriteAheadLog } from './sqlite-log.ts'
import { prepareStatements, type Statements } from './sqlite-statements.ts'
import { rollBack, runStatements, runTransaction } from './sqlite-transaction.ts'

export interface SqliteDatabaseOptions {
  readonly path: string
  /** A folder of numbered SQL files in `sqlite/` and in `postgres/`. */
  readonly migrations: URL
  /** `write`: the one writer, which also makes the file and its tables. `read`: beside a writer, in this process or another. */
  readonly mode: 'write' | 'read'
}

/**
 * A SQLite file behind the asynchronous door. It works in the thread that calls, statement by statement, and a commit waits for the disk: whoever
 * must not wait gives it a thread of its own. One transaction at a time; do not wait for a second one within the first.
 */
export function openSqliteDatabase(options: SqliteDatabaseOptions): Database {
  const connection = connect(options)
  const ask = prepareStatements(connection)
  const inTurn = createSerialQueue()
  const alone: Queries = {
    query: (sql, ...values) => inTurn(async () => ask.query(sql, values, { commits: true })),
    run: (sql, ...values) => inTurn(async () => ask.run(sql, values, { commits: true })),
  }
  const close = () =>
    inTurn(async () => {
      if (connection.isOpen) connection.close()
    })
  return {
    dialect: 'sqlite',
    ...alone,
    transaction: (work) => inTurn(() => runTransaction(connection, ask, work)),
    readOnce: (sql, ...values) => inTurn(async () => ask.query(sql, values, { commits: false })),
    snapshot: (work) => inTurn(() => readSnapshot(connection, ask, work)),
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** SQLite's name for a database without a file. */
const IN_MEMORY = ':memory:'

function connect({ path, migrations, mode }: SqliteDatabaseOptions): DatabaseSync {
  if (mode === 'read' && !existsSync(path)) throw new InputError(`${path} does not exist.`)
  const folder = new URL('sqlite/', migrations)
  let connection: DatabaseSync | undefined
  try {
    // Keys, secrets, who has bought what: nobody else may read it. SQLite gives the files beside it the same rights.
    if (mode === 'write' && path !== IN_MEMORY) closeSync(openSync(path, 'a', 0o600))
    connection = new DatabaseSync(path, { readOnly: mode === 'read', timeout: BUSY_MS })
    connection.exec(`pragma cache_size = -${CACHE_KIB}`)
    if (mode === 'read') {
      checkMigrations(connection, path, folder)
    } else {
      connection.exec(WRITER_PRAGMAS)
      enableWriteAheadLog(connection, path)
      migrateSqlite(connection, path, folder)
    }
    return connection
  } catch (error) {
    connection?.close()
    throw explainSqliteError(error, path)
  }
}

/**
 * A view of one moment. A write in it fails, and the rollback undoes it. SQLite's own switch (`pragma query_only`) would do the same, but each use of it
 * makes SQLite compile every prepared statement of the connection again, which costs ten times as much as running them.
 */
async function readSnapshot<T>(
  connection: DatabaseSync,
  ask: Statements,
  work: (queries: Queries) => Promise<T>,
): Promise<T> {
  ask.exec('begin', { commits: false })
  try {
    const before = changedRows(ask)
    const result = await runStatements(ask, work)
    if (changedRows(ask) !== before)
      throw new DatabaseError('a snapshot cannot write', { outcome: 'not_done', reason: 'refused' })
    return result
  } finally {
    rollBack(connection)
  }
}

/** Rows that this connection has changed since it was opened. */
function changedRows(ask: Statements): number {
  const [[rows]] = ask.query('select total_changes()', [], { commits: false }) as [[number]]
  return rows
}

/** Another program may look at the file with a tool that writes; it is waited for so long, in ms. */
const BUSY_MS = 2000

const CACHE_KIB = 16_384

/**
 * Pages of 8 KiB hold a batch of 64 debits in one piece; the smaller default would put most of it on a page of its own, half empty.
 * FULL: a commit returns when it is on the disk.
 */
const WRITER_PRAGMAS = `
  pragma page_size = 8192;
  pragma synchronous = full;
  pragma foreign_keys = on;
`
