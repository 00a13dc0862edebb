import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { until } from '../../stdx/testing/until.ts'
import { HOUR_MS } from '../../stdx/time-units.ts'
import type { Database } from '../../storage/storage.ts'
import { startPostgres } from '../../storage/testing/postgres.ts'
import { authenticate } from '../access.ts'
import { createAccount, setAllowance } from '../control/accounts.ts'
import { revokeKey } from '../control/keys.ts'
import { parseIp } from '../network/ip.ts'
import { createTestCustomer, openTestControl, type TestControl } from '../testing/control.ts'
import { type AccessSnapshot, AccessWatcher, buildView, Freshness, readAllRows } from './view.ts'
import type { WatcherOptions } from './watcher.ts'

const server = await startPostgres()
after(() => server[Symbol.asyncDispose]())

const TICKS_MAX = 200

/** A hundred keys, by hand. */
const ADD_KEYS = {
  sqlite: addKeys(`cast(printf('%032d', $1 + i) as blob)`),
  postgres: addKeys(`convert_to(lpad(($1::integer + i)::text, 32, '0'), 'utf8')`),
} as const

function addKeys(sha256: string): string {
  return `insert into control_key (id, project, name, sha256, last4, scopes, created_at_ms, expires_at_ms, revoked_at_ms)
          with recursive n (i) as (select 1 union all select i + 1 from n where i < 100)
          select 'key_' || $1 || '_' || i, id, '', ${sha256}, '', '', 0, 1, null from n, control_project`
}

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
async function watched(
  control: TestControl,
  {
    database = control.reader,
    reading = () => readAllRows(control.reader),
  }: {
    readonly database?: Database
    readonly reading?: WatcherOptions['readAllRows']
  } = {},
) {
  const time = manualTime()
  const freshness = Freshness.make()
  const seen: AccessSnapshot[] = []
  const connection: string[] = []
  const updates: string[] = []
  const watcher = await AccessWatcher.start({
    database,
    freshness,
    ports: time.ports,
    readAllRows: reading,
    onRereadFailed: (error) => updates.push(String(error)),
    onChange(snapshot, update) {
      seen.push(snapshot)
      updates.push(update.kind === 'all' ? `all, history ${update.history}` : 'changed')
    },
    onConnectionChange: ({ kind }) => connection.push(kind),
  })
  const isFresh = () => freshness.isFresh(time.ports.monotonicMs())
  return { time, freshness, seen, updates, connection, watcher, isFresh }
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
        readAllRows: () => readAllRows(control.reader),
        onRereadFailed: () => undefined,
        onChange: () => undefined,
        onConnectionChange: () => undefined,
        ports: { monotonicMs: () => (ms += 8_000), after: () => () => undefined },
      })
      assert.deepEqual([freshness.isFresh(17_999), freshness.isFresh(18_001)], [true, false])
      await watcher.close()
    })

    test('another history of the database with the same numbers is read', async () => {
      await using control = await open()
      const [lost, later] = [await createTestCustomer(control), await createTestCustomer(control)]
      const { time, seen, watcher } = await watched(control)
      const revoked = () => {
        const view = buildView(seen.at(-1)!)
        return [lost, later].map(({ text }) => view.keyByHash(hash('sha256', text))?.revokedAtMs !== null)
      }
      const changed = (id: string) => control.database.run('update control_key set revoked_at_ms = 1 where id = $1', id)
      await changed(lost.key.id)
      await time.tick()
      await time.tick()
      assert.deepEqual(revoked(), [true, false])
      // As after a failover that has lost the newest transaction. The next change gets its number.
      await control.database.run('update control_key set revoked_at_ms = null where id = $1', lost.key.id)
      const newest = 'delete from control_change where (select max(number) from control_change) - 2 < number'
      await control.database.run(newest)
      await changed(later.key.id)
      await time.tick()
      await time.tick()
      assert.deepEqual(revoked(), [false, true])
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
      const { time, seen, watcher } = await watched(control, { database: control.database })
      await createAccount(control, { name: 'Example' })
      await time.tick()
      assert.equal(seen.length, 2)
      await watcher.close()
    })

    test('a change is read alone; all rows are read after a gap, beside the changes every hour, and never twice at once', async () => {
      await using control = await open()
      const readings: { haste: string; settle: PromiseWithResolvers<void> }[] = []
      const reading: WatcherOptions['readAllRows'] = async (haste) => {
        const settle = Promise.withResolvers<void>()
        settle.promise.catch(() => undefined)
        readings.push({ haste, settle })
        const all = await readAllRows(control.reader)
        if (haste === 'in_background') await settle.promise
        return all
      }
      const { time, updates, seen, watcher } = await watched(control, { reading })
      const newUpdates = () => updates.splice(0)
      assert.deepEqual(newUpdates(), ['all, history begins'])
      const { account, key, text } = await createTestCustomer(control)
      await time.tick()
      assert.deepEqual(newUpdates(), ['changed'])

      await control.database.run('delete from control_change')
      await setAllowance(control, { id: account, allowanceUnits: 1 })
      await time.tick()
      assert.deepEqual(newUpdates(), ['all, history begins'])

      time.advance(HOUR_MS)
      await time.tick()
      assert.deepEqual([readings.length, newUpdates()], [3, []])
      assert.equal(readings[2]!.haste, 'in_background')
      await revokeKey(control, key.id)
      time.advance(HOUR_MS)
      await time.tick()
      assert.deepEqual([readings.length, newUpdates()], [3, ['changed']], 'one reading at a time; changes go on')
      readings[2]!.settle.resolve()
      await until(async () => {
        await time.tick()
        return updates.length
      }, 'the rows of the reading')
      assert.deepEqual(newUpdates(), ['all, history continues'])
      const found = buildView(seen.at(-1)!).keyByHash(hash('sha256', text))
      assert(found?.revokedAtMs, 'the change after the reading is kept')

      assert.equal(readings.length, 4, 'the next hour is over')
      readings[3]!.settle.reject(new Error('no memory'))
      await until(() => updates.length, 'the failure')
      assert.deepEqual(newUpdates(), ['Error: no memory'])
      await time.tick()
      assert.equal(readings.length, 4, 'it is not tried again at once')
      time.advance(HOUR_MS)
      await time.tick()
      assert.deepEqual([readings.length, newUpdates()], [5, []])

      await control.database.run('delete from control_key')
      await time.tick()
      assert.deepEqual(newUpdates(), ['all, history begins'])
      readings[4]!.settle.resolve()
      await time.tick()
      assert.deepEqual(newUpdates(), [], 'a reading that began before a gap is not used')
      await watcher.close()
    })

    test('many changes are read in the background before they are too many to copy', async () => {
      await using control = await open()
      await createTestCustomer(control)
      const { time, updates, seen, watcher } = await watched(control)
      time.advance(30_000)
      const recent = () => seen.at(-1)!.keys.size
      for (let added = 0; added < 1_100; added += 100) {
        await control.database.run(ADD_KEYS[kind], added)
        await time.tick()
        assert.equal(recent(), added + 100)
      }
      await until(async () => {
        await time.tick()
        return updates.at(-1) !== 'changed'
      }, 'all rows')
      assert.deepEqual([updates.at(-1), recent()], ['all, history continues', 0])
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
      const { time, seen, connection, watcher, isFresh, freshness } = await watched(control, { database })
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
