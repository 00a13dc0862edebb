import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Clock } from '../../stdx/clock.ts'
import { type Database, openDatabase } from '../../storage/storage.ts'
import { writeMigrations } from '../../storage/testing/migrations.ts'
import { BOOKS_MIGRATIONS, openSqlBooks } from '../books/sql-store.ts'
import type { BooksStore } from '../books/store.ts'

export const STORE_KINDS = ['sqlite', 'postgres'] as const
export type StoreKind = (typeof STORE_KINDS)[number]

/** Books of either kind. */
export interface ExampleStore {
  readonly store: BooksStore
  /** To read the tables, and to damage them. */
  readonly database: Database
  [Symbol.asyncDispose](): Promise<void>
}

export interface ExampleStoreOptions {
  readonly clock: Clock
  /** Books of the same kind that these begin as a copy of. Otherwise they are empty. */
  readonly copyOf?: ExampleStore
  /** A server for books in PostgreSQL. The books get a schema of their own. */
  readonly postgresUrl?: string
  /** How many batches may be under way to PostgreSQL at a time. A node sends one. */
  readonly postConnections?: number
  /** Wraps the connections, so that a test can inject faults. */
  readonly through?: (database: Database) => Database
}

export async function openExampleStore(kind: StoreKind, options: ExampleStoreOptions): Promise<ExampleStore> {
  const { databases, remove } = kind === 'sqlite' ? await openOnSqlite(options) : await openOnPostgres(options)
  const { through = (database) => database, clock } = options
  const [posts, transactions, snapshots] = databases
  const store = openSqlBooks({ posts: through(posts), transactions: through(transactions), snapshots }, { clock })
  return {
    store,
    database: transactions,
    async [Symbol.asyncDispose]() {
      await store.close()
      remove()
    },
  }
}

type Connections = readonly [posts: Database, transactions: Database, snapshots: Database]

async function openOnSqlite({ copyOf }: ExampleStoreOptions): Promise<{ databases: Connections; remove(): void }> {
  const dir = mkdtempSync(join(tmpdir(), 'regista-books-'))
  const options = { path: join(dir, 'ledger.db'), migrations: BOOKS_MIGRATIONS }
  await copyOf?.database.run(`vacuum into '${options.path}'`)
  const writer = await openDatabase({ ...options, mode: 'write' })
  const reader = await openDatabase({ ...options, mode: 'read' })
  return { databases: [writer, writer, reader], remove: () => rmSync(dir, { recursive: true }) }
}

let schemas = 0

async function openOnPostgres({
  postgresUrl: url,
  postConnections = 1,
  copyOf,
}: ExampleStoreOptions): Promise<{ databases: Connections; remove(): void }> {
  assert(url !== undefined, 'books in PostgreSQL need a server')
  const schema = `books_${process.pid}_${schemas++}`
  const own = `${url}&options=-csearch_path%3D${schema}`
  await createSchema(url, schema)
  const options = { url: own, migrations: BOOKS_MIGRATIONS }
  const others = await openDatabase({ ...options, connections: OTHER_CONNECTIONS })
  if (copyOf !== undefined) await copyRows(copyOf.database, others)
  const posts = await openDatabase({ ...options, connections: postConnections, plans: 'by_index' })
  return { databases: [posts, others, others], remove: () => undefined }
}

/** Connections for everything but batches. */
const OTHER_CONNECTIONS = 4

async function createSchema(url: string, schema: string): Promise<void> {
  using nothing = writeMigrations()
  await using database = await openDatabase({ url, migrations: nothing.folder, connections: 1 })
  await database.run(`create schema ${schema}`)
}

async function copyRows(from: Database, to: Database): Promise<void> {
  const [[source]] = (await from.query('select current_schema()::text')) as [[string]]
  const tables = await to.query<readonly [table: string, hasIdentity: number]>(
    `select t.table_name::text, exists (select from information_schema.columns c where c.is_identity = 'YES'
       and (c.table_schema, c.table_name) = (t.table_schema, t.table_name))::integer
     from information_schema.tables t where t.table_schema = current_schema()`,
  )
  await to.transaction(async (queries) => {
    // Foreign keys are not checked, so the order of the tables does not matter.
    await queries.run('set local session_replication_role = replica')
    for (const [table, hasIdentity] of tables) {
      await queries.run(`delete from ${table}`)
      await queries.run(`insert into ${table} overriding system value select * from ${source}.${table}`)
      const next = `(select coalesce(max(id), 0) + 1 from ${table})`
      if (hasIdentity === 1)
        await queries.query(`select setval(pg_get_serial_sequence('${table}', 'id'), ${next}, false)`)
    }
  })
}
