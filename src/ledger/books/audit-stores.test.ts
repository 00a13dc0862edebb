import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { DatabaseError } from '../../storage/storage.ts'
import { startPostgres, type TestPostgres } from '../../storage/testing/postgres.ts'
import { audit } from '../testing/audit.ts'
import { createExampleClock, makeHistory } from '../testing/history.ts'
import { buildSimpleStatement } from '../testing/simple-statement.ts'
import { type ExampleStore, openExampleStore, STORE_KINDS } from '../testing/stores.ts'
import type { AuditReport } from './audit-report.ts'
import { formatDifference, type Rule } from './difference.ts'
import { buildStatement, type UsedUnits } from './statement.ts'

let server: TestPostgres
before(async () => {
  server = await startPostgres()
})
after(() => server[Symbol.asyncDispose]())

const ACCOUNTS = ['anna', 'bert', 'cyril']
const PERIODS = ['2026-11', '2026-12', '2027-01']

async function withHistory(kind: (typeof STORE_KINDS)[number], seed: number): Promise<ExampleStore> {
  const clock = createExampleClock()
  const example = await openExampleStore(kind, { clock, postgresUrl: server.url })
  await makeHistory(example.store, { clock, seed, steps: 150 })
  return example
}

/** PostgreSQL needs a socket, and a schema for each history. */
const SEEDS = { sqlite: 40, postgres: 4 } as const

for (const kind of STORE_KINDS) {
  describe(`books on ${kind}`, () => {
    const seeds = SEEDS[kind]
    // The tests only read.
    const histories: ExampleStore[] = []
    before(async () => {
      for (let seed = 1; seed <= seeds; seed++) histories.push(await withHistory(kind, seed))
    })
    after(async () => {
      for (const history of histories) await history[Symbol.asyncDispose]()
    })

    test('agree with the journal, and the audit gives the same counts on each', async () => {
      for (const [i, example] of histories.entries()) {
        const report = await example.store.snapshot(audit)
        assert.deepEqual(report.differences.map(formatDifference), [])
        if (kind === 'sqlite') continue
        await using other = await withHistory('sqlite', i + 1)
        assert.deepEqual(report, await other.store.snapshot(audit))
      }
    })

    test('a statement shows what the journal has, and its sums equal the books', async () => {
      let lines = 0
      for (const [i, example] of histories.entries()) {
        const seed = i + 1
        await example.store.snapshot(async (rows) => {
          for (const account of ACCOUNTS) {
            for (const period of PERIODS) {
              const found = await buildStatement(rows, account, period)
              assert(found.outcome === 'statement', `seed ${seed}: ${JSON.stringify(found)}`)
              assert.deepEqual(found.lines, await buildSimpleStatement(rows, account, period), `seed ${seed}`)
              lines += found.lines.length
              const used = found.confirmedUnits + found.pendingUnits + found.holdUnits
              assert.equal(found.leftUnits, Math.max(0, found.allowanceUnits - used))
            }
          }
          assert.deepEqual(await buildStatement(rows, 'unknown', '2026-11'), { outcome: 'unknown_account' })
        })
      }
      assert(seeds < lines)
    })

    test('the days of a statement add up to its lines, and the sums without the journal are the same', async () => {
      let days = 0
      for (const [i, example] of histories.entries()) {
        const seed = i + 1
        await example.store.snapshot(async (rows) => {
          for (const period of PERIODS) {
            const used = new Map((await rows.usedIn(period)).map((row) => [row.account, row]))
            for (const account of ACCOUNTS) {
              const found = await buildStatement(rows, account, period)
              assert(found.outcome === 'statement', `seed ${seed}: ${JSON.stringify(found)}`)
              for (const field of FIELDS) assert.equal(sumOf(found.days, field), sumOf(found.lines, field), field)
              assert(found.days.every(({ day }) => day.startsWith(period)))
              assert.deepEqual(
                found.days.map(({ day }) => day),
                [...new Set(found.days.map(({ day }) => day))].toSorted(),
              )
              days += found.days.length
              const { allowanceUnits, confirmedUnits, pendingUnits, holdUnits } = found
              if (used.has(account) || 0 < found.lines.length)
                assert.deepEqual(used.get(account), {
                  ...{ account, allowanceUnits, confirmedUnits, pendingUnits, holdUnits },
                })
            }
          }
        })
      }
      assert(2 * seeds < days)
    })
  })
}

