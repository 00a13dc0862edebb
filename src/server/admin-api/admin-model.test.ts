import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startPostgres } from '../../storage/testing/postgres.ts'
import { runAdminModel } from '../testing/admin-model.ts'
import { openAdminScene } from '../testing/admin-scene.ts'

const server = await startPostgres()
after(() => server[Symbol.asyncDispose]())

for (const [name, url, acts] of [
  ['SQLite', undefined, 120],
  ['PostgreSQL', server.url, 60],
] as const)
  test(`acts that are repeated, crossed and cut off leave what a model says: ${name}`, async () => {
    await using scene = await openAdminScene(url, 100_000)
    assert.deepEqual(await runAdminModel(scene, { acts, lanes: 3, seed: 57 }), [])
  })
