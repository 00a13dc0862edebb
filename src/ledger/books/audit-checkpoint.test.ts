import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Database, SqlValue } from '../../storage/storage.ts'
import { startPostgres, type TestPostgres } from '../../storage/testing/postgres.ts'
import { auditAndStore } from '../testing/audit.ts'
import { createExampleClock, type ExampleClock, makeHistory } from '../testing/history.ts'
import { exampleGrant, exampleIncarnation, examplePeriod } from '../testing/rows.ts'
import { type ExampleStore, openExampleStore } from '../testing/stores.ts'
import type { AuditReport } from './audit-report.ts'
import { formatDifference, type Rule } from './difference.ts'
import { auditDatabase } from './sql-audit.ts'

let server: TestPostgres
before(async () => {
  server = await startPostgres()
})
after(() => server[Symbol.asyncDispose]())

type Example = ExampleStore & { readonly database: Database; readonly clock: ExampleClock }

/** Books with some months of history. The checkpoint covers what is final. */
async function withCheckpoint(kind: 'sqlite' | 'postgres', work: (example: Example) => Promise<void>): Promise<void> {
  const clock = createExampleClock()
  await using example = await openExampleStore(kind, { clock, postgresUrl: server.url })
  const database = example.database!
  for (const seed of [3, 4]) {
    await makeHistory(example.store, { clock, seed, steps: 150 })
    assert.deepEqual(found(await auditNew(database)), [])
  }
  await work({ ...example, database, clock })
}

const auditNew = (database: Database) => auditAndStore(database, { archive: 'none', depth: 'new' })
const look = async (database: Database, depth: 'new' | 'full') =>
  (await auditDatabase(database, { archive: 'none', depth })).report
const found = ({ differences }: AuditReport): string[] => differences.map(formatDifference)

async function count(database: Database, sql: string): Promise<number> {
  const [[rows]] = (await database.query(sql)) as [[number]]
  return rows
}

type Edit = (value: SqlValue) => SqlValue
const plus =
  (units: number): Edit =>
  (value) =>
    (value as number) + units

/** Each column of each table of a checkpoint, and the rule by which a full audit reports a change of it. */
const CHECKPOINT_EDITS: readonly (readonly [table: string, column: string, edit: Edit, rules: readonly Rule[]])[] = [
  ['audit_incarnation', 'seq', plus(-1), ['checkpoint']],
  ['audit_incarnation', 'seq', plus(1), ['checkpoint']],
  ['audit_incarnation', 'hash', () => new Uint8Array(16).fill(7), ['checkpoint']],
  ['audit_incarnation', 'lines', plus(1), ['checkpoint']],
  ['audit_incarnation', 'grants_to', plus(1), ['checkpoint']],
  ['audit_incarnation', 'grants_to', plus(-1), ['E4']],
  ...(['audit_grant', 'audit_month'] as const).flatMap((table) =>
    (['acked', 'held', 'clipped'] as const).map((column) => [table, column, plus(1), ['checkpoint']] as const),
  ),
  ['audit_month', 'period', () => '2031-01', ['checkpoint']],
]

const CHECKPOINT_ROWS: Readonly<Record<string, readonly [keys: readonly string[], where: string]>> = {
  audit_incarnation: [['incarnation'], '2 < seq and 0 < grants_to'],
  audit_grant: [['id'], "state = 'seen'"],
  audit_month: [['account', 'period'], '0 < acked'],
}

