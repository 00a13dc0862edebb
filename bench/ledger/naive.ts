import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

/**
 * What most would write first: one update of the account's row for each request, each in a transaction of its own.
 * Updates a second.
 */
export async function naiveRate(folder: string, url: string | undefined, ms: number): Promise<number> {
  return url === undefined ? naiveSqlite(join(folder, 'naive.db'), ms) : await naivePostgres(url, ms)
}

/** One writer at a time is all that SQLite has. */
function naiveSqlite(path: string, ms: number): number {
  const database = new DatabaseSync(path)
  database.exec(
    'pragma journal_mode = wal; pragma synchronous = full; create table account (id integer primary key, used integer)',
  )
  database.exec('insert into account values (1, 0)')
  const update = database.prepare('update account set used = used + 1 where id = 1 and used < 1000000000')
  const startedMs = performance.now()
  let updates = 0
  for (; performance.now() < startedMs + ms; updates++) update.run()
  database.close()
  return (updates / (performance.now() - startedMs)) * 1000
}

async function naivePostgres(url: string, ms: number): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: 64 })
  await pool.query('create table naive (id int primary key, used int)')
  await pool.query('insert into naive values (1, 0)')
  const startedMs = performance.now()
  let updates = 0
  const client = async (): Promise<void> => {
    const connection = await pool.connect()
    const query = { name: 'naive', text: 'update naive set used = used + 1 where id = 1 and used < 1000000000' }
    for (; performance.now() < startedMs + ms; updates++) await connection.query(query)
    connection.release()
  }
  await Promise.all(Array.from({ length: 64 }, client))
  const rate = (updates / (performance.now() - startedMs)) * 1000
  await pool.end()
  return rate
}
