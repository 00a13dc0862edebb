import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Command } from 'commander'
import { Ledger } from '../ledger/ledger.ts'
import { openDatabase } from '../storage/storage.ts'
import { startPostgres } from '../storage/testing/postgres.ts'
import { ReleaseStore } from '../store/store.ts'
import { OLD, timeOfDay } from '../store/testing/releases.ts'
import { Publisher } from '../store/testing/roles.ts'
import { SCENES } from '../store/testing/scene.ts'
import type { Context } from './context.ts'
import { demoCommand } from './demo.ts'
import { storeOption } from './settings.ts'
import { openStore, tryWithStoreLock, withStoreLock } from './store.ts'

const root = mkdtempSync(join(tmpdir(), 'regista-store-lock-'))
after(() => rmSync(root, { recursive: true }))

/** A machine of its own, on this database or on none. */
function machine(databaseUrl?: string): Pick<Context, 'dataDir' | 'databaseUrl'> {
  return { dataDir: mkdtempSync(join(root, 'data-')), databaseUrl }
}

/** Whether another command can write while one of `first` does. */
async function canWriteMeanwhile(
  [first, second]: readonly Pick<Context, 'dataDir' | 'databaseUrl'>[],
  [one, other]: readonly ReleaseStore[],
): Promise<boolean> {
  const outer = await tryWithStoreLock(first!, one!, async () => {
    const inner = await tryWithStoreLock(second!, other!, async () => 'inner')
    return inner !== undefined
  })
  const again = await tryWithStoreLock(second!, other!, async () => 'again')
  assert.equal(again?.value, 'again', 'the lock is released')
  return outer!.value
}

test('the store of a command is the one of its flag, or none', () => {
  const open = (...words: string[]) =>
    openStore(new Command().addOption(storeOption()).parse(words, { from: 'user' }).opts())?.name
  assert.equal(open('--store', root), root)
  assert.equal(open('--store', 'none'), undefined)
  assert.equal(open(), undefined)
})

test('the demo, which has releases of its own, offers no store', () => {
  const command = new Command()
  demoCommand(command)
  const help = command.helpInformation()
  assert.match(help, /--admin-port/)
  assert.doesNotMatch(help, /--store/)
})

test('a publisher whose clock is more than a day behind what the store has is warned before it writes', async () => {
  await using scene = await SCENES.s3()
  const publisher = new Publisher(scene.writer)
  await publisher.publish(5, OLD)
  const warnings: string[] = []
  const warn = (text: string) => void warnings.push(text)
  for (const day of [3, 5, 6]) {
    const { signal: interrupted } = new AbortController()
    const context = { ...machine(), terminal: { warn }, clock: { nowMs: () => timeOfDay(day) }, interrupted }
    await withStoreLock(context as unknown as Context, publisher.store, async () => warn(`written on day ${day}`))
  }
  const [warning, ...written] = warnings
  assert.match(warning!, /^current\/[^ ]+\.json and withdrawn\.json of the store is more than a day ahead of the clock/)
  assert.deepEqual(
    written,
    [3, 5, 6].map((day) => `written on day ${day}`),
  )
})

test('one command of a data folder at a time writes to a store', async () => {
  await using scene = await SCENES.s3()
  const store = new ReleaseStore(scene.writer)
  const one = machine()
  assert.equal(await canWriteMeanwhile([one, one], [store, store]), false)
})

test('one of all machines that mount it at a time writes to a folder', async () => {
  await using scene = await SCENES.folder()
  const stores = [new ReleaseStore(scene.writer), new ReleaseStore(scene.writer)]
  assert.equal(await canWriteMeanwhile([machine(), machine()], stores), false)
})

test('one of all machines on a PostgreSQL at a time writes to a bucket, and any before the first server has run', async () => {
  await using scene = await SCENES.s3()
  await using postgres = await startPostgres()
  const store = new ReleaseStore(scene.writer)
  const machines = [machine(postgres.url), machine(postgres.url)]
  const early = await tryWithStoreLock(machines[0]!, store, async () => 'written')
  assert.equal(early?.value, 'written')
  {
    await using _ledger = await Ledger.open({ data: machines[0]!.dataDir, databaseUrl: postgres.url })
  }
  assert.equal(await canWriteMeanwhile(machines, [store, store]), false)
  // The servers still run the version before, which lacks a migration of this one.
  await using database = await openDatabase({ url: postgres.url, connections: 1 })
  const sql = 'delete from regista_migration where number = (select max(number) from regista_migration)'
  assert.notEqual(await database.run(sql), 0)
  assert.equal(await canWriteMeanwhile(machines, [store, store]), false)
})
