import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '../stdx/time-units.ts'
import { cutOrigin, MinuteGate, RefusedOrigins } from './refused-origins.ts'

test('a flood of invented origins is bounded and does not displace one that asks again', () => {
  const origins = new RefusedOrigins()
  for (let i = 0; i < 3; i++) origins.add('https://www.shop.example', 0)
  for (let i = 0; i < 10_000; i++) origins.add(cutOrigin(`https://${i}.example/${'x'.repeat(1_000)}`), i)
  const list = origins.list(10_000)
  assert.deepEqual([list.length, list[0]!.origin, list[0]!.count], [32, 'https://www.shop.example', 3])
  for (const { origin } of list) assert(origin.length <= 101)
})

test('an origin is forgotten an hour after its last refusal', () => {
  const origins = new RefusedOrigins()
  origins.add('https://a.example', 0)
  origins.add('https://b.example', 0)
  origins.add('https://b.example', 1)
  const names = (nowMs: number) => origins.list(nowMs).map(({ origin }) => origin)
  assert.deepEqual(names(HOUR_MS - 1), ['https://b.example', 'https://a.example'])
  assert.deepEqual(names(HOUR_MS), ['https://b.example'])
  assert.deepEqual(names(HOUR_MS + 1), [])
})

test('sixty messages pass in a minute, however many are refused, and an origin as long as a real one is not cut', () => {
  const gate = new MinuteGate(60)
  const passed = (from: number) => Array.from({ length: 1_000 }, (_, i) => gate.passes(from + i)).filter(Boolean).length
  assert.deepEqual([passed(0), passed(MINUTE_MS)], [60, 60])
  assert.equal(cutOrigin('https://shop.example:8443'), 'https://shop.example:8443')
})
