import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { copySqliteFiles } from './storage.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-sqlite-backup-'))
after(() => rmSync(dir, { recursive: true }))

const progress = (): void => undefined

test('copies beside a busy writer are from one moment, the one at which atMoment runs', async () => {
  const [a, b] = [join(dir, 'a.db'), join(dir, 'b.db')]
  for (const path of [a, b]) makeCounter(path, { ballastPages: 5000 })
  await using writer = countingThread(a, b)
  await writer.counts()
  for (let round = 0; round < ROUNDS; round++) {
    const to = [join(dir, `a${round}.db`), join(dir, `b${round}.db`)] as const
    let looked: number[] = []
    const steps: number[] = []
    const files = [a, b].map((from, i) => ({ from, to: to[i]! }))
    const atMoment = () => (looked = [counted(a), counted(b)])
    await copySqliteFiles(files, { atMoment, progress: (_, bytes) => steps.push(bytes) })
    assert(1 < steps.length, 'a copy is made in pieces, and its writer writes between them')
    const copied = to.map(counted)
    assert.deepEqual(copied, looked)
    assert([0, 1].includes(copied[0]! - copied[1]!), `${copied}: the writer counts in a, then in b`)
    assert(copied[0]! < counted(a), 'it was not kept from writing')
  }
})

test('a copy is one file, and no log remains beside a file that is not open', async () => {
  const from = join(dir, 'still.db')
  makeCounter(from, { ballastPages: 1 })
  const before = readFileSync(from)
  await copySqliteFiles([{ from, to: join(dir, 'still-copy.db') }], { atMoment: () => undefined, progress })
  const files = readdirSync(dir).filter((name) => name.startsWith('still'))
  assert.deepEqual(files, ['still-copy.db', 'still.db'])
  assert.deepEqual(readFileSync(from), before)
})

test('a file with a damaged page and a file that is no database are rejected with advice', async () => {
  const from = join(dir, 'damaged.db')
  makeCounter(from, { ballastPages: 20 })
  const bytes = readFileSync(from)
  bytes.fill(0xff, 3 * PAGE_BYTES, 3 * PAGE_BYTES + 200)
  writeFileSync(from, bytes)
  const copy = (from: string) =>
    copySqliteFiles([{ from, to: `${from}.copy` }], { atMoment: () => undefined, progress })
  await assert.rejects(copy(from), { name: 'InputError', message: /damaged/ })
  const other = join(dir, 'other.db')
  writeFileSync(other, 'not a database, though as long as the header of one would be: '.repeat(30))
  await assert.rejects(copy(other), { name: 'InputError', message: /damaged or not a data/ })
})

test('an exception from progress stops the copy, is rethrown, and releases the file', async () => {
  const from = join(dir, 'stopped.db')
  makeCounter(from, { ballastPages: 3000 })
  const stop = new Error('stop')
  const stopped = (): never => {
    throw stop
  }
  const copying = { atMoment: () => undefined, progress: stopped }
  await assert.rejects(copySqliteFiles([{ from, to: join(dir, 'stopped-copy.db') }], copying), stop)
  using database = new DatabaseSync(from)
  database.exec('pragma journal_mode = delete')
  assert(!existsSync(`${from}-wal`))
})

const ROUNDS = 5
const PAGE_BYTES = 8192

function makeCounter(path: string, { ballastPages }: { readonly ballastPages: number }): void {
  using database = new DatabaseSync(path)
  database.exec(`
    pragma page_size = ${PAGE_BYTES}; pragma journal_mode = wal; pragma synchronous = off;
    create table counter (n integer not null); insert into counter values (0);
    create table ballast (b blob not null);
    insert into ballast with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ballastPages}) select randomblob(8000) from n;
  `)
}

function counted(path: string): number {
  using database = new DatabaseSync(path, { readOnly: true })
  return (database.prepare('select n from counter').get() as { n: number }).n
}

/** Counts in one file, then in the other, and so on until it is disposed of. */
function countingThread(a: string, b: string): { counts(): Promise<void> } & AsyncDisposable {
  const thread = new Worker(COUNTING, { eval: true, workerData: { a, b } })
  const counts = new Promise<void>((resolve) => thread.once('message', () => resolve()))
  return { counts: () => counts, [Symbol.asyncDispose]: async () => void (await thread.terminate()) }
}

const COUNTING = `
  const { DatabaseSync } = require('node:sqlite')
  const { parentPort, workerData } = require('node:worker_threads')
  const statements = [workerData.a, workerData.b].map((path) => {
    const database = new DatabaseSync(path, { timeout: 10000 })
    database.exec('pragma synchronous = off')
    return database.prepare('update counter set n = n + 1')
  })
  const count = () => {
    for (const statement of statements) statement.run()
    setImmediate(count)
  }
  count()
  parentPort.postMessage('counts')
`
