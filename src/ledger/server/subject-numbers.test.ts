import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestClock, openTestBooks } from '../testing/test-books.ts'
import { ChargeTickets } from './charge-tickets.ts'
import { Connection } from './connection.ts'
import type { ToClient } from './messages.ts'
import { PendingCharge } from './pending-charge.ts'
import { SubjectNumbers } from './subject-numbers.ts'

test('a withdrawn charge is released and never charged, even if its client uses the ticket again at once', async () => {
  await using opened = await openTestBooks('sqlite', createTestClock())
  const tickets = ChargeTickets.create(1)
  tickets.begin(0, { accountKey: 1, units: 1 })
  tickets.withdraw(0)
  const sent: ToClient[] = []
  const connection = new Connection(tickets, (message) => {
    sent.push(message)
    tickets.free(0)
    tickets.begin(0, { accountKey: 2, units: 5 })
  })
  const numbered: PendingCharge[] = []
  const timers = { after: () => () => undefined, endOfTurn: setImmediate }
  const subjects = new SubjectNumbers(
    { books: opened.books, timers, count: () => undefined, incarnation: () => 1 },
    (charge) => {
      numbered.push(charge)
    },
  )
  const payer = { account: 'anna', subject: { project: 'p', credential: 'k', operation: 'o' }, number: 0 }
  subjects.number(new PendingCharge({ connection, ticket: 0, requestId: '1'.padStart(32, '0'), units: 1, payer }))
  await new Promise(setImmediate)
  await new Promise(setImmediate)
  assert.deepEqual([sent.length, numbered], [1, []])
})