for (const kind of ['sqlite', 'postgres'] as const) {
  describe(`audits of books on ${kind}`, () => {
    test('after any operations between two audits the later one finds no difference and reads no line below the checkpoint', async () => {
      for (let seed = 1; seed <= 4; seed++) {
        const clock = createExampleClock()
        await using example = await openExampleStore(kind, { clock, postgresUrl: server.url })
        const database = example.database!
        let read = 0
        for (let round = 0; round < 8; round++) {
          await makeHistory(example.store, { clock, seed: 100 * seed + round, steps: 40 })
          const below = await count(database, 'select coalesce(sum(lines), 0) from audit_incarnation')
          const report = await auditNew(database)
          assert.deepEqual(found(report), [], `seed ${seed}, round ${round}`)
          const full = await look(database, 'full')
          assert.deepEqual(found(full), [], `seed ${seed}, round ${round}, full`)
          assert.equal(report.checked.lines, full.checked.lines - below)
          read += report.checked.lines
        }
        const again = await auditNew(database)
        const full = await look(database, 'full')
        assert(again.checked.lines < full.checked.lines / 4 && read < 2 * full.checked.lines)
        assert(again.checked.grants < full.checked.grants)
      }
    })

    test('no checkpoint covers a line that may still change', () =>
      withCheckpoint(kind, async ({ database }) => {
        const pending = await count(
          database,
          `select count(*) from line_state s join unit_grant g on g.id = s.grant_id
           join account_period p on p.account = g.account and p.period = g.period
           join audit_incarnation a on a.incarnation = s.incarnation and s.seq <= a.seq
           where s.state in ('hold', 'clipped') and p.state = 'open'`,
        )
        assert.equal(pending, 0)
      }))

    test('a full audit finds one changed byte below the checkpoint', () =>
      withCheckpoint(kind, async ({ database }) => {
        const rows = await database.query<readonly [number, number, Uint8Array]>(
          `select b.incarnation, b.seq, b.lines from batch b
           join audit_incarnation a on a.incarnation = b.incarnation and b.seq <= a.seq
           where 0 < length(b.lines) order by 1, 2`,
        )
        assert(20 < rows.length)
        const sql = 'update batch set lines = $3 where incarnation = $1 and seq = $2'
        for (const [i, [incarnation, seq, lines]] of rows.entries()) {
          if (i % 7 !== 0) continue
          const at = (i * 5) % lines.length
          await database.run(sql, incarnation, seq, lines.with(at, lines[at]! ^ 1))
          const { differences, failed } = await look(database, 'full')
          assert(differences.some(({ rule, batch }) => rule === 'chain' && batch?.seq === seq))
          assert(failed === 'all' || 0 < failed.length)
          await database.run(sql, incarnation, seq, lines)
        }
        assert.deepEqual(found(await look(database, 'full')), [])
      }))

    test('a full audit finds a batch removed below the checkpoint; every audit finds it if it was the last of its incarnation', () =>
      withCheckpoint(kind, async ({ database }) => {
        const [[incarnation, last]] = (await database.query<readonly [number, number]>(
          "select incarnation, seq from audit_incarnation where state = 'settled' and 2 < seq order by 1",
        )) as [readonly [number, number]]
        await database.run('delete from batch where incarnation = $1 and seq = $2', incarnation, last)
        for (const depth of ['new', 'full'] as const) assert.notDeepEqual(found(await look(database, depth)), [])
      }))

    test('a full audit finds a changed checkpoint', () =>
      withCheckpoint(kind, async ({ database }) => {
        for (const [table, column, edit, rules] of CHECKPOINT_EDITS) {
          const [keys, where] = CHECKPOINT_ROWS[table]!
          const rows = await database.query(
            `select ${column}, ${keys.join(', ')} from ${table} where ${where} order by ${keys.join(', ')}`,
          )
          assert(0 < rows.length, `the checkpoint has no ${table} where ${where}`)
          const [value, ...key] = rows[0]!
          const set = (from: readonly SqlValue[], to: SqlValue) =>
            database.run(
              `update ${table} set ${column} = $1 where ${keys.map((name, i) => `${name} = $${i + 2}`).join(' and ')}`,
              ...[to, ...from],
            )
          const edited = edit(value!)
          assert.equal(await set(key, edited), 1)
          const report = await look(database, 'full')
          assert(
            report.differences.some(({ rule }) => rules.includes(rule)),
            `${table}.${column} of ${key}: ${found(report)}`,
          )
          assert.equal(
            await set(
              key.map((part, i) => (keys[i] === column ? edited : part)),
              value!,
            ),
            1,
          )
          assert.deepEqual(found(await look(database, 'full')), [])
        }
      }))

    test('of two concurrent audits the earlier one does not move the checkpoint back', () =>
      withCheckpoint(kind, async ({ database, store, clock }) => {
        await makeHistory(store, { clock, seed: 5, steps: 60 })
        let isFirst = true
        const pause = async (): Promise<void> => {
          if (!isFirst) return
          isFirst = false
          await makeHistory(store, { clock, seed: 6, steps: 100 })
          assert.deepEqual(found(await auditNew(database)), [])
        }
        const early = await auditAndStore(database, { archive: 'none', depth: 'new', pause })
        assert.deepEqual(found(early), [])
        assert(!isFirst)
        for (const depth of ['new', 'full'] as const) assert.deepEqual(found(await look(database, depth)), [])
      }))

    test('a grant that is committed after one with a larger id is audited', async () => {
      await using example = await openExampleStore(kind, { clock: createExampleClock(), postgresUrl: server.url })
      const database = example.database!
      const give = (number: number, grants: number): Promise<void> =>
        example.store.transaction(async (rows) => {
          await rows.putPeriod(examplePeriod({ reserved: 100 * grants, exposure: 20 * grants }))
          await rows.putGrant(exampleGrant(number))
        })
      await example.store.transaction(async (rows) => {
        await rows.putAccount({ account: 'a', allowance: 1000, state: 'active' })
        await rows.addAllowanceChange({ account: 'a', atMs: 1, from: null, to: 1000, who: 'operator' })
        await rows.putIncarnation(exampleIncarnation(1))
      })
      for (const [i, number] of [5, 2, 3].entries()) {
        await give(number, i + 1)
        assert.deepEqual(found(await auditNew(database)), [], `grant ${number}`)
        assert.deepEqual(found(await look(database, 'full')), [])
      }
    })

    test('each audit reads a difference again until it is repaired', () =>
      withCheckpoint(kind, async ({ database, store, clock }) => {
        await makeHistory(store, { clock, seed: 9, steps: 60 })
        await database.run(
          'update account_period set confirmed = confirmed - 1 where confirmed = (select max(confirmed) from account_period)',
        )
        const first = await auditNew(database)
        assert(first.differences.some(({ rule }) => rule === 'E4'))
        const second = await auditNew(database)
        assert.deepEqual(second, first)
      }))
  })
}
