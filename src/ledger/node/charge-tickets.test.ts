import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { ChargeTickets } from './charge-tickets.ts'

test('a charge whose batch is sealed and unsealed while its deadline passes is withdrawn or failed, never settled', async () => {
  const tickets = ChargeTickets.create(TICKETS)
  for (let ticket = 0; ticket < tickets.count; ticket++) tickets.begin(ticket)
  const reached = new Int32Array(new SharedArrayBuffer(4)).fill(-1)
  const workerData = { memory: tickets.memory, reached }
  const books = new Worker(new URL('../testing/unsealing-thread.ts', import.meta.url), { workerData })
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
  const tickets = ChargeTickets.create(1)
  tickets.begin(0)
  tickets.seal(0, 1)
  tickets.settle(0)
  assert.equal(tickets.expire(0), 'settled')
})

test('a client that disconnects withdraws its charge before it is sealed, and later only if the batch is not written', () => {
  const ends = {
    pending: (tickets: ChargeTickets) => tickets.seal(0, 1),
    unsealed: (tickets: ChargeTickets) => tickets.unseal(0),
    settled: (tickets: ChargeTickets) => tickets.settle(0),
    expired: (tickets: ChargeTickets) => tickets.expire(0),
    'unsealed, then expired': (tickets: ChargeTickets) => [tickets.unseal(0), tickets.expire(0)],
  }
  const seen = Object.entries(ends).map(([name, end]) => {
    const tickets = ChargeTickets.create(1)
    tickets.begin(0)
    if (name !== 'pending') tickets.seal(0, 7)
    return [name, tickets.leave(0), end(tickets)]
  })
  assert.deepEqual(seen, [
    ['pending', 'withdrawn', 'withdrawn'],
    ['unsealed', 'sealed', 'withdrawn'],
    ['settled', 'sealed', 'settled'],
    ['expired', 'sealed', { batch: 7 }],
    ['unsealed, then expired', 'sealed', ['withdrawn', 'withdrawn']],
  ])
})
