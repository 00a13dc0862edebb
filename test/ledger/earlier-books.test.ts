import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { compareBooks } from '../../src/ledger/audit/audit.ts'
import { buildStatement } from '../../src/ledger/statement.ts'
import { BOOKS_MIGRATIONS, Books } from '../../src/ledger/tables/books.ts'
import { insertIncarnation } from '../../src/ledger/tables/incarnations.ts'
import { batchHash, chainStart, packLines } from '../../src/ledger/tables/lines.ts'
import { storeMonths } from '../../src/ledger/tables/months.ts'
import { post } from '../../src/ledger/tables/post.ts'
import { hashSubject, readSubjects, storeSubjects } from '../../src/ledger/tables/subjects.ts'
import { BOOKS_KINDS, type BooksKind } from '../../src/ledger/testing/test-books.ts'
import { type Database, openDatabase, type SqlValue } from '../../src/storage/storage.ts'
import { migrationsBefore } from '../../src/storage/testing/migrations.ts'
import { startPostgres } from '../../src/storage/testing/postgres.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-earlier-books-'))
after(() => rmSync(dir, { recursive: true }))

/** Books of the last build that numbered subjects in order: two accounts, six subjects, 40 batches, half audited. */
const FILE = join(dir, 'ledger.db')
writeFileSync(FILE, gunzipSync(readFileSync('test/fixtures/books-schema-2.db.gz')))
const EARLIER = migrationsBefore('0003', BOOKS_MIGRATIONS, join(dir, 'migrations'))
const TABLES = [
  ...['account', 'account_change', 'month', 'account_month', 'subject', 'incarnation', 'batch', 'audit_mark'],
  ...['audited', 'subject_day'],
]
const PERIOD = '2026-11'

type Open = (migrations: URL) => Promise<Database>

/** The earlier build has written them on SQLite; on PostgreSQL they are copied row by row. */
async function openEarlier(kind: BooksKind, stack: AsyncDisposableStack): Promise<Open> {
  const inFile: Open = (migrations) => openDatabase({ path: FILE, migrations, mode: 'write' })
  if (kind === 'sqlite') return inFile
  const { url } = stack.use(await startPostgres())
  await using file = await openDatabase({ path: FILE, migrations: EARLIER, mode: 'write' })
  await using books = await openDatabase({ url, migrations: EARLIER, connections: 1 })
  for (const table of TABLES) {
    const columns = (await file.query<readonly [string]>(`select name from pragma_table_info('${table}')`)).flat()
    const values = columns.map((_, i) => `$${i + 1}`)
    const sql = `insert into ${table} (${columns.join()}) overriding system value values (${values.join()})`
    for (const row of await file.query<SqlValue[]>(`select ${columns.join()} from ${table}`))
      await books.run(sql, ...row)
  }
  await books.query("select setval('subject_id_seq', (select max(id) from subject))")
  return (migrations) => openDatabase({ url, migrations, connections: 1 })
}

/** What must never change: the stored lines with their hashes, and what a customer sees of them. */
async function readAll(database: Database) {
  const books = new Books(database)
  const { differences } = await compareBooks(books, { depth: 'full' })
  assert.deepEqual(differences, [])
  const statements = await books.snapshot(async (rows) => {
    const found = [await buildStatement(rows, 'anna', PERIOD), await buildStatement(rows, 'berta', PERIOD)]
    return found.map((one) => (one.outcome === 'statement' ? one.lines : one))
  })
  const sql = 'select incarnation, seq, hash, lines from batch where incarnation <> 7 order by 1, 2'
  return { statements, batches: await books.query(sql) }
}

/** The statements with which the earlier build numbered a subject and noted the number. */
async function numberAsEarlier(database: Database, incarnation: number, credential: string): Promise<number> {
  const sql = 'select id from subject where (account, project, credential, operation) = ($1, $2, $3, $4)'
  const read = () => database.query<readonly [number]>(sql, 'anna', 'p0', credential, 'o')
  if ((await read()).length === 0)
    await database.run(
      `insert into subject (account, project, credential, operation) values ('anna', 'p0', $1, 'o') on conflict do nothing`,
      credential,
    )
  const [id] = (await read()).at(-1)!
  const note = `update incarnation set subjects = case when subjects < $2 then $2 else subjects end
                where incarnation = $1 and $3 <= subjects`
  assert.equal(await database.run(note, incarnation, id, 0), 1)
  return id
}

// PostgreSQL first: the file is then still as the earlier build left it.
for (const kind of BOOKS_KINDS.toReversed())
  test(`books with numbers in order on ${kind} keep them, also beside servers of the earlier build, and on the way back`, async () => {
    await using stack = new AsyncDisposableStack()
    const open = await openEarlier(kind, stack)
    const before = await open(EARLIER).then(async (database) => {
      await using earlier = database
      return await readAll(earlier)
    })
    assert.equal(before.batches.length, 40)
    await using database = await open(BOOKS_MIGRATIONS)
    assert.deepEqual(await readAll(database), before)

    const books = new Books(database)
    const subject = { account: 'anna', project: 'p0', credential: 'k0', operation: 'o' }
    const id = hashSubject(subject)
    const requestId = 'a'.repeat(32)
    const start = chainStart(7)
    const lines = packLines([{ requestId, subject: id, units: 5 }])
    await books.transaction(async (rows) => {
      await insertIncarnation(rows, 7, 'new', 1)
      await storeMonths(rows, await rows.nowMs())
    })
    await books.run(`update month set starts_at_ms = 0, ends_at_ms = 9007199254740991 where period = '${PERIOD}'`)
    const batch = { incarnation: 7, seq: 1, before: start, hash: batchHash(start, 7, lines), lines }
    const answer = await post(books, { ...batch, units: new Map([['anna', 5]]), subjects: [{ id, ...subject }] })
    assert(answer.outcome === 'written')

    const [[incarnation]] = (await books.query('select max(incarnation) from incarnation')) as [[number]]
    const fresh = await numberAsEarlier(database, incarnation, 'k9')
    assert((await readSubjects(books, 'anna')).has(fresh))
    assert([id, 1].includes(await numberAsEarlier(database, incarnation, 'k0')), 'either number is its own')
    assert.deepEqual(await books.transaction((rows) => storeSubjects(rows, [{ ...subject, id: fresh }])), [])

    const { statements, batches } = await readAll(database)
    assert.deepEqual(batches, before.batches)
    const [anna] = before.statements as unknown as [{ credential: string; confirmedUnits: number; requests: number }[]]
    const expected = anna.map((line) =>
      line.credential === 'k0'
        ? { ...line, requests: line.requests + 1, confirmedUnits: line.confirmedUnits + 5 }
        : line,
    )
    assert.deepEqual(statements, [expected, before.statements[1]], 'one line for both numbers')
    await using back = await open(EARLIER)
    assert.deepEqual(await readAll(back), { statements, batches })
  })
