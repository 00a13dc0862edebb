import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AcquireOutcome } from '../books/acquire.ts'
import { NodeFlags } from './node-flags.ts'
import { Trust } from './trust.ts'
import { UnusablePeriods } from './unusable-periods.ts'

const CLOSED = { outcome: 'period_over' } as AcquireOutcome
const GRANTED = { outcome: 'granted' } as AcquireOutcome

function scene() {
  let nowMs = 0
  const flags = new NodeFlags()
  const trust = new Trust(flags, () => undefined)
  trust.clear('books')
  const log: string[] = []
  const periods = new UnusablePeriods({
    clock: { monotonicMs: () => nowMs },
    trust,
    report: (text) => void log.push(text),
  })
  const refuse = (ms: number): void => {
    for (const untilMs = nowMs + ms; nowMs < untilMs; nowMs += 50) {
      periods.note('2026-11', CLOSED)
      periods.tick()
    }
  }
  return { periods, trust, flags, log, refuse, pass: (ms: number) => void (nowMs += ms) }
}

test('a month that no account can use for more than five seconds is reported by name, and refuses nothing by itself', () => {
  const { periods, trust, flags, log, refuse } = scene()
  refuse(4_900)
  assert.deepEqual(trust.status().reasons, [])
  refuse(300)
  assert.deepEqual(trust.status().reasons, [
    {
      reason: 'period',
      detail:
        'no account can use 2026-11: it is closed in the books. If the clock is right, open it with: regista accounting reopen 2026-11 --why "…"',
    },
  ])
  assert.equal(log.length, 1)
  assert(flags.isOpen && trust.isLive)
  periods.note('2026-11', GRANTED)
  assert.deepEqual(trust.status().reasons, [])
  assert.equal(log.length, 2)
})

test('a month that other accounts can use is not reported', () => {
  const { periods, trust, refuse } = scene()
  for (let i = 0; i < 10; i++) {
    refuse(2_000)
    periods.note('2026-11', GRANTED)
  }
  assert.deepEqual(trust.status().reasons, [])
})

test('the refusal is forgotten when no account requests units: a server that is not ready gets no requests', () => {
  const { periods, trust, refuse, pass } = scene()
  refuse(6_000)
  assert.equal(trust.status().reasons.length, 1)
  pass(10_100)
  periods.tick()
  assert.deepEqual(trust.status().reasons, [])
})
