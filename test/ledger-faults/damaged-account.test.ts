import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { LEASE_MS } from '../../src/ledger/books/limits.ts'
import { ExampleNode } from '../../src/ledger/node/example-node.ts'
import { ExampleNodeDisk } from '../../src/ledger/node/example-node-disk.ts'
import { SteeredTime } from '../../src/ledger/node/example-time.ts'
import {
  CHARGING_NODE,
  type ChargedBooks,
  openChargedBooks,
  requestIdOf,
} from '../../src/ledger/testing/charged-books.ts'
import { startPostgres } from '../../src/storage/testing/postgres.ts'

const postgres = await startPostgres()
after(() => postgres[Symbol.asyncDispose]())

const SUBJECT = { project: 'p', credential: 'c', operation: 'o' }
/** Longer than from one heartbeat to the next. */
const HEARTBEAT_MS = 1_500

const DAMAGES: Readonly<Record<string, (sold: ChargedBooks) => Promise<unknown>>> = {
  'a month that has less reserved than its grant': (sold) => sold.damage({ reserved: 0 }),
  'a batch that cannot be read, with a line that must be void': ({ example }) =>
    example.database.run('update batch set lines = $1 where seq = 2', Uint8Array.of(0xff)),
}

for (const kind of ['sqlite', 'postgres'] as const) {
  for (const [what, damage] of Object.entries(DAMAGES)) {
    for (const who of [CHARGING_NODE, 'another node'] as const) {
      test(`${what}, on ${kind}: ${who} starts, clears up and sells to all others`, async () => {
        await using sold = await openChargedBooks(kind, postgres.url)
        await damage(sold)
        const time = new SteeredTime()
        const disk = new ExampleNodeDisk()
        const intent = { incarnation: sold.incarnation, seq: 2, requestId: requestIdOf('damaged', 2) }
        if (who === CHARGING_NODE) await disk.add([intent])
        // Its lease has run out for everybody else.
        sold.clock.ms += LEASE_MS + 1
        const node = new ExampleNode({
          ...{ store: sold.store, time, node: who, clients: 1, shape: 'shared' },
          ...{ notes: disk, mark: disk },
        })
        const bookkeeper = await time.until(node.started)
        const sell = async (account: string): Promise<string> => {
          const requestId = account.length.toString(16).padStart(32, 'a')
          const charge = node.clients[0]!.charge({ account, units: 1, subject: SUBJECT, requestId })
          const outcome = await time.until(charge.outcome)
          return outcome.outcome === 'refused' ? outcome.reason : outcome.outcome
        }
        await time.pass(HEARTBEAT_MS)
        assert.deepEqual(bookkeeper.trust.status(), { state: 'live', reasons: [] })
        assert.equal(await sell('damaged'), 'untrusted')
        const others = await sold.doubts()
        assert(others.includes('damaged: damaged'), `${others}`)
        if (!others.includes('whole: damaged')) {
          assert.equal(await sell('whole'), 'charged')
          assert.equal((await sold.grant('whole')).state, 'closed')
        }
        assert.equal((await sold.grant('damaged')).state, 'open')
        // What a client was told had failed is not forgotten, nor charged.
        const isKept = who === CHARGING_NODE && what.startsWith('a batch')
        assert.deepEqual(isKept ? disk.found : [], isKept ? [intent] : [])
        assert.equal((await sold.month('damaged')).confirmed, 0)
      })
    }
  }
}
