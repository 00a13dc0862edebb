import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '../../storage/storage.ts'
import { writeMigrations } from '../../storage/testing/migrations.ts'
import { createAccount, stepAccount } from '../control/accounts.ts'
import { type Control, openControlDatabase } from '../control/control.ts'
import { issueKey } from '../control/keys.ts'
import { createProject, type NewProject } from '../control/projects.ts'
import { rotateRing } from '../control/ring.ts'
import type { OriginPolicy } from '../origins.ts'
import { snapshotOf } from '../view/snapshot.ts'
import { type AccessView, viewFrom } from '../view/view.ts'

/** A control database with nothing in it, a second connection to it, and a clock that a test moves. */
export interface ExampleControl extends Control {
  /** As a server watches it: for reading only. */
  readonly reader: Database
  readonly clock: { nowMs(): number; setMs(ms: number): void }
  view(policy?: OriginPolicy): Promise<AccessView>
  [Symbol.asyncDispose](): Promise<void>
}

export const EXAMPLE_NOW_MS = Date.UTC(2026, 10, 21, 10, 0, 0, 123)

/** In a file, or, with the address of a PostgreSQL, in a schema of its own there. */
export async function exampleControl(postgresUrl?: string): Promise<ExampleControl> {
  const dir = mkdtempSync(join(tmpdir(), 'regista-control-'))
  const place = { data: dir, databaseUrl: postgresUrl && (await ownSchema(postgresUrl)) }
  const database = await openControlDatabase(place, 'write')
  const reader = await openControlDatabase(place, 'read')
  let nowMs = EXAMPLE_NOW_MS
  return {
    ...{ database, reader },
    clock: { nowMs: () => nowMs, setMs: (ms) => void (nowMs = ms) },
    view: async (policy = 'https') => viewFrom(structuredClone(await snapshotOf(reader)), policy),
    async [Symbol.asyncDispose]() {
      await reader.close()
      await database.close()
      rmSync(dir, { recursive: true })
    },
  }
}

let schemas = 0

async function ownSchema(url: string): Promise<string> {
  const schema = `control_${process.pid}_${schemas++}`
  using nothing = writeMigrations()
  await using database = await openDatabase({ url, migrations: nothing.folder, connections: 1 })
  await database.run(`create schema ${schema}`)
  return `${url}&options=-csearch_path%3D${schema}`
}

/** An account that may call, with a project and a key. */
export async function exampleCustomer(control: Control, given: Partial<NewProject> & { keyScopes?: string[] } = {}) {
  const { keyScopes = ['addresses:suggest', 'usage:read'], ...rest } = given
  const account = rest.account ?? (await verifiedAccount(control))
  const origins = ['https://www.example.com']
  const project = await createProject(control, { name: 'Shop', origins, ...rest, account }, 'https_and_localhost')
  assert(project.outcome === 'created', JSON.stringify(project))
  const key = await issueKey(control, { project: project.project.id, scopes: keyScopes })
  assert(key.outcome === 'issued', JSON.stringify(key))
  await rotateRing(control)
  return { account, project: project.project, key: key.key, text: key.text }
}

async function verifiedAccount(control: Control): Promise<string> {
  const created = await createAccount(control, { name: 'Example' })
  assert(created.outcome === 'created')
  await stepAccount(control, { id: created.account.id, step: 'verify' })
  return created.account.id
}
