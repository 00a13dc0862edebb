import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { openControlDatabase } from '../access/control/control.ts'
import { BrowserSpending, type SharedDay } from '../access/limits/limits.ts'
import { parseIp } from '../access/network/ip.ts'
import { createCustomer } from '../access/testing/customers.ts'
import { readSnapshot } from '../access/view/snapshot.ts'
import { type AccessSnapshot, buildView } from '../access/view/view.ts'
import { BOOKS_MIGRATIONS } from '../ledger/books/sql-store.ts'
import { dayAt } from '../ledger/calendar.ts'
import { systemClock } from '../stdx/clock.ts'
import { openDatabase } from '../storage/storage.ts'
import { BrowserBudgets } from './browser-budgets.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-budgets-'))
after(() => rmSync(dir, { recursive: true }))

test('each day begins at midnight with no used units, in running and new threads, even while the books are unreadable', async () => {
  await using database = await openControlDatabase({ data: dir, databaseUrl: undefined }, 'write')
  const { clientId } = await createCustomer({ database, clock: systemClock }, { units: 10_000 })
  const access: AccessSnapshot = await readSnapshot(database)
  const budget = buildView(access).projectByClientId(clientId)!.browserBudget
  let nowMs = systemClock.nowMs()
  const began: SharedDay[] = []
  const warned: string[] = []
  const nothing = () => undefined
  await using budgets = await BrowserBudgets.start({
    // There are no books in this folder.
    ...{ data: dir, databaseUrl: undefined, incarnation: 1, clock: { nowMs: () => nowMs }, access: () => access },
    log: { error: nothing, info: nothing, debug: nothing, warn: (_, message) => void warned.push(message) },
    began: (day) => void began.push(day),
  })
  const first = budgets.day
  const thread = new BrowserSpending(first, () => 1)
  const spend = () => {
    let units = 0
    while (thread.take(budget, parseIp('192.0.2.1')!, 1).outcome === 'taken') units++
    return units
  }
  assert.deepEqual([spend(), spend()], [100, 0])
  nowMs = first.endsAtMs
  while (began.length === 0) await wait(20)
  assert.equal(budgets.day, began[0])
  assert.deepEqual(began[0]!.endsAtMs, dayAt(first.endsAtMs).endsAtMs)
  assert.equal(spend(), 0, 'the thread has not heard of it')
  thread.begin(began[0]!)
  assert.equal(spend(), 100)
  assert(warned.some((message) => message.includes('cannot read what other servers charged')))
})

test('the log has one line when the books become unreadable, and one when they are readable again', async () => {
  const data = join(dir, 'log')
  mkdirSync(data)
  await using database = await openControlDatabase({ data, databaseUrl: undefined }, 'write')
  await createCustomer({ database, clock: systemClock }, { units: 10_000 })
  const access: AccessSnapshot = await readSnapshot(database)
  const lines: string[] = []
  let looks = 0
  const nothing = () => undefined
  const note = (_: unknown, message: string): void => void lines.push(message)
  await using _budgets = await BrowserBudgets.start({
    ...{ data, databaseUrl: undefined, incarnation: 1, clock: systemClock, began: nothing },
    access: () => {
      looks++
      return access
    },
    log: { error: note, info: note, debug: note, warn: note },
  })
  while (looks < 3) await wait(20)
  assert.deepEqual(lines, ['cannot read what other servers charged; retrying every second'])
  const path = join(data, 'ledger.db')
  await using _books = await openDatabase({ path, migrations: BOOKS_MIGRATIONS, mode: 'write' })
  while (lines.length === 1) await wait(20)
  assert.deepEqual(lines.slice(1), ['the server can read again what other servers charged'])
})
