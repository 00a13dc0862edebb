import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { until } from '../../stdx/testing/until.ts'
import { startPostgres } from '../../storage/testing/postgres.ts'
import { authenticate } from '../access.ts'
import { createAccount } from '../control/accounts.ts'
import { revokeKey } from '../control/keys.ts'
import { parseIp } from '../network/ip.ts'
import { createTestCustomer, openTestControl, type TestControl } from '../testing/control.ts'
import { type AccessSnapshot, AccessWatcher, buildView, Freshness } from './view.ts'

const server = await startPostgres()
after(() => server[Symbol.asyncDispose]())

const TICKS_MAX = 200

/** A clock and timers that the test controls. */
function manualTime() {
  const timers = new Set<{ ms: number; work: () => void }>()
  let nowMs = 5_000_000
  return {
    delays: () => [...timers].map(({ ms }) => ms),
    advance: (ms: number) => void (nowMs += ms),
    ports: {
      monotonicMs: () => nowMs,
      after(ms: number, work: () => void) {
        const timer = { ms, work }
        timers.add(timer)
        return () => timers.delete(timer)
      },
    },
    /** Lets the next timer fire, and waits until it has been set again. */
    async tick() {
      const [timer] = [...timers]
      assert(timer !== undefined, 'a timer is set')
      timers.delete(timer)
      nowMs += timer.ms
      timer.work()
      await until(() => timers.size !== 0, 'the timer to be set again')
    },
    /** Lets timers fire until so much time has passed. */
    async pass(ms: number) {
      const endsAtMs = nowMs + ms
      for (let ticks = 0; nowMs < endsAtMs; ticks++) {
        assert(ticks < TICKS_MAX, `${endsAtMs - nowMs} ms are left`)
        await this.tick()
      }
    },
  }
}

/** A watcher with everything that it reports. */
async function watched(control: TestControl, database = control.reader) {
  const time = manualTime()
  const freshness = Freshness.make()
  const seen: AccessSnapshot[] = []
  const connection: string[] = []
  const watcher = await AccessWatcher.start({
    database,
    freshness,
    ports: time.ports,
    onChange: (snapshot) => seen.push(snapshot),
    onConnectionChange: ({ kind }) => connection.push(kind),
  })
  const isFresh = () => freshness.isFresh(time.ports.monotonicMs())
  return { time, freshness, seen, connection, watcher, isFresh }
}

for (const kind of ['sqlite', 'postgres'] as const) {
  describe(`watching the control database on ${kind}`, () => {
    const open = () => openTestControl(kind === 'postgres' ? server.url : undefined)

    test('the age of a snapshot counts from its query, however long the answer took', async () => {
      await using control = await open()
      const freshness = Freshness.make()
      let ms = 0
      const watcher = await AccessWatcher.start({
        database: control.reader,
        freshness,
        onChange: () => undefined,
        onConnectionChange: () => undefined,
        ports: { monotonicMs: () => (ms += 8_000), after: () => () => undefined },
      })
      assert.deepEqual([freshness.isFresh(17_999), freshness.isFresh(18_001)], [true, false])
      await watcher.close()
    })

    test('every change is seen at the next poll, within a quarter of a second, and nothing else is reported', async () => {
      await using control = await open()
      const { time, seen, watcher, isFresh } = await watched(control)
      const changes = () => seen.map((snapshot) => snapshot.changes)
      assert.deepEqual(changes(), [0])
      await time.tick()
      assert.deepEqual(changes(), [0])
      const { key, text } = await createTestCustomer(control)
      await time.tick()
      await time.tick()
      const last = changes().at(-1)!
      assert.deepEqual(changes(), [0, last])
      await revokeKey(control, key.id)
      await time.tick()
      assert.deepEqual(changes(), [0, last, last + 1])
      assert(time.delays().every((ms) => ms <= 250))
      const caller = { ip: parseIp('192.0.2.1')!, origin: undefined, nowMs: control.clock.nowMs() }
      const reasons = seen.map((snapshot) => {
        const answer = authenticate(buildView(snapshot), text, caller)
        return 'reason' in answer ? answer.reason : answer.outcome
      })
      assert.deepEqual(reasons, ['unknown_key', 'authenticated', 'revoked_key'])
      assert(isFresh())
      await watcher.close()
      assert.deepEqual(time.delays(), [])
    })

    test('a change made through the polling connection itself is seen too', async () => {
      await using control = await open()
      const { time, seen, watcher } = await watched(control, control.database)
      await createAccount(control, { name: 'Example' })
      await time.tick()
      assert.equal(seen.length, 2)
      await watcher.close()
    })

    test('the view expires after ten seconds without the database; the loss and the return are each reported once', async () => {
      await using control = await open()
      let state: 'reachable' | 'unreachable' = 'reachable'
      const database = {
        ...control.reader,
        query: ((...query) => {
          if (state === 'unreachable') throw new Error('the database does not respond')
          return control.reader.query(...query)
        }) as TestControl['reader']['query'],
      }
      const { time, seen, connection, watcher, isFresh, freshness } = await watched(control, database)
      const otherThread = new Freshness(freshness.memory)
      state = 'unreachable'
      await createAccount(control, { name: 'Example' })
      await time.pass(9_750)
      assert(isFresh())
      await time.pass(250)
      assert(!isFresh() && !otherThread.isFresh(time.ports.monotonicMs()))
      assert.deepEqual([connection, seen.length], [['lost'], 1])
      state = 'reachable'
      await time.tick()
      assert(isFresh() && otherThread.isFresh(time.ports.monotonicMs()))
      assert.deepEqual([connection, seen.length], [['lost', 'restored'], 2])
      await watcher.close()
    })
  })
}

test('a view that was never read is not fresh', () => {
  assert(!Freshness.make().isFresh(0))
})

test('a server that cannot read the control database does not start', async () => {
  await using control = await openTestControl()
  await control.reader.close()
  await assert.rejects(watched(control))
})
