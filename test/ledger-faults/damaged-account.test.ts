import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { LEASE_MS } from '../../src/ledger/books/limits.ts'
import {
  CHARGING_NODE,
  type ChargedBooks,
  openChargedBooks,
  requestIdOf,
} from '../../src/ledger/testing/charged-books.ts'
import { MemoryNodeDisk } from '../../src/ledger/testing/memory-node-disk.ts'
import { TestNode } from '../../src/ledger/testing/test-node.ts'
import { VirtualTime } from '../../src/ledger/testing/virtual-time.ts'
import { startPostgres } from '../../src/storage/testing/postgres.ts'

const postgres = await startPostgres()
after(() => postgres[Symbol.asyncDispose]())

const SUBJECT = { project: 'p', credential: 'c', operation: 'o' }
/** Longer than the interval of heartbeats. */
const HEARTBEAT_MS = 1_500

const DAMAGES: Readonly<Record<string, (scene: ChargedBooks) => Promise<unknown>>> = {
  'a month that has less reserved than its grant': (scene) => scene.damage({ reserved: 0 }),
  'a batch that cannot be read, with a line that must be void': ({ example }) =>
    example.database.run('update batch set lines = $1 where seq = 2', Uint8Array.of(0xff)),
}

for (const kind of ['sqlite', 'postgres'] as const) {
  for (const [what, damage] of Object.entries(DAMAGES)) {
    for (const who of [CHARGING_NODE, 'another node'] as const) {
      test(`${what}, on ${kind}: ${who} starts, cleans up and charges all others`, async () => {
        await using scene = await openChargedBooks(kind, postgres.url)
        await damage(scene)
        const time = new VirtualTime()
        const disk = new MemoryNodeDisk()
        const intent = { incarnation: scene.incarnation, seq: 2, requestId: requestIdOf('damaged', 2) }
        if (who === CHARGING_NODE) await disk.add([intent])
        // Its lease is over for all other nodes.
        scene.clock.ms += LEASE_MS + 1
        const node = new TestNode({
          ...{ store: scene.store, time, node: who, clients: 1, shape: 'shared' },
          ...{ notes: disk, mark: disk },
        })
        const ledgerNode = await time.until(node.started)
        const chargeUnits = async (account: string): Promise<string> => {
          const requestId = account.length.toString(16).padStart(32, 'a')
          const charge = node.clients[0]!.charge({ account, units: 1, subject: SUBJECT, requestId })
          const outcome = await time.until(charge.outcome)
          return outcome.outcome === 'refused' ? outcome.reason : outcome.outcome
        }
        await time.pass(HEARTBEAT_MS)
        assert.deepEqual(ledgerNode.trust.status(), { state: 'live', reasons: [] })
        assert.equal(await chargeUnits('damaged'), 'untrusted')
        const others = await scene.doubts()
        assert(others.includes('damaged: damaged'), `${others}`)
        if (!others.includes('whole: damaged')) {
          assert.equal(await chargeUnits('whole'), 'charged')
          assert.equal((await scene.grant('whole')).state, 'closed')
        }
        assert.equal((await scene.grant('damaged')).state, 'open')
        // Failed requests are not forgotten, and not charged.
        const isKept = who === CHARGING_NODE && what.startsWith('a batch')
        assert.deepEqual(isKept ? disk.found : [], isKept ? [intent] : [])
        assert.equal((await scene.month('damaged')).confirmed, 0)
      })
    }
  }
}
