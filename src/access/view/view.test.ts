import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { startPostgres, type TestPostgres } from '../../storage/testing/postgres.ts'
import * as access from '../access.ts'
import { type ExampleControl, exampleControl, exampleCustomer } from '../testing/control.ts'

let server: TestPostgres
before(async () => {
  server = await startPostgres()
})
after(() => server[Symbol.asyncDispose]())

/** Time that passes when the test says so. */
function handTime() {
  const timers = new Set<{ ms: number; work: () => void }>()
  let nowMs = 5_000_000
  return {
    waits: () => [...timers].map(({ ms }) => ms),
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
      assert(timer !== undefined, 'something waits')
      timers.delete(timer)
      nowMs += timer.ms
      timer.work()
      while (timers.size === 0) await setImmediate()
    },
  }
}

/** A watcher, and everything it says. */
async function watched(control: ExampleControl, database = control.reader) {
  const time = handTime()
  const freshness = access.Freshness.make()
  const seen: access.AccessSnapshot[] = []
  const troubles: string[] = []
  const watcher = await access.AccessWatcher.start({
    ...{ database, freshness, ports: time.ports },
    onChange: (snapshot) => seen.push(snapshot),
    onTrouble: ({ kind }) => troubles.push(kind),
  })
  const isFresh = () => freshness.isFresh(time.ports.monotonicMs())
  return { time, freshness, seen, troubles, watcher, isFresh }
}

for (const kind of ['sqlite', 'postgres'] as const) {
  describe(`watching the control database on ${kind}`, () => {
    const open = () => exampleControl(kind === 'postgres' ? server.url : undefined)

    test('what is known is as old as its question, however long the answer took', async () => {
      await using control = await open()
      const freshness = access.Freshness.make()
      let ms = 0
      const watcher = await access.AccessWatcher.start({
        ...{ database: control.reader, freshness, onChange: () => undefined },
        ports: { monotonicMs: () => (ms += 8_000), after: () => () => undefined },
      })
      assert.deepEqual([freshness.isFresh(17_999), freshness.isFresh(18_001)], [true, false])
      await watcher.close()
    })

    test('every change is seen at the next look, which comes within a quarter of a second, and nothing else is told', async () => {
      await using control = await open()
      const { time, seen, watcher, isFresh } = await watched(control)
      const changes = () => seen.map((snapshot) => snapshot.changes)
      assert.deepEqual(changes(), [0])
      await time.tick()
      assert.deepEqual(changes(), [0])
      const { key, text } = await exampleCustomer(control)
      await time.tick()
      await time.tick()
      const last = changes().at(-1)!
      assert.deepEqual(changes(), [0, last])
      await access.revokeKey(control, key.id)
      await time.tick()
      assert.deepEqual(changes(), [0, last, last + 1])
      assert(time.waits().every((ms) => ms <= 250))
      const caller = { ip: access.parseIp('192.0.2.1')!, origin: undefined, nowMs: control.clock.nowMs() }
      const reasons = seen.map((snapshot) => {
        const answer = access.authenticate(access.viewFrom(snapshot, 'https'), text, caller)
        return 'reason' in answer ? answer.reason : answer.outcome
      })
      assert.deepEqual(reasons, ['unknown_key', 'authenticated', 'revoked_key'])
      assert(isFresh())
      await watcher.close()
      assert.deepEqual(time.waits(), [])
    })

    test('what the watching connection itself changes is seen too', async () => {
      await using control = await open()
      const { time, seen, watcher } = await watched(control, control.database)
      await access.createAccount(control, { name: 'Example' })
      await time.tick()
      assert.equal(seen.length, 2)
      await watcher.close()
    })

    test('ten seconds without the database and nobody may trust the view; it is said once, and once when it is back', async () => {
      await using control = await open()
      let state: 'there' | 'gone' = 'there'
      const database = {
        ...control.reader,
        query: ((...asked) => {
          if (state === 'gone') throw new Error('nobody answers')
          return control.reader.query(...asked)
        }) as ExampleControl['reader']['query'],
      }
      const { time, seen, troubles, watcher, isFresh, freshness } = await watched(control, database)
      const otherThread = new access.Freshness(freshness.memory)
      state = 'gone'
      await access.createAccount(control, { name: 'Example' })
      const heardMs = time.ports.monotonicMs()
      while (time.ports.monotonicMs() < heardMs + 9_750) await time.tick()
      assert(isFresh())
      while (time.ports.monotonicMs() < heardMs + 10_000) await time.tick()
      assert(!isFresh() && !otherThread.isFresh(time.ports.monotonicMs()))
      assert.deepEqual([troubles, seen.length], [['lost'], 1])
      state = 'there'
      await time.tick()
      assert(isFresh() && otherThread.isFresh(time.ports.monotonicMs()))
      assert.deepEqual([troubles, seen.length], [['lost', 'found'], 2])
      await watcher.close()
    })
  })
}

test('a view that nobody has heard of yet is not fresh', () => {
  assert(!access.Freshness.make().isFresh(0))
})

test('a server that cannot read the control database does not start', async () => {
  await using control = await exampleControl()
  await control.reader.close()
  await assert.rejects(watched(control))
})
