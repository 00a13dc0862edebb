import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { ChargeTickets } from './charge-tickets.ts'

test('a charge whose batch is sealed and unsealed while its deadline passes is withdrawn or failed, and never taken for settled', async () => {
  const tickets = ChargeTickets.make(TICKETS)
  for (let ticket = 0; ticket < tickets.count; ticket++) tickets.begin(ticket)
  const reached = new Int32Array(new SharedArrayBuffer(4)).fill(-1)
  const workerData = { memory: tickets.memory, reached }
  const books = new Worker(new URL('./example-unsealing-thread.ts', import.meta.url), { workerData })
  let settled = 0
  for (let ticket = 0; ticket < tickets.count && settled === 0; ticket++) {
    while (Atomics.load(reached, 0) < ticket);
    if (tickets.expire(ticket) === 'settled') settled++
  }
  await books.terminate()
  assert.equal(settled, 0)
})

const TICKETS = 5_000

test('a charge that is settled when its deadline passes stays settled', () => {
  const tickets = ChargeTickets.make(1)
  tickets.begin(0)
  tickets.seal(0, 1)
  tickets.settle(0)
  assert.equal(tickets.expire(0), 'settled')
})
