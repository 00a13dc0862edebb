import assert from 'node:assert/strict'
import { test } from 'node:test'
import { monthAt } from '../calendar.ts'
import { NOON } from '../testing/test-books.ts'
import { AccountMemories } from './account-memories.ts'
import { ChargeQueue } from './charge-queue.ts'
import { ChargeTickets } from './charge-tickets.ts'
import { Connection } from './connection.ts'
import { PendingCharge } from './pending-charge.ts'

test('a charge that waits while another incarnation begins gets another number for its subject', () => {
  const memories = new AccountMemories()
  const renumbered: PendingCharge[] = []
  const queue = new ChargeQueue({
    count: () => undefined,
    memory: (account) => memories.of(account),
    renumber: (charge) => void renumbered.push(charge),
    refused: () => undefined,
  })
  const payer = { account: 'anna', subject: { project: 'p', credential: 'k', operation: 'o' }, number: 7 }
  const connection = new Connection(ChargeTickets.create(), () => undefined)
  const charge = new PendingCharge({ connection, ticket: 0, requestId: 'a'.repeat(32), units: 1, payer })
  queue.add(charge)
  queue.forgetNumbers()
  const month = { ...monthAt(NOON), nowMs: NOON }
  const sealed = queue.seal({ seq: 1, window: 100, month, monotonicMs: 0, includes: () => true })
  assert.deepEqual(sealed.charges, [])
  assert.deepEqual(renumbered, [charge])
})
