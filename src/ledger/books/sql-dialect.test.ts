import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '../../storage/storage.ts'
import { writeMigrations } from '../../storage/testing/migrations.ts'
import { startOwnPostgres } from '../../storage/testing/postgres.ts'
import { createSqlDialect } from './sql-dialect.ts'

test('a promotion changes the timeline of the server, but not whether its commits wait for a standby', async () => {
  await using server = await startOwnPostgres()
  using nothing = writeMigrations()
  const open = () => openDatabase({ url: server.url, migrations: nothing.folder, connections: 1 })
  {
    // There is no such standby, so later writes would hang but for this setting.
    await using database = await open()
    await database.run(`alter role current_user set synchronous_commit = 'local'`)
    await database.run(`alter system set synchronous_standby_names = 'no_such_standby'`)
    await database.query('select pg_reload_conf()')
    while ((await database.query('show synchronous_standby_names'))[0]![0] !== 'no_such_standby');
  }
  await using database = await open()
  const dialect = createSqlDialect(database, undefined)
  const histories = new Map<string, unknown>()
  for (const setting of ['on', 'remote_apply', 'remote_write', 'local']) {
    const history = await database.transaction(async (queries) => {
      await queries.query("select set_config('synchronous_commit', $1, true)", setting)
      return await dialect.serverHistory(queries)
    })
    histories.set(setting, history)
  }
  const [waits, goesOn] = [true, false].map((isSynchronous) => ({ timeline: '00000001', isSynchronous }))
  const expected = { on: waits, remote_apply: waits, remote_write: goesOn, local: goesOn }
  assert.deepEqual(Object.fromEntries(histories), expected)
  await server.promote()
  await using after = await open()
  const history = await after.transaction((queries) => createSqlDialect(after, undefined).serverHistory(queries))
  assert.deepEqual(history, { timeline: '00000002', isSynchronous: false })
})
