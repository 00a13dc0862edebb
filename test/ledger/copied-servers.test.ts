import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readOpenDoubts } from '../../src/ledger/tables/doubts.ts'
import { readJournal } from '../../src/ledger/testing/journal.ts'
import { CopiedServer } from '../simulation/copied-server.ts'
import { play } from './play.ts'

test('a number that a copy of the machine has used: each charge is made once, under the numbers of a new incarnation', () =>
  play({}, async (world) => {
    const [server] = world.servers
    await world.charge(server!, 'anna')
    const { incarnation } = server!.server!.journal
    const copy = new CopiedServer(world, server!.server!.journal)
    for (const _ of [1, 2, 3]) assert.equal(await copy.charge('anna'), 'written')
    const outcomes = await Promise.all(['anna', 'berta', 'anna'].map((account) => world.charge(server!, account)))
    assert.deepEqual(new Set(outcomes), new Set(['charged']))
    assert.notEqual(server!.server!.journal.incarnation, incarnation)
    assert.equal(await copy.charge('anna'), 'refused', 'its place is that of the new incarnation')
    const lines = await world.edit((books) => readJournal(books))
    assert.deepEqual(lines.map(({ account }) => account).sort(), [
      'anna',
      'anna',
      'anna',
      'anna',
      'anna',
      'anna',
      'berta',
    ])
    assert.deepEqual(await world.edit((books) => readOpenDoubts(books)), [])
    await world.check()
  }))

test('a number that a copy has used while the books took nothing: empty batches find it, and the server is ready again', () =>
  play({}, async (world) => {
    const [server] = world.servers
    await world.charge(server!, 'anna')
    const { incarnation } = server!.server!.journal
    await new CopiedServer(world, server!.server!.journal).charge('anna')
    server!.faults.isAway = true
    assert.equal(await world.charge(server!, 'anna'), 'unavailable')
    await world.until('the server is not ready', () => server!.trust?.state === 'untrusted')
    server!.faults.isAway = false
    await world.until('the server recovers', () => server!.trust?.state === 'live')
    assert.notEqual(server!.server!.journal.incarnation, incarnation)
    assert.equal(await world.charge(server!, 'anna'), 'charged')
    await world.check()
  }))

test('a copy of the machine at any moment of a restart: the audit finds nothing', async () => {
  for (let afterMs = 0; afterMs < 40; afterMs += 0.5)
    await play({}, async (world) => {
      const [server] = world.servers
      assert.equal(await new CopiedServer(world, server!.server!.journal).charge('anna'), 'written')
      const charging = world.charge(server!, 'anna')
      await world.sleep(afterMs)
      await new CopiedServer(world, server!.server!.journal).charge('berta')
      assert.equal(await charging, 'charged')
      await world.check()
    })
})

test('a folder that was copied gives two servers one name, and each commits half of the hold', () =>
  play({ servers: 2 }, async (world) => {
    const [one, other] = world.servers
    other!.kill()
    Object.assign(other!, { name: one!.name })
    await other!.start()
    await world.sleep(20_000)
    assert.deepEqual([one!.flags.window, other!.flags.window], [50, 50])
  }))
