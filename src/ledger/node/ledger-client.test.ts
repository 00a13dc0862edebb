import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MemoryNodeDisk } from '../testing/memory-node-disk.ts'
import { VirtualTime } from '../testing/virtual-time.ts'
import { ChargeTickets } from './charge-tickets.ts'
import { CHARGE_DEADLINE_MS, LedgerClient } from './ledger-client.ts'
import { NodeFlags } from './node-flags.ts'

test('a charge that was durable at its deadline has an outcome, even if the books are closed before they confirm it', async () => {
  const time = new VirtualTime()
  const tickets = ChargeTickets.create(1)
  const flags = new NodeFlags()
  flags.setOpen('open')
  const client = new LedgerClient({
    ...{ incarnation: 1, flags, tickets, clock: time, timers: time, notes: new MemoryNodeDisk() },
    send: (message) => {
      if (message.kind !== 'charges') return
      tickets.seal(0, 1)
      tickets.settle(0)
    },
  })
  const subject = { project: 'shop', credential: 'key-1', operation: 'suggestCompanies' }
  const charge = client.charge({ account: 'a', units: 1, subject, requestId: '0'.repeat(32) })
  await time.pass(CHARGE_DEADLINE_MS + 1)
  client.disconnect()
  const delayed = new Promise<'no outcome'>((resolve) => time.after(1, () => resolve('no outcome')))
  assert.deepEqual(await time.until(Promise.race([charge.outcome, delayed])), { outcome: 'unknown' })
})