const FIELDS = ['requests', 'confirmedUnits', 'pendingUnits', 'holdUnits'] as const

function sumOf(list: readonly UsedUnits[], field: keyof UsedUnits): number {
  return list.reduce((sum, one) => sum + one[field], 0)
}

/** Columns that count units, and the rule that a number off by one breaks. */
const COLUMNS: readonly (readonly [table: string, column: string, where: string, rules: readonly Rule[]])[] = [
  ['account', 'allowance', '', ['allowance']],
  ['allowance_change', 'units_to', '', ['allowance']],
  ['allowance_change', 'units_from', 'units_from is not null', ['allowance']],
  ...(['allowance', 'allowance_max'] as const).map(
    (column) => ['account_period', column, '', ['allowance', 'E10']] as const,
  ),
  ['account_period', 'confirmed', '', ['E4']],
  ['account_period', 'reserved', '', ['E2']],
  ...(['hold', 'exposure', 'clipped'] as const).map((column) => ['account_period', column, '', ['E6']] as const),
  ['unit_grant', 'spent', '', ['E3']],
  ['unit_grant', 'acked', "state = 'closed'", ['E4']],
  ['unit_grant', 'size', "state = 'open'", ['E2']],
  ['unit_grant', 'exposure', "state = 'open'", ['E6']],
  ['line_state', 'units', '', ['line state']],
  ['line_state', 'seq', '', ['line state']],
  ['line_state', 'grant_id', '', ['line state']],
  ['batch', 'at_ms', '', ['chain']],
  ['batch', 'seq', '', ['gap', 'chain']],
]

const KEYS: Readonly<Record<string, readonly string[]>> = {
  account: ['account'],
  allowance_change: ['id'],
  account_period: ['account', 'period'],
  unit_grant: ['id'],
  line_state: ['request_id'],
  batch: ['hash'],
}

/** Rows that are edited in each table, spread over all of it. */
const ROWS_EDITED = 8

for (const kind of ['sqlite', 'postgres'] as const) {
  test(`an edit of any number in ${kind} is refused by the schema, or found and named by the audit`, async () => {
    await using example = await withHistory(kind, 5)
    const database = example.database
    const auditNow = (): Promise<AuditReport> => example.store.snapshot(audit)
    let refused = 0
    let found = 0
    for (const [table, column, where, rules] of COLUMNS) {
      const keys = KEYS[table]!
      const rows = await database.query(
        `select ${keys.join(', ')} from ${table} ${where && `where ${where}`} order by 1`,
      )
      assert(0 < rows.length, `the history has no ${table} where ${where}`)
      const every = Math.ceil(rows.length / ROWS_EDITED)
      for (const key of rows.filter((_, i) => i % every === 0)) {
        const condition = keys.map((name, i) => `${name} = $${i + 1}`).join(' and ')
        for (const [there, back] of ['+-', '-+']) {
          try {
            await database.run(`update ${table} set ${column} = ${column} ${there} 1 where ${condition}`, ...key)
          } catch (error) {
            assert(error instanceof DatabaseError && error.reason === 'constraint')
            refused++
            continue
          }
          const { differences, failed } = await auditNow()
          const context = `${table}.${column} ${there} 1 of ${key}: ${differences.map(formatDifference).join('\n')}`
          assert(
            differences.some(({ rule }) => rules.includes(rule)),
            context,
          )
          assert(failed === 'all' || 0 < failed.length, context)
          await database.run(`update ${table} set ${column} = ${column} ${back} 1 where ${condition}`, ...key)
          found++
        }
      }
    }
    assert.deepEqual((await auditNow()).differences, [])
    assert(0 < refused && 100 < found, `${refused} refused, ${found} found`)
  })
}
