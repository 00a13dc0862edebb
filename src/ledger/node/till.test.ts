import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import { FREE_MAX, Till } from './till.ts'

const MONTH = { period: 202611, endsAtMs: 1000 }

function openTill(free: number): Till {
  const till = Till.make({ slots: 3, tellers: 2 })
  till.load(1, { ...MONTH, grant: 7 })
  till.add(1, free)
  return till
}

test('a slot gives what is free of its grant, and says whose it is', () => {
  const till = openTill(10)
  const taken = till.take(1, 4, 999)!
  assert.deepEqual(
    { ...taken, generation: 0 },
    { grant: 7, generation: 0, period: 202611, endsAtMs: 1000, left: 6, isLow: false },
  )
  assert.equal(till.free(1), 6)
})

for (const [because, units, ledgerMs] of [
  ['more than is free', 11, 0],
  ['anything after the end of the month', 1, 1000],
] as const) {
  test(`a slot does not give ${because}`, () => {
    const till = openTill(10)
    assert.equal(till.take(1, units, ledgerMs), undefined)
    assert.equal(till.free(1), 10)
  })
}

test('slots do not touch each other, however full', () => {
  const till = Till.make({ slots: 3, tellers: 2 })
  for (const slot of [0, 1, 2]) {
    till.load(slot, { ...MONTH, grant: slot })
    till.add(slot, FREE_MAX)
    till.addInFlight(1, slot, slot)
  }
  assert.equal(till.take(1, FREE_MAX, 0)!.left, 0)
  assert.deepEqual(
    [0, 1, 2].map((slot) => till.free(slot)),
    [FREE_MAX, 0, FREE_MAX],
  )
  assert.deepEqual(
    [0, 1, 2].map((slot) => till.inFlight(1, slot)),
    [0, 1, 2],
  )
  assert.deepEqual(
    [0, 1, 2].map((slot) => till.inFlight(0, slot)),
    [0, 0, 0],
  )
})

test('what is given back after the generation has passed does not come into the next grant', () => {
  const till = openTill(10)
  const taken = till.take(1, 4, 0)!
  assert.equal(till.shut(1), 6)
  till.load(1, { ...MONTH, grant: 8 })
  till.add(1, 5)
  assert.equal(till.giveBack(1, taken.generation, 4), 'passed')
  assert.equal(till.free(1), 5)
  assert.equal(till.take(1, 1, 0)!.grant, 8)
})

test('a slot is low when what is left falls below its mark, and that is told once', () => {
  const till = openTill(10)
  till.setLowWater(1, 3)
  assert.equal(till.take(1, 7, 0)!.isLow, false)
  assert.equal(till.take(1, 1, 0)!.isLow, true)
  assert.deepEqual([till.claimLow(1), till.claimLow(1)], ['first', 'told'])
  till.setLowWater(1, 3)
  assert.equal(till.claimLow(1), 'first')
})

test('the clock of the till never goes back, whatever it is set to', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(1000), fc.integer({ min: -5000, max: 5000 })), { maxLength: 20 }), (steps) => {
      const till = Till.make({ slots: 1, tellers: 1 })
      let monotonicMs = 0
      let lastMs = Number.NEGATIVE_INFINITY
      for (const [passed, offsetMs] of steps) {
        monotonicMs += passed
        till.setClock({
          ceilingMs: Number.POSITIVE_INFINITY,
          offsetMs,
          floorMs: Math.max(lastMs, till.ledgerMs(monotonicMs)),
        })
        const nowMs = till.ledgerMs(monotonicMs)
        assert(lastMs <= nowMs)
        lastMs = nowMs
      }
    }),
  )
})

test('threads that take and give back at once, while grants come and go, never take a unit twice nor lose one', async () => {
  const till = Till.make({ slots: 1, tellers: 3 })
  const threads = [0, 1, 2].map(
    (teller) =>
      new Worker(new URL('./example-till-thread.ts', import.meta.url), {
        workerData: { memory: till.memory, rounds: 200_000, teller },
      }),
  )
  const reports = Promise.all(
    threads.map(
      (thread) =>
        new Promise<{ sold: [number, number][]; passed: number }>((resolve) => thread.once('message', resolve)),
    ),
  )
  const given = new Map<number, number>()
  let parked = 0
  let ended = false
  void reports.then(() => (ended = true))
  for (let grant = 1; !ended; grant++) {
    parked += till.shut(0)
    till.load(0, { ...MONTH, grant })
    for (let i = 0; i < 20; i++) {
      till.add(0, 50)
      if (i % 5 === 0) parked += till.empty(0)
    }
    given.set(grant, 1000)
    await new Promise((resolve) => setImmediate(resolve))
  }
  parked += till.shut(0)
  let sold = 0
  let passed = 0
  for (const report of await reports) {
    passed += report.passed
    for (const [grant, units] of report.sold) {
      sold += units
      given.set(grant, given.get(grant)! - units)
    }
  }
  assert(0 < sold, 'the threads sold something')
  for (const [grant, left] of given) assert(0 <= left, `grant ${grant} sold ${1000 - left} of 1000`)
  assert.equal(sold + passed + parked, given.size * 1000)
  for (const teller of [0, 1, 2]) assert.equal(till.inFlight(teller, 0), 0)
})
