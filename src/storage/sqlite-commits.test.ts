import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { type Database, DatabaseFault, openDatabase } from './storage.ts'
import { exampleMigrations } from './testing/migrations.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-commits-'))
const migrations = exampleMigrations('create table t (k integer primary key, v text)')
after(() => {
  rmSync(dir, { recursive: true })
  migrations[Symbol.dispose]()
})
let files = 0

/** A database that commits when it is told to. */
async function openGathering(): Promise<{ database: Database; commit: () => void; commits: () => number }> {
  const waiting: (() => void)[] = []
  let commits = 0
  const database = await openDatabase({
    ...{ path: join(dir, `${++files}.db`), migrations: migrations.folder, mode: 'write' },
    gather: (one: () => void) => waiting.push(one),
  })
  const commit = (): void => {
    for (const one of waiting.splice(0)) {
      commits++
      one()
    }
  }
  return { database, commit, commits: () => commits }
}

type Outcome = 'done' | 'own fault' | 'rule broken'

/** Inserts `keys`, then ends as it is told. */
async function insert(database: Database, keys: readonly number[], end: 'well' | 'by throwing'): Promise<Outcome> {
  try {
    await database.transaction(async (queries) => {
      for (const key of keys) await queries.run('insert into t values ($1, $2)', key, 'x')
      if (end === 'by throwing') throw new Error('own fault')
    })
    return 'done'
  } catch (error) {
    return error instanceof DatabaseFault ? 'rule broken' : 'own fault'
  }
}

test('transactions that share a commit end as if each had its own, one after the other', async () => {
  const job = fc.record({
    keys: fc.array(fc.nat(12), { maxLength: 4 }),
    end: fc.constantFrom('well', 'by throwing') as fc.Arbitrary<'well' | 'by throwing'>,
  })
  await fc.assert(
    fc.asyncProperty(fc.array(job, { maxLength: 8 }), async (jobs) => {
      const { database, commit, commits } = await openGathering()
      const ends = jobs.map(({ keys, end }) => insert(database, keys, end))
      commit()
      const outcomes = await Promise.all(ends)
      const rows = (await database.query<readonly [number]>('select k from t order by k')).map(([key]) => key)
      await database.close()

      const model = new Set<number>()
      const expected = jobs.map(({ keys, end }): Outcome => {
        const after = new Set(model)
        for (const key of keys) {
          if (after.has(key)) return 'rule broken'
          after.add(key)
        }
        if (end === 'by throwing') return 'own fault'
        for (const key of after) model.add(key)
        return 'done'
      })
      assert.deepEqual(outcomes, expected)
      assert.deepEqual(
        rows,
        [...model].sort((a, b) => a - b),
      )
      assert.equal(commits(), jobs.length === 0 ? 0 : 1)
    }),
    { numRuns: 150 },
  )
})

test('nobody hears that he is done before the commit', async () => {
  const { database, commit } = await openGathering()
  let heard = false
  const end = insert(database, [1], 'well').then(() => (heard = true))
  await Promise.resolve()
  assert.equal(heard, false)
  commit()
  await end
  await database.close()
})

test('a disk that is full takes back what all of the commit did, and says so to each', async () => {
  const { database, commit } = await openGathering()
  await database.query('pragma max_page_count = 8')
  const big = async (key: number): Promise<string> => {
    try {
      await database.transaction(async (queries) => {
        for (let i = 0; i < 10; i++) await queries.run('insert into t values ($1, $2)', key + i, 'x'.repeat(8000))
      })
      return 'done'
    } catch (error) {
      assert(error instanceof DatabaseFault)
      return `${error.outcome}: ${error.reason}`
    }
  }
  const ends = [insert(database, [1], 'well').catch(() => 'failed'), big(100), insert(database, [2], 'well')]
  commit()
  assert.deepEqual(await Promise.all(ends), ['rule broken', 'not_done: full', 'rule broken'])
  assert.deepEqual(await database.query('select k from t'), [])
  const later = insert(database, [3], 'well')
  commit()
  assert.equal(await later, 'done')
  await database.close()
})
