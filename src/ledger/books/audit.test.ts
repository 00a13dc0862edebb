import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../stdx/testing/properties.ts'
import { audit } from '../testing/audit.ts'
import { type Corruption, listCorruptions } from '../testing/corruptions.ts'
import { dumpBooks, rowsFromDump } from '../testing/dump.ts'
import { createExampleClock, makeHistory } from '../testing/history.ts'
import { openMemoryBooks } from '../testing/memory-books.ts'
import { deriveDoubts } from './audit-doubts.ts'
import { formatDifference } from './difference.ts'
import type { BooksStore } from './store.ts'

async function storeWithHistory(seed: number, steps: number): Promise<BooksStore> {
  const clock = createExampleClock()
  const store = openMemoryBooks({ clock })
  await makeHistory(store, { clock, seed, steps })
  return store
}

test('after any operations of nodes and operators the books agree with the journal', async () => {
  const seen = { lines: 0, void: 0, hold: 0, clipped: 0, charged: 0, openGrants: 0, posted: 0, closedMonths: 0 }
  const agree = fc.asyncProperty(fc.nat(), async (seed) => {
    const store = await storeWithHistory(seed, 300)
    const { differences, failed, checked } = await store.snapshot(audit)
    assert.deepEqual(differences.map(formatDifference), [])
    assert.deepEqual(failed, [])
    const dump = await store.snapshot(dumpBooks)
    assert.deepEqual(checked, {
      accounts: dump.accounts.length,
      periods: dump.periods.length,
      grants: dump.grants.length,
      incarnations: new Set([...dump.grants, ...dump.batches].map(({ incarnation }) => incarnation)).size,
      batches: dump.batches.length,
      lines: checked.lines,
    })
    seen.lines += checked.lines
    for (const { state } of dump.lineStates) seen[state]++
    for (const { state, spent, acked } of dump.grants) {
      if (state === 'open') seen.openGrants++
      if (state === 'open' && acked < spent) seen.posted++
    }
    seen.closedMonths += dump.periods.filter(({ state }) => state === 'closed').length
  })
  await fc.assert(agree, { numRuns: 50 })
  for (const [what, count] of Object.entries(seen)) assert(0 < count, `the histories have no ${what}`)
})

test('the audit finds every single corruption and names its rule and account', async () => {
  const found = new Map<string, number>()
  let count = 0
  for (let seed = 1; seed <= 6; seed++) {
    const store = await storeWithHistory(seed, 90)
    for (const corruption of listCorruptions(await store.snapshot(dumpBooks))) {
      await assertFound(seed, corruption)
      for (const rule of corruption.rules) found.set(rule, (found.get(rule) ?? 0) + 1)
      count++
    }
  }
  assert(2000 < count, `only ${count} corruptions`)

  for (const rule of [
    'E1',
    'E2',
    'E3',
    'E4',
    'E5',
    'E6',
    'chain',
    'gap',
    'owner',
    'line state',
    'twice',
    'orphan',
    'allowance',
    'month',
  ])
    assert(0 < (found.get(rule) ?? 0), `nothing was done that breaks ${rule}`)
})

async function assertFound(seed: number, { what, dump, rules, about }: Corruption): Promise<void> {
  const { differences, failed } = await audit(rowsFromDump(dump))
  const named = differences.filter(
    ({ rule, account, period, grant }) =>
      rules.includes(rule) &&
      (about.account === undefined || account === about.account) &&
      (about.period === undefined || period === about.period) &&
      (about.grant === undefined || grant === about.grant),
  )
  const context = `seed ${seed}, ${what}: ${rules.join('/')} of ${JSON.stringify(about)} not among ${JSON.stringify(differences.map(formatDifference), null, 1)}`
  assert(0 < named.length, context)
  if (about.account !== undefined) assert(failed === 'all' || failed.includes(about.account), context)
  assert(failed === 'all' || 0 < failed.length, context)
}

test('every account that fails gets a doubt with a reason, however many there are', async () => {
  const dump = await (await storeWithHistory(1, 90)).snapshot(dumpBooks)
  const accounts = Array.from({ length: 1500 }, (_, i) => `account ${i}`)
  const [period] = dump.periods
  const periods = [...dump.periods, ...accounts.map((account) => ({ ...period!, account, allowance: 0 }))]
  const report = await audit(rowsFromDump({ ...dump, periods }))
  assert(report.differences.length < accounts.length && accounts.length < report.differencesTotal)
  const doubts = new Map(deriveDoubts(report).map(({ account, detail }) => [account, detail]))
  for (const account of accounts) assert.match(doubts.get(account) ?? '', /orphan of 2026-11/)
})

test('the doubts of an audit name accounts, and do not change with the amounts', async () => {
  const dump = await (await storeWithHistory(1, 90)).snapshot(dumpBooks)
  const periods = (by: number) =>
    dump.periods.map((row) =>
      row.account === 'anna' ? { ...row, clipped: row.clipped + by, hold: row.hold + by } : row,
    )
  const report = await audit(rowsFromDump({ ...dump, periods: periods(1) }))
  const months = dump.periods.filter(({ account }) => account === 'anna').map(({ period }) => `E6 of ${period}`)
  assert.deepEqual(deriveDoubts(report), [{ account: 'anna', reason: 'audit', detail: months.join(', ') }])
  assert.deepEqual(deriveDoubts(await audit(rowsFromDump({ ...dump, periods: periods(2) }))), deriveDoubts(report))

  const gap = await audit(rowsFromDump({ ...dump, batches: dump.batches.toSpliced(1, 1) }))
  assert.equal(gap.failed, 'all')
  assert.deepEqual(
    deriveDoubts(gap).map(({ account }) => account),
    [null],
  )
  assert.deepEqual(deriveDoubts(await audit(rowsFromDump(dump))), [])
})
