import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HeartbeatWatch } from './heartbeat-watch.ts'

/** Times of a server with one heartbeat a second, in ms. */
const beats = (watch: HeartbeatWatch, ...times: readonly number[]): void => {
  for (const atMs of times) watch.noteHeartbeat(atMs)
}

test('a server is ready from its first heartbeat on, and while none is missing for two seconds', () => {
  const watch = new HeartbeatWatch(0)
  assert.equal(watch.describeProblem(1_999), undefined)
  beats(watch, 1_000, 2_000)
  assert.equal(watch.describeProblem(3_999), undefined)
})

test('after two seconds without a heartbeat a server is not ready, and reports for how long', () => {
  const watch = new HeartbeatWatch(0)
  beats(watch, 1_000)
  assert.match(watch.describeProblem(3_000)!, /no heartbeat for 2\.0 s/)
  assert.match(watch.describeProblem(16_500)!, /no heartbeat for 15\.5 s/)
})

test('it is ready again after three heartbeats in a row, not at the first one', () => {
  const watch = new HeartbeatWatch(0)
  beats(watch, 5_000)
  assert.match(watch.describeProblem(5_001)!, /takes heartbeats again, but/)
  beats(watch, 6_000)
  assert.match(watch.describeProblem(6_999)!, /takes heartbeats again, but/)
  beats(watch, 7_000)
  assert.equal(watch.describeProblem(7_001), undefined)
})

test('single heartbeats between silences do not make it ready', () => {
  const watch = new HeartbeatWatch(0)
  for (let atMs = 3_000; atMs < 30_000; atMs += 3_000) {
    beats(watch, atMs, atMs + 1_000)
    assert.notEqual(watch.describeProblem(atMs + 1_500), undefined)
  }
})

test('a server that charges is ready without heartbeats for ten seconds, and says what is wrong', () => {
  const watch = new HeartbeatWatch(0)
  const states = [1_000, 3_000, 9_900, 10_100, 11_000].map((nowMs, i) => {
    watch.noteBatches(i + 1, nowMs)
    return [watch.describeProblem(nowMs), watch.describeDegraded(nowMs)].map((text) => text !== undefined)
  })
  const [well, degraded, problem] = [
    [false, false],
    [false, true],
    [true, false],
  ]
  assert.deepEqual(states, [well, degraded, degraded, problem, problem])
})

test('charges of two seconds ago do not make a server ready', () => {
  const watch = new HeartbeatWatch(0)
  watch.noteBatches(1, 1_000)
  watch.noteBatches(1, 2_999)
  assert.equal(watch.describeProblem(2_999), undefined)
  assert.match(watch.describeProblem(3_000)!, /no heartbeat for 3\.0 s/)
})

test('a heartbeat that is read late counts from its writing', () => {
  const watch = new HeartbeatWatch(0)
  assert.notEqual(watch.describeProblem(4_000), undefined)
  beats(watch, 1_000, 2_000, 3_000, 3_900)
  assert.equal(watch.describeProblem(4_000), undefined)
})

test('a silence is logged once when it begins and once, with its duration, when it has ended', () => {
  const watch = new HeartbeatWatch(0)
  assert.equal(watch.describeChange(1_000), undefined)
  assert.match(watch.describeChange(2_000)!, /takes no heartbeat/)
  assert.equal(watch.describeChange(9_000), undefined)
  beats(watch, 15_400)
  assert.match(watch.describeChange(15_500)!, /took none for 15\.4 s/)
  assert.equal(watch.describeChange(15_600), undefined)
  assert.match(watch.describeChange(17_400)!, /takes no heartbeat/)
  beats(watch, 17_300)
  assert.match(watch.describeChange(17_500)!, /took none for 1\.9 s/)
})
