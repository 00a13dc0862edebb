import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { play } from './play.ts'

/** Two seconds, and what a message takes. */
const NOTICED_WITHIN_MS = 2_100

describe('a database that never answers one operation', () => {
  for (let from = 1; from <= 41; from += 10)
    test(`a server that decides no charge for it says so within two seconds (operations ${from} to ${from + 9})`, async () => {
      for (let mutesIn = from; mutesIn < from + 10; mutesIn++)
        await play({ seed: mutesIn, servers: 2, allowance: 100_000 }, async (world) => {
          const server = world.servers[0]!
          server.faults.mutesIn = mutesIn
          let askedAtMs: number | undefined
          for (let i = 0; i < 100; i++) {
            const account = i % 2 === 0 ? 'anna' : 'berta'
            const charge = world.charge(server, account, 1, 1_900)
            if (server.trust?.state === 'live') askedAtMs ??= world.kernel.nowMs
            void charge.then((outcome) => {
              if (outcome === 'charged') askedAtMs = undefined
            })
            await world.sleep(50)
            const waitedMs = askedAtMs === undefined ? 0 : world.kernel.nowMs - askedAtMs
            if (NOTICED_WITHIN_MS < waitedMs)
              assert.notEqual(server.trust?.state, 'live', `silent for ${waitedMs} ms after operation ${mutesIn}`)
            if (server.trust?.state !== 'live') askedAtMs = undefined
          }
          // Nothing was lost: another process goes on with the books.
          server.kill()
          server.faults.mutesIn = 0
          await server.start()
          await world.check()
        })
    })
})

test('accounts that are used up are refused as such, however many, and leave the server ready', () =>
  play({}, async (world) => {
    const server = world.servers[0]!
    for (let i = 0; i < 20; i++) {
      await world.openAccount(`used-${i}`, 0)
      assert.equal(await world.charge(server, `used-${i}`), 'monthly_limit')
      assert.equal(server.trust?.state, 'live')
      await world.sleep(1_500)
    }
  }))
