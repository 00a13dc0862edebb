import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Load } from './load.ts'

/** A thread whose turns take as long as we say. */
function threadAt() {
  const time = { nowMs: 0 }
  const load = new Load({ monotonicMs: () => time.nowMs })
  load.close()
  return {
    load,
    /** Is a request that comes at the end of this turn sent away? */
    turn(ms: number): boolean {
      time.nowMs += ms
      const isTooMuch = load.isTooMuch()
      load.tick()
      return isTooMuch
    },
  }
}

describe('a thread', () => {
  test('that gets round in time sends nobody away', () => {
    const { turn } = threadAt()
    for (let i = 0; i < 1000; i++) assert.equal(turn(25 + (i % 7) * 20), false)
  })

  test('that was kept once for a third of a second sends nobody away', () => {
    const { turn } = threadAt()
    for (let i = 0; i < 20; i++) {
      assert.equal(turn(350), false)
      for (let j = 0; j < 10; j++) assert.equal(turn(25), false)
    }
  })

  test('that needs a quarter of a second for each turn sends requests away before two seconds are over', () => {
    const { turn } = threadAt()
    const turns = Array.from({ length: 8 }, () => turn(250))
    assert.equal(turns[0], false)
    assert.equal(turns.at(-1), true)
  })

  test('that has caught up takes requests again within a quarter of a second', () => {
    const { turn } = threadAt()
    for (let i = 0; i < 20; i++) turn(2_000)
    assert.equal(turn(25), true)
    for (let i = 0; i < 9; i++) turn(25)
    assert.equal(turn(25), false)
  })

  test('takes so many at a time, and the next when one of them has ended', async () => {
    const { load } = threadAt()
    const gate = Promise.withResolvers<string>()
    const taken: Promise<unknown>[] = []
    for (let i = 0; i < 4_096; i++) {
      assert.equal(load.isTooMuch(), false)
      taken.push(load.carry(() => gate.promise))
    }
    assert.equal(load.isTooMuch(), true)
    gate.resolve('done')
    assert.deepEqual(new Set(await Promise.all(taken)), new Set(['done']))
    assert.equal(load.isTooMuch(), false)
  })
})
