import { workerData } from 'node:worker_threads'
import { ChargeTickets } from '../node/charge-tickets.ts'

/**
 * Books that write no batch. They seal and unseal one ticket after the other as fast as they can, each until its client
 * has ended it.
 */
const { memory, reached } = workerData as { memory: SharedArrayBuffer; reached: Int32Array }
const tickets = new ChargeTickets(memory)
for (let ticket = 0; ticket < tickets.count; ticket++) {
  for (let batch = 1; tickets.seal(ticket, batch) === 'sealed' && tickets.unseal(ticket) === 'pending'; batch++)
    Atomics.store(reached, 0, ticket)
}
