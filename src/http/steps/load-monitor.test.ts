import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { LoadMonitor } from './load-monitor.ts'

/** A thread whose turns take as long as the test says. */
function threadAt() {
  const time = { nowMs: 0 }
  const load = new LoadMonitor({ monotonicMs: () => time.nowMs })
  load.close()
  return {
    load,
    /** Whether a request that arrives at the end of this turn is rejected. */
    turn(ms: number): boolean {
      time.nowMs += ms
      const isOverloaded = load.isOverloaded()
      load.tick()
      return isOverloaded
    },
  }
}

describe('a thread', () => {
  test('whose turns are on time rejects nothing', () => {
    const { turn } = threadAt()
    for (let i = 0; i < 1000; i++) assert.equal(turn(25 + (i % 7) * 20), false)
  })

  test('with one turn of a third of a second rejects nothing', () => {
    const { turn } = threadAt()
    for (let i = 0; i < 20; i++) {
      assert.equal(turn(350), false)
      for (let j = 0; j < 10; j++) assert.equal(turn(25), false)
    }
  })

  test('with turns of a quarter of a second rejects requests within two seconds', () => {
    const { turn } = threadAt()
    const turns = Array.from({ length: 8 }, () => turn(250))
    assert.equal(turns[0], false)
    assert.equal(turns.at(-1), true)
  })

  test('that is on time again accepts requests within a quarter of a second', () => {
    const { turn } = threadAt()
    for (let i = 0; i < 20; i++) turn(2_000)
    assert.equal(turn(25), true)
    for (let i = 0; i < 9; i++) turn(25)
    assert.equal(turn(25), false)
  })

  test('reports its longest delay once', () => {
    const { load, turn } = threadAt()
    for (const ms of [25, 325, 225]) turn(ms)
    assert.deepEqual([load.takeLongestDelayMs(), load.takeLongestDelayMs()], [300, 0])
  })

  test('accepts 4096 requests at a time, and another one when one of them has ended', () => {
    const { load } = threadAt()
    for (let i = 0; i < 4_096; i++) {
      assert.equal(load.isOverloaded(), false)
      load.enter()
    }
    assert.equal(load.isOverloaded(), true)
    load.leave()
    assert.equal(load.isOverloaded(), false)
  })
})
