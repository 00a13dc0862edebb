import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '../../storage/storage.ts'
import { writeMigrations } from '../../storage/testing/migrations.ts'
import { startOwnPostgres } from '../../storage/testing/postgres.ts'
import { createSqlDialect } from './sql-dialect.ts'

test('the timeline of the server, and whether its commits wait for the disk of a standby, are two facts; a promotion changes the first', async () => {
  await using server = await startOwnPostgres()
  using nothing = writeMigrations()
  const open = () => openDatabase({ url: server.url, migrations: nothing.folder, connections: 1 })
  {
    // There is no such standby, so later writes would hang but for this setting.
    await using database = await open()
    await database.run(`alter role current_user set synchronous_commit = 'local'`)
    await database.run(`alter system set synchronous_standby_names = 'nobody'`)
    await database.query('select pg_reload_conf()')
    while ((await database.query('show synchronous_standby_names'))[0]![0] !== 'nobody');
  }
  await using database = await open()
  const dialect = createSqlDialect(database, undefined)
  const told = new Map<string, unknown>()
  for (const setting of ['on', 'remote_apply', 'remote_write', 'local']) {
    const history = await database.transaction(async (queries) => {
      await queries.query("select set_config('synchronous_commit', $1, true)", setting)
      return await dialect.serverHistory(queries)
    })
    told.set(setting, history)
  }
  const [waits, goesOn] = [true, false].map((isSynchronous) => ({ timeline: '00000001', isSynchronous }))
  const expected = { on: waits, remote_apply: waits, remote_write: goesOn, local: goesOn }
  assert.deepEqual(Object.fromEntries(told), expected)
  await server.promote()
  await using after = await open()
  const history = await after.transaction((queries) => createSqlDialect(after, undefined).serverHistory(queries))
  assert.deepEqual(history, { timeline: '00000002', isSynchronous: false })
})
