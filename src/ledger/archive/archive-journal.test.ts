import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { DAY_MS } from '../../stdx/time-units.ts'
import { type Database, openSqlite } from '../../storage/storage.ts'
import { startPostgres, type TestPostgres } from '../../storage/testing/postgres.ts'
import type { AuditReport } from '../books/audit-report.ts'
import { formatDifference } from '../books/difference.ts'
import { unpackLines } from '../books/line-codec.ts'
import { readArchiveRows } from '../books/sql-archive.ts'
import { auditDatabase } from '../books/sql-audit.ts'
import { openSqlBooks } from '../books/sql-store.ts'
import { buildStatement, type StatementOutcome } from '../books/statement.ts'
import type { BooksStore } from '../books/store.ts'
import { auditAndStore } from '../testing/audit.ts'
import { createExampleClock, type ExampleClock, makeHistory } from '../testing/history.ts'
import { type ExampleStore, openExampleStore, STORE_KINDS, type StoreKind } from '../testing/stores.ts'
import { readArchivedBatches, readSpans } from './archive-file.ts'
import { type ArchiveOptions, archiveJournal } from './archive-journal.ts'

let server: TestPostgres
before(async () => {
  server = await startPostgres()
})
after(() => server[Symbol.asyncDispose]())

const ACCOUNTS = ['anna', 'bert', 'cyril']
const PERIODS = ['2026-12', ...Array.from({ length: 9 }, (_, i) => `2027-0${i + 1}`)]

interface Example {
  readonly database: Database
  /** A store that reads archived batches from the folder. */
  readonly store: BooksStore
  readonly folder: string
  /** Where another process opens the books. */
  readonly place: string
  readonly statements: () => Promise<StatementOutcome[]>
  readonly audit: (depth: 'new' | 'full') => Promise<AuditReport>
  readonly archive: (step?: ArchiveOptions['step']) => ReturnType<typeof archiveJournal>
  readonly goOn: (seed: number) => Promise<void>
}

/** Books with two histories, which each test continues in a copy. */
interface BegunBooks {
  readonly kind: StoreKind
  readonly clock: ExampleClock
  readonly example: ExampleStore
}

async function beginBooks(kind: StoreKind): Promise<BegunBooks> {
  const clock = createExampleClock()
  const example = await openExampleStore(kind, { clock, postgresUrl: server.url })
  for (const seed of [3, 4]) {
    clock.ms += 40 * DAY_MS
    await makeHistory(example.store, { clock, seed, steps: 400 })
    assert.deepEqual(found(await auditAndStore(example.database, { depth: 'new', archive: tmpdir() })), [])
  }
  return { kind, clock, example }
}

