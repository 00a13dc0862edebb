import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from '../../src/stdx/random.ts'
import { makeCrowd, makePlan, runSeed } from '../simulation/chaos.ts'
import { play } from './play.ts'

test('twenty servers that want to charge, while some are killed or frozen, never have over 100 units undecided', async () => {
  const most: number[] = []
  for (let seed = 1; seed <= 2; seed++) {
    const random = seededRandom(seed)
    const crowd = makeCrowd(makePlan(seed, random), random)
    const world = await runSeed(seed, { ...crowd, servers: 20, clients: 160 })
    most.push(world.undecidedMax)
  }
  assert(
    most.every((units) => 0 < units && units <= 100),
    `${most}`,
  )
})

test('a server that waits for a place says who has them, and charges when one is free', () =>
  play({ servers: 11 }, async (world) => {
    const waiting = world.servers.find(({ trust }) => trust?.state === 'untrusted')
    assert(waiting !== undefined)
    const [reason, ...others] = waiting.trust!.reasons
    assert.deepEqual([reason?.reason, others], ['place', []])
    for (const { name } of world.servers) if (name !== waiting.name) assert(reason?.detail.includes(`${name} (place `))
    assert.match(reason?.detail ?? '', /Stop one, and this server takes its place$/)
    assert.equal(await world.charge(waiting, 'anna'), 'untrusted')
    const [leaving] = world.servers.filter((server) => server !== waiting)
    await leaving!.server!.close()
    await world.until('a place', () => waiting.trust?.state === 'live')
    assert.equal(await world.charge(waiting, 'anna'), 'charged')
  }))

test('a server that was frozen and has lost its place charges nothing before it has another one', () =>
  play({ servers: 2 }, async (world) => {
    const [frozen, other] = world.servers
    frozen!.pause()
    await world.sleep(16_000)
    assert.equal(other!.flags.window, 100, 'it has the share of the other one')
    frozen!.resume()
    await world.charge(frozen!, 'anna', 10)
    assert.equal(world.tally.counts.batches_refused, 1)
    await world.until('a place', () => frozen!.trust?.state === 'live' && other!.flags.window === 50)
    assert.equal(frozen!.flags.window, 50)
    assert.equal(await world.charge(frozen!, 'anna'), 'charged')
    await world.check()
  }))

test('a server that gets its place back charges nothing while the others may have all of the hold undecided', () =>
  play({ servers: 2 }, async (world) => {
    const [frozen, other] = world.servers
    frozen!.pause()
    await world.sleep(16_000)
    assert.equal(await world.charge(other!, 'anna', 10), 'charged')
    // The batch gets no answer, and heartbeats go on.
    other!.faults.mutesIn = 1
    const sent = Array.from({ length: 10 }, () => world.charge(other!, 'anna', 10))
    await world.sleep(100)
    frozen!.resume()
    // Before its first heartbeat, and after each of the next ones.
    const asked: Promise<string | undefined>[] = []
    for (let i = 0; i < 20; i++) {
      asked.push(world.charge(frozen!, 'anna', 10))
      await world.sleep(100)
    }
    await world.checkUndecided('anna')
    assert(world.undecidedMax <= 100, `${world.undecidedMax}`)
    await Promise.all([...sent, ...asked])
    other!.kill()
    await world.until('the place of the frozen one', () => frozen!.trust?.state === 'live')
    assert.equal(await world.charge(frozen!, 'anna', 10), 'charged')
  }))

test('a server that enters charges nothing while a batch of another one, which may be all of the hold, has no answer', () =>
  play({ servers: 2 }, async (world) => {
    const [one, other] = world.servers
    other!.kill()
    await world.until('the whole hold', () => one!.flags.window === 100)
    assert.equal(await world.charge(one!, 'anna', 10), 'charged')
    // The batch gets no answer, and heartbeats go on.
    one!.faults.mutesIn = 1
    const sent = Array.from({ length: 10 }, () => world.charge(one!, 'anna', 10))
    await world.sleep(100)
    void other!.start()
    assert.deepEqual(new Set(await Promise.all(sent)), new Set(['unknown']))
    await world.sleep(3_000)
    await world.checkUndecided('anna')
    assert.equal(world.undecidedMax, 100)
    assert.deepEqual([one!.flags.window, other!.flags.window], [50, 50])
    const { state, reasons } = other!.trust!
    assert.equal(state, 'untrusted')
    assert.equal(reasons[0]?.detail, 'the server waits until the hold is divided by 2, also by server 0 (place 1)')
    assert.equal(await world.charge(other!, 'anna', 10), 'untrusted')
    one!.kill()
    await world.until('the place of the other one', () => other!.trust?.state === 'live')
    assert.equal(other!.flags.window, 100)
    assert.equal(await world.charge(other!, 'anna', 10), 'charged')
  }))
