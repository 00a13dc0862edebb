import assert from 'node:assert/strict'
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { endBeside, makePipe } from '../stdx/testing/blocked-thread.ts'
import { until } from '../stdx/testing/until.ts'
import { SqliteInThread } from './sqlite-in-thread.ts'
import { writeMigrations } from './testing/migrations.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-sqlite-thread-'))
after(() => rmSync(dir, { recursive: true }))

/** `database.test.ts` tries everything else. */
test('a disk that hangs fails each call in time, and does not keep the process', async () => {
  using migrations = writeMigrations('create table t (k text not null primary key)')
  const thread = new SqliteInThread({ warn: () => undefined, callMaxMs: 1_000, endMs: 1 })
  const sound = { path: join(dir, 'sound.db'), migrations: migrations.folder, mode: 'write' } as const
  const opens = (): Promise<boolean> =>
    thread.open(sound).then(
      () => true,
      () => false,
    )
  await until(opens, 'the thread to have started')
  // Opening a pipe waits until something writes into it.
  const path = join(dir, 'hangs.db')
  makePipe(path)
  const opening = { path, migrations: migrations.folder, mode: 'write' } as const
  const lost = { name: 'DatabaseError', reason: 'lost' }
  await assert.rejects(thread.open(opening), lost)
  const goOn = (): void => closeSync(openSync(path, constants.O_RDWR))
  await endBeside(goOn, () => thread[Symbol.asyncDispose]())
  await assert.rejects(thread.open(opening), lost)
})
