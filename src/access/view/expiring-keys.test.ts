import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { DAY_MS } from '../../stdx/time-units.ts'
import { startPostgres } from '../../storage/testing/postgres.ts'
import { issueKey, listExpiringKeys, revokeKey, rotateKey } from '../control/keys.ts'
import { setScopes } from '../control/projects.ts'
import { createTestCustomer, openTestControl } from '../testing/control.ts'
import { readSnapshot } from '../testing/read-snapshot.ts'
import { readChangedRows } from './read-updates.ts'
import { applyUpdate } from './snapshot.ts'
import { countExpiringKeys, readAllRows } from './view.ts'

const server = await startPostgres()
after(() => server[Symbol.asyncDispose]())

const SHA256 = {
  sqlite: `cast(printf('%032d', i) as blob)`,
  postgres: `convert_to(lpad(i::text, 32, '0'), 'utf8')`,
} as const

for (const kind of ['sqlite', 'postgres'] as const) {
  describe(`keys that are about to end on ${kind}`, () => {
    const open = () => openTestControl(kind === 'postgres' ? server.url : undefined)

    test('count as commands warn of them: not one whose successor lives', async () => {
      await using control = await open()
      const { key, project } = await createTestCustomer(control)
      await createTestCustomer(control)
      let snapshot = await readSnapshot(control.reader)
      const count = async () => {
        const nowMs = control.clock.nowMs()
        const changed = await readChangedRows(control.reader, snapshot.position)
        assert(changed !== 'gap')
        snapshot = applyUpdate(snapshot, changed)
        const all = applyUpdate(undefined, await readAllRows(control.reader))
        const warned = (await listExpiringKeys(control)).length
        assert.deepEqual([countExpiringKeys(snapshot, nowMs), countExpiringKeys(all, nowMs)], [warned, warned])
        return warned
      }
      assert.equal(await count(), 0)
      control.clock.setMs(control.clock.nowMs() + 80 * DAY_MS + 1)
      assert.equal(await count(), 2)
      const rotated = await rotateKey(control, key.id, { endsInMs: 7 * DAY_MS })
      assert(rotated.outcome === 'rotated')
      assert.equal(await count(), 1)
      snapshot = applyUpdate(snapshot, await readAllRows(control.reader))
      await setScopes(control, { id: project.id, scopes: ['usage:read'], browserScopes: [] })
      assert.equal(await count(), 1, 'a successor has the scopes that it was issued with')
      await revokeKey(control, rotated.key.id)
      assert.equal(await count(), 2)
      await revokeKey(control, key.id)
      assert.equal(await count(), 1)
      control.clock.setMs(control.clock.nowMs() + 10 * DAY_MS)
      assert.equal(await count(), 0)
    })

    test('are listed if they need a successor, however many before them have one', async () => {
      await using control = await open()
      const { project, key } = await createTestCustomer(control)
      const nowMs = control.clock.nowMs()
      const insert = `insert into control_key
        with recursive n (i) as (select 1 union all select i + 1 from n where i < 1100)
        select 'key_old' || i, $1, '', ${SHA256[kind]}, '', 'usage:read', $2, $3, null from n`
      await control.database.run(insert, project.id, nowMs - DAY_MS, nowMs + DAY_MS - 1)
      assert.deepEqual(await listExpiringKeys(control), [])
      const last = await issueKey(control, { project: project.id, name: 'till', scopes: ['usage:read'], days: 3 })
      assert(last.outcome === 'issued')
      assert.deepEqual(await listExpiringKeys(control, 1), [last.key])
      await revokeKey(control, key.id)
      assert.equal((await listExpiringKeys(control)).length, 1101)
      assert.equal((await listExpiringKeys(control, 600)).length, 600)
    })
  })
}