async function withBooks(begun: BegunBooks, work: (example: Example) => Promise<void>): Promise<void> {
  const clock = { ...begun.clock }
  const options = { clock, postgresUrl: server.url, copyOf: begun.example }
  await using example = await openExampleStore(begun.kind, options)
  const { database } = example
  const folder = mkdtempSync(join(tmpdir(), 'regista-archive-'))
  const store: BooksStore = openSqlBooks(
    { posts: database, transactions: database, snapshots: database },
    { clock, archive: folder },
  )
  const audit: Example['audit'] = async (depth) => {
    if (depth === 'new') return await auditAndStore(database, { depth, archive: folder })
    return (await auditDatabase(database, { depth, archive: folder })).report
  }
  const goOn: Example['goOn'] = async (seed) => {
    clock.ms += 40 * DAY_MS
    await makeHistory(example.store, { clock, seed, steps: 400 })
    assert.deepEqual(found(await audit('new')), [])
  }
  try {
    await work({
      ...{ database, store, folder, place: await placeOf(database), audit, goOn },
      archive: (step) =>
        archiveJournal(database, { folder, before: '2099-01', ...(step === undefined ? {} : { step }) }),
      statements: () =>
        store.snapshot(async (rows) => {
          const all: StatementOutcome[] = []
          for (const account of ACCOUNTS)
            for (const period of PERIODS) all.push(await buildStatement(rows, account, period))
          return all
        }),
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function placeOf(database: Database): Promise<string> {
  if (database.dialect === 'postgres') {
    const [[schema]] = (await database.query('select current_schema()::text')) as [[string]]
    return `${server.url}&options=-csearch_path%3D${schema}`
  }
  const [[, , path]] = (await database.query('pragma database_list')) as [[number, string, string]]
  return path
}

function changeFile(path: string, sql: string): void {
  using file = openSqlite(path, { use: 'built' })
  file.exec(sql)
}

const found = ({ differences }: AuditReport): string[] => differences.map(formatDifference)

async function rowsOf(database: Database): Promise<number> {
  const [[rows]] = (await database.query('select count(*) from batch')) as [[number]]
  return rows
}

async function lastSeqs(database: Database): Promise<unknown> {
  return await database.query('select incarnation, max(seq) from batch group by incarnation order by incarnation')
}

/** The numbers of all batches as they are read from the end, by incarnation. */
async function batchesBack(store: BooksStore, database: Database): Promise<[number, number[]][]> {
  const rows = await database.query<readonly [number]>('select distinct incarnation from batch order by incarnation')
  return await store.snapshot(async (books) => {
    const all: [number, number[]][] = []
    for (const [incarnation] of rows) {
      const seqs: number[] = []
      for await (const { seq } of books.batchesBack(incarnation, await books.lastSeq(incarnation))) seqs.push(seq)
      all.push([incarnation, seqs])
    }
    return all
  })
}

const ARCHIVER = new URL('../testing/killed-archiver.ts', import.meta.url).pathname

const run = (args: readonly string[]): Promise<{ signal: string | null; stdout: string }> =>
  new Promise((resolve, reject) => {
    execFile(process.execPath, [ARCHIVER, ...args], (error, stdout, stderr) => {
      if (error !== null && error.signal !== 'SIGKILL') reject(new Error(stderr, { cause: error }))
      else resolve({ signal: error?.signal ?? null, stdout })
    })
  })

for (const kind of STORE_KINDS) {
  describe(`the archive of books on ${kind}`, () => {
    let begun: BegunBooks
    before(async () => {
      begun = await beginBooks(kind)
    })
    after(() => begun.example[Symbol.asyncDispose]())

    test('statements and audits stay the same when months are archived, and the last batch of each incarnation stays', () =>
      withBooks(begun, async ({ database, archive, audit, statements, goOn }) => {
        for (const seed of [5, 6]) {
          const before = {
            statements: await statements(),
            rows: await rowsOf(database),
            last: await lastSeqs(database),
          }
          assert(before.statements.some((one) => one.outcome === 'statement' && 0 < one.lines.length))
          const report = await archive()
          assert(0 < report.batches && report.removedBatches === report.batches && report.notRemoved.length === 0)
          assert.equal(await rowsOf(database), before.rows - report.batches)
          const { last_of_incarnation, month, unverified } = report.stay
          assert.equal(await rowsOf(database), last_of_incarnation + month + unverified)
          assert.deepEqual(await lastSeqs(database), before.last)
          assert.deepEqual(await statements(), before.statements)
          for (const depth of ['new', 'full'] as const) assert.deepEqual(found(await audit(depth)), [])
          assert.deepEqual({ ...(await archive()), stay: report.stay }, { ...NOTHING, stay: report.stay })
          await goOn(seed)
          assert.deepEqual(found(await audit('full')), [])
        }
      }))

    test('no batch is archived that has a line of an open or recent month or is above the checkpoint', () =>
      withBooks(begun, async ({ database, folder }) => {
        // Batches without lines charge no month.
        assert.equal((await archiveJournal(database, { folder, before: '2026-11' })).lines, 0)
        const { lines } = await archiveJournal(database, { folder, before: '2099-01' })
        assert(0 < lines)
        const open = await database.query<readonly [number]>(
          `select g.id from unit_grant g join account_period p on p.account = g.account and p.period = g.period
           where p.state = 'open' and 0 < g.spent`,
        )
        assert(0 < open.length)
        const moving = new Set(open.map(([id]) => id))
        const { files } = await readArchiveRows(database)
        for (const { name } of files.values()) {
          const path = join(folder, name)
          for (const span of readSpans(path))
            for (const { packed } of readArchivedBatches(path, span))
              assert(unpackLines(span.incarnation, packed)!.every(({ grant }) => !moving.has(grant)))
        }
        const above = await database.query(
          `select * from archive_range r left join audit_incarnation a on a.incarnation = r.incarnation
           where a.seq is null or a.seq < r.seq_to`,
        )
        assert.deepEqual(above, [])
        await database.run('delete from audit_incarnation')
        assert.equal((await archiveJournal(database, { folder, before: '2099-01' })).file, null)
      }))

    test('an archiver that is killed at any step loses and repeats nothing, and the next one completes the work', () =>
      withBooks(begun, async ({ database, place, folder, audit, statements }) => {
        const before = { statements: await statements(), rows: await rowsOf(database) }
        for (const at of ['read', 'file_written', 'file_named', 'books_changed', 'removed', 'removed']) {
          assert.equal((await run([place, folder, at])).signal, 'SIGKILL', at)
          assert.deepEqual(await statements(), before.statements, at)
          for (const depth of ['new', 'full'] as const) assert.deepEqual(found(await audit(depth)), [], at)
        }
        const { signal, stdout } = await run([place, folder, 'none'])
        assert.deepEqual([signal, JSON.parse(stdout).batches], [null, 0])
        const [[archived]] = (await database.query('select sum(seq_to - seq_from + 1) from archive_range')) as [
          [number],
        ]
        assert.equal(Number(archived), before.rows - (await rowsOf(database)))
        assert.deepEqual(await statements(), before.statements)
        assert.deepEqual(found(await audit('full')), [])
      }))

    test('each batch is read once, even while it is both in a file and in the database', () =>
      withBooks(begun, async ({ database, store, archive }) => {
        const before = await batchesBack(store, database)
        const moments: string[] = []
        const { batches } = await archive(async ({ what }) => {
          if (what !== 'books_changed') return
          moments.push(what)
          assert.deepEqual(await batchesBack(store, database), before)
        })
        assert.deepEqual([moments, 0 < batches], [['books_changed'], true])
        assert.deepEqual(await batchesBack(store, database), before)
      }))

    test('an audit during archiving finds no difference', () =>
      withBooks(begun, async ({ database, folder, archive, goOn }) => {
        for (const archiveAt of [6, 8, 10]) {
          await goOn(archiveAt)
          let pauses = 0
          const pause = async (): Promise<void> => {
            if (++pauses === archiveAt) await archive()
          }
          const { report } = await auditDatabase(database, { depth: 'full', archive: folder, pause })
          assert.deepEqual(found(report), [])
          assert(archiveAt <= pauses)
        }
        assert.notDeepEqual(await database.query('select name from archive_file'), [])
      }))

    test('each audit names a missing file, which blocks no account and no verification of later batches', () =>
      withBooks(begun, async ({ database, folder, archive, audit, statements, goOn }) => {
        const { file } = await archive()
        renameSync(join(folder, file!), join(folder, 'away'))
        for (const depth of ['new', 'full'] as const) {
          const report = await audit(depth)
          assert.deepEqual(found(report), [
            `archive: the archive file ${file} is missing, the books name it, so it must be present`,
          ])
          assert.deepEqual([report.failed, report.broken], [[], []])
        }
        await assert.rejects(statements(), /does not exist/)
        const version = () => database.query('select version from audit_state')
        const before = await version()
        await assert.rejects(goOn(6), assert.AssertionError)
        assert.notDeepEqual(await version(), before)
        renameSync(join(folder, 'away'), join(folder, file!))
        assert.deepEqual(found(await audit('full')), [])
        await statements()
      }))

    test('a full audit finds one changed byte in a file, or a changed row about the file', () =>
      withBooks(begun, async ({ database, folder, archive, audit }) => {
        const { file } = await archive()
        const path = join(folder, file!)
        const bytes = readFileSync(path)
        for (const at of [0, 9, 30, 33, bytes.length >> 1, bytes.length - 1]) {
          writeFileSync(path, bytes.with(at, bytes[at]! ^ 1))
          const report = await audit('full')
          assert.deepEqual([report.differencesTotal, report.differences[0]?.rule], [1, 'archive'], `byte ${at}`)
          assert.deepEqual(report.failed, [])
        }
        writeFileSync(path, bytes.subarray(0, -1))
        assert.equal((await audit('new')).differences[0]?.rule, 'archive')
        writeFileSync(path, bytes)
        const where =
          '(select incarnation, seq_from from archive_range where seq_from < seq_to order by 1 desc, 2 desc limit 1)'
        for (const [change, back] of [
          ['archive_range set seq_to = seq_to + 1', 'archive_range set seq_to = seq_to - 1'],
          ['archive_range set seq_from = seq_from + 1', 'archive_range set seq_from = seq_from - 1'],
          ['archive_file set bytes = bytes + 1', 'archive_file set bytes = bytes - 1'],
        ] as const) {
          const of = change.startsWith('archive_range') ? ` where (incarnation, seq_from) = ${where}` : ''
          await database.run(`update ${change}${of}`)
          assert(
            (await audit('full')).differences.some(({ rule }) => rule === 'archive'),
            change,
          )
          await database.run(`update ${back}${of}`)
          assert.deepEqual(found(await audit('full')), [])
        }
        await database.run(`delete from archive_range where (incarnation, seq_from) = ${where}`)
        assert.notDeepEqual(found(await audit('full')), [])
      }))

    test('no statement is built from a file in which a line was changed', () =>
      withBooks(begun, async ({ folder, archive, statements }) => {
        const { file } = await archive()
        const path = join(folder, file!)
        const [span] = readSpans(path)
        const { packed } = readArchivedBatches(path, span!).findLast(({ packed }) => 0 < packed.length)!
        const bytes = readFileSync(path)
        const end = bytes.indexOf(packed) + packed.length - 1
        writeFileSync(path, bytes.with(end, bytes[end]! ^ 1))
        await assert.rejects(statements(), /was altered/)
      }))

    test('no statement is built from a file in which the time, number or hash of a batch was changed', () =>
      withBooks(begun, async ({ folder, archive, statements }) => {
        const { file } = await archive()
        const path = join(folder, file!)
        const bytes = readFileSync(path)
        for (const change of [
          `at_ms = at_ms + ${DAY_MS}`,
          'incarnation = -incarnation',
          'hash = zeroblob(16)',
          'lines = (select lines from batch b where b.lines <> batch.lines), crc32 = (select crc32 from batch b where b.lines <> batch.lines)',
        ]) {
          changeFile(path, `update batch set ${change}`)
          await assert.rejects(statements(), /was altered/, change)
          writeFileSync(path, bytes)
        }
        await statements()
      }))

    test('a file that is no database is called damaged, and no operator is told to start without it', () =>
      withBooks(begun, async ({ folder, archive, statements }) => {
        const { file } = await archive()
        const path = join(folder, file!)
        writeFileSync(path, readFileSync(path).with(0, 0))
        await assert.rejects(
          statements(),
          new RegExp(`^InputError: ${path} is damaged, or its disk is. It holds archived charges: copy`),
        )
      }))

    test('no statement is built if the books name too few batches of a file', () =>
      withBooks(begun, async ({ database, archive, statements }) => {
        await archive()
        await database.run('update archive_range set seq_from = seq_from + 1 where seq_from < seq_to')
        await assert.rejects(statements(), /was altered/)
      }))

    test('an operator whose disk is full is told so in a sentence, and nothing is left', () =>
      withBooks(begun, async ({ place, folder, archive }) => {
        const args = [process.execPath, ARCHIVER, place, folder, 'never']
        const limited = promisify(execFile)('/bin/sh', ['-c', 'ulimit -f 32; exec "$0" "$@"', ...args])
        await assert.rejects(limited, /InputError: .*making cannot be read or written/)
        assert.deepEqual(readdirSync(folder), [])
        assert(0 < (await archive()).batches)
      }))

    test('rows are removed only if their file is in the folder, unchanged', () =>
      withBooks(begun, async ({ database, folder, archive, statements }) => {
        const before = { statements: await statements(), rows: await rowsOf(database) }
        const stop = new Error('stopped')
        const stopped = archive(async ({ what }) => {
          if (what === 'books_changed') throw stop
        })
        await assert.rejects(stopped, stop)
        const file = readdirSync(folder).find((name) => name.endsWith('.journal'))!
        renameSync(join(folder, file), join(folder, 'away'))
        const report = await archive()
        assert.deepEqual([report.removedBatches, report.notRemoved.length], [0, 1])
        assert.equal(await rowsOf(database), before.rows)
        renameSync(join(folder, 'away'), join(folder, file))
        assert(0 < (await archive()).removedBatches)
        assert.deepEqual(await statements(), before.statements)
      }))
  })
}

const NOTHING = { file: null, bytes: 0, batches: 0, lines: 0, removedBatches: 0, notRemoved: [] }
