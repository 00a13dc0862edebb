import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { DatabaseError } from '../../storage/storage.ts'
import { type CommitFault, createFaultyDatabase } from '../../storage/testing/faulty-database.ts'
import { startPostgres, type TestPostgres } from '../../storage/testing/postgres.ts'
import { readSchema } from '../../storage/testing/read-schema.ts'
import { readJournal } from '../testing/journal.ts'
import { exampleGrant, exampleLine } from '../testing/rows.ts'
import { type ExampleStore, openExampleStore } from '../testing/stores.ts'
import { Damage } from './damage.ts'
import { GRANTS_MAX } from './rows.ts'

let server: TestPostgres
before(async () => {
  server = await startPostgres()
})
after(() => server[Symbol.asyncDispose]())

const clock = { nowMs: () => 1_795_000_000_000 }

for (const kind of ['sqlite', 'postgres'] as const) {
  describe(`books on ${kind}`, () => {
    let fault: CommitFault = 'keeps'

    async function withGrant(work: (example: Required<ExampleStore>) => Promise<void>): Promise<void> {
      fault = 'keeps'
      const through = (database: Parameters<typeof createFaultyDatabase>[0]) =>
        createFaultyDatabase(database, () => fault)
      await using example = await openExampleStore(kind, { clock, postgresUrl: server.url, through })
      await example.store.transaction((rows) => rows.putGrant(exampleGrant(1)))
      await work(example)
    }

    const batch = (seq: number) => ({ incarnation: 1, seq, atMs: 1000 + seq, lines: [exampleLine(1, seq, 2)] })
    const uses = [{ grant: GRANTS_MAX + 1, units: 2, acked: 0 }]
    const journal = ({ store }: ExampleStore) => store.snapshot((rows) => Array.fromAsync(readJournal(rows)))
    const damaged = async (example: ExampleStore) =>
      (await journal(example)).filter(({ hash, hashExpected }) => hash !== hashExpected).map(({ seq }) => seq)

    test('a batch whose commit failed falsely is posted again until its outcome is known, and is charged once', () =>
      withGrant(async (example) => {
        const { store } = example
        for (const [i, faultOfPost] of (['keeps', 'loses', 'hides', 'fails', 'hides', 'keeps'] as const).entries()) {
          fault = faultOfPost
          const first = await store.post(batch(i + 1), uses).then(
            ({ outcome }) => outcome,
            ({ outcome }: DatabaseError) => outcome,
          )
          assert.equal(first, { keeps: 'done', loses: 'unknown', hides: 'unknown', fails: 'not_done' }[faultOfPost])
          fault = 'keeps'
          const again = await store.post(batch(i + 1), uses)
          assert.equal(again.outcome, faultOfPost === 'keeps' || faultOfPost === 'hides' ? 'found' : 'done')
        }
        assert.deepEqual(await damaged(example), [])
        const grant = await store.snapshot((rows) => rows.grant(GRANTS_MAX + 1))
        assert.equal(grant?.spent, 12)
      }))

    const EDITS = [
      { what: 'a line', sql: 'update batch set lines = $1 where seq = 3', shows: [3] },
      { what: 'a time', sql: 'update batch set at_ms = at_ms + 1 where seq = 3', shows: [3] },
      { what: 'a hash', sql: 'update batch set hash = $1 where seq = 3', shows: [3, 4] },
      { what: 'a batch that is gone', sql: 'delete from batch where seq = 3', shows: [4] },
      { what: 'the first batch that is gone', sql: 'delete from batch where seq = 1', shows: [2] },
      { what: 'a batch that moved', sql: 'update batch set seq = 9 where seq = 5', shows: [9] },
      { what: 'bytes that are no lines', sql: 'update batch set lines = $1 where seq = 3', bytes: 3, shows: [3] },
    ]
    for (const { what, sql, shows, bytes = 16 } of EDITS) {
      test(`the audit shows an edit of the journal: ${what}`, () =>
        withGrant(async (example) => {
          for (let seq = 1; seq <= 5; seq++) await example.store.post(batch(seq), uses)
          const value = new Uint8Array(bytes).fill(7)
          const whole = what === 'a line' ? new Uint8Array([...value, 1, 1, 1]) : value
          await example.database.run(sql, ...(sql.includes('$1') ? [whole] : []))
          assert.deepEqual(await damaged(example), shows)
        }))
    }

    test('a batch that cannot be read does not count as an empty batch', () =>
      withGrant(async ({ store, database }) => {
        await store.post(batch(1), uses)
        await database!.run('update batch set lines = $1', new Uint8Array(5))
        assert.deepEqual(await store.post(batch(1), uses), { outcome: 'found', lines: 1 })
        await assert.rejects(
          store.snapshot((rows) => rows.batch(batch(1))),
          new Damage(undefined, 'batch 1 of incarnation 1 cannot be read'),
        )
      }))

    test(`the schema is the one committed in docs/reference/books-schema-${kind}.sql`, () =>
      withGrant(async ({ database }) => {
        const file = new URL(`../../../docs/reference/books-schema-${kind}.sql`, import.meta.url)
        assert.equal(await readSchema(database!), readFileSync(file, 'utf8'))
      }))
  })
}

test('no index of PostgreSQL contains a count, so an acquire or a batch adds no index entries', async () => {
  await using example = await openExampleStore('postgres', { clock, postgresUrl: server.url })
  const found = await example.database.query<readonly [string]>(
    `select indexdef from pg_indexes where schemaname = current_schema() and tablename in ('account_period', 'unit_grant')`,
  )
  const indexes = found.map(([definition]) => definition)
  assert(5 <= indexes.length)
  const counts = /\b(confirmed|reserved|hold|exposure|clipped|units|spent|acked|in_flight|version)\b/
  assert.deepEqual(
    indexes.filter((definition) => counts.test(definition)),
    [],
  )
})
