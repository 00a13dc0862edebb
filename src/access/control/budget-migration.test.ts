import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { openDatabase } from '../../storage/storage.ts'
import { startPostgres } from '../../storage/testing/postgres.ts'
import { openControlDatabase } from '../control/control.ts'
import { readSnapshot } from '../view/snapshot.ts'
import { buildView } from '../view/view.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-budget-migration-'))
const postgres = await startPostgres()
after(async () => {
  rmSync(dir, { recursive: true })
  await postgres[Symbol.asyncDispose]()
})

const MIGRATIONS = new URL('../migrations/', import.meta.url)

/** The migrations before budgets had a table. */
function earlier(): URL {
  for (const dialect of ['sqlite', 'postgres']) {
    mkdirSync(join(dir, 'migrations', dialect), { recursive: true })
    const from = new URL(`${dialect}/`, MIGRATIONS)
    for (const name of readdirSync(from).filter((name) => name < '0003'))
      copyFileSync(new URL(name, from), join(dir, 'migrations', dialect, name))
  }
  return pathToFileURL(`${join(dir, 'migrations')}/`)
}

for (const kind of ['sqlite', 'postgres'] as const)
  test(`the budget that a project had keeps its meaning in ${kind}, and one without gets the default`, async () => {
    const place = { data: dir, databaseUrl: kind === 'sqlite' ? undefined : postgres.url }
    const migrations = earlier()
    {
      await using before = await openDatabase(
        kind === 'sqlite'
          ? { path: join(dir, 'control.db'), migrations, mode: 'write' }
          : { url: postgres.url, migrations, series: 'control', mode: 'write', connections: 1 },
      )
      await before.run(`insert into control_account values ('acc_1', 1, 'A', 'verified', 50000, 0, 0, 0, 0)`)
      for (const [number, units] of [
        [1, 700],
        [2, null],
      ] as const)
        await before.run(
          `insert into control_project values ($1, $2, 'acc_1', 'P', $3, '', '', $4, 'active', 0)`,
          ...[`prj_${number}`, number, `rgp_${number}`, units],
        )
    }
    await using database = await openControlDatabase(place, 'write')
    const view = buildView(await readSnapshot(database))
    assert.deepEqual(
      [1, 2].map((number) => view.projectByNumber(number)!.browserBudget),
      [
        { owner: 'prj_1', unitsDaily: 700, addressUnitsDaily: null },
        { owner: 'acc_1', unitsDaily: 5_000, addressUnitsDaily: 500 },
      ],
    )
  })
