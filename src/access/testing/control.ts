import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '../../storage/storage.ts'
import { writeMigrations } from '../../storage/testing/migrations.ts'
import { changeAccountState, createAccount } from '../control/accounts.ts'
import type { OperatorControl } from '../control/acts.ts'
import { openControlDatabase } from '../control/control-database.ts'
import { issueKey } from '../control/keys.ts'
import { createProject, type NewProject } from '../control/projects.ts'
import { rotateKeyRing } from '../control/ring.ts'
import { type AccessSnapshot, type AccessView, buildView } from '../view/view.ts'
import { TEST_ACTOR } from './actor.ts'
import { readSnapshot } from './read-snapshot.ts'

/** An empty control database, a second connection to it, and a clock that the test sets. */
export interface TestControl extends OperatorControl {
  /** The read-only connection of a server. */
  readonly reader: Database
  readonly clock: { nowMs(): number; setMs(ms: number): void }
  snapshot(): Promise<AccessSnapshot>
  view(): Promise<AccessView>
  [Symbol.asyncDispose](): Promise<void>
}

export const EXAMPLE_NOW_MS = Date.UTC(2026, 10, 21, 10, 0, 0, 123)

/** In a file, or in its own schema of a PostgreSQL. */
export async function openTestControl(postgresUrl?: string): Promise<TestControl> {
  const dir = mkdtempSync(join(tmpdir(), 'regista-control-'))
  const place = { data: dir, databaseUrl: postgresUrl && (await createSchema(postgresUrl)) }
  const database = await openControlDatabase(place, 'write')
  const reader = await openControlDatabase(place, 'read')
  let nowMs = EXAMPLE_NOW_MS
  return {
    database,
    reader,
    actor: TEST_ACTOR,
    clock: { nowMs: () => nowMs, setMs: (ms) => void (nowMs = ms) },
    snapshot: () => readSnapshot(reader),
    view: async () => buildView(structuredClone(await readSnapshot(reader))),
    async [Symbol.asyncDispose]() {
      await reader.close()
      await database.close()
      rmSync(dir, { recursive: true })
    },
  }
}

let schemas = 0

async function createSchema(url: string): Promise<string> {
  const schema = `control_${process.pid}_${schemas++}`
  using nothing = writeMigrations()
  await using database = await openDatabase({ url, migrations: nothing.folder, connections: 1 })
  await database.run(`create schema ${schema}`)
  return `${url}&options=-csearch_path%3D${schema}`
}

/** An account that may call, with a project and a key. */
export async function createTestCustomer(
  control: OperatorControl,
  given: Partial<NewProject> & { keyScopes?: string[] } = {},
) {
  const { keyScopes = ['addresses:suggest', 'usage:read'], ...rest } = given
  const account = rest.account ?? (await verifiedAccount(control))
  const origins = ['https://www.example.com']
  const project = await createProject(control, { name: 'Shop', origins, ...rest, account })
  assert(project.outcome === 'created', JSON.stringify(project))
  const key = await issueKey(control, { project: project.project.id, scopes: keyScopes })
  assert(key.outcome === 'issued', JSON.stringify(key))
  await rotateKeyRing(control)
  return { account, project: project.project, key: key.key, text: key.text }
}

async function verifiedAccount(control: OperatorControl): Promise<string> {
  const created = await createAccount(control, { name: 'Example' })
  assert(created.outcome === 'created')
  await changeAccountState(control, { id: created.account.id, transition: 'verify' })
  return created.account.id
}
