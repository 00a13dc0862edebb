import { endOfKey } from './pack-rows.ts'
import type { AccountRow, KeyRow, ProjectRow } from './rows.ts'
import { RowReader } from './shared-rows.ts'
import type { AccessSnapshot } from './snapshot.ts'

/** The rows of a snapshot: the recent ones, and the shared ones of which no recent one takes the place. */
export class SnapshotRows {
  readonly #snapshot: AccessSnapshot
  readonly #shared: RowReader
  readonly #clients = new Map<string, ProjectRow>()
  readonly #origins = new Map<string, ProjectRow[]>()

  constructor(snapshot: AccessSnapshot) {
    this.#snapshot = snapshot
    this.#shared = new RowReader(snapshot.rows)
    for (const { row } of snapshot.projects.values()) {
      const [, , , clientId, , , , origins] = row
      this.#clients.set(clientId, row)
      for (const origin of origins) this.#origins.getOrInsertComputed(origin, () => []).push(row)
    }
  }

  account(number: number): AccountRow | undefined {
    return this.#snapshot.accounts.get(number)?.row ?? this.#shared.account(number)
  }

  project(number: number): ProjectRow | undefined {
    return this.#snapshot.projects.get(number)?.row ?? this.#shared.project(number)
  }

  projectOfClient(clientId: string): ProjectRow | undefined {
    return this.#clients.get(clientId) ?? this.#shared.projectOfClient(clientId)
  }

  *projectsOfOrigin(origin: string): Generator<ProjectRow> {
    yield* this.#origins.get(origin) ?? []
    for (const row of this.#shared.projectsOfOrigin(origin)) if (!this.#snapshot.projects.has(row[1])) yield row
  }

  key(sha256: string): KeyRow | undefined {
    return this.#snapshot.keys.get(sha256)?.row ?? this.#shared.key(sha256)
  }

  *accounts(): Generator<AccountRow, void> {
    const { accounts } = this.#snapshot
    for (let place = 0; place < this.#shared.accounts; place++) {
      const row = this.#shared.accountAt(place)
      if (!accounts.has(row[1])) yield row
    }
    for (const { row } of accounts.values()) yield row
  }

  *projects(): Generator<ProjectRow, void> {
    const { projects } = this.#snapshot
    for (let place = 0; place < this.#shared.projects; place++) {
      const row = this.#shared.projectAt(place)
      if (!projects.has(row[1])) yield row
    }
    for (const { row } of projects.values()) yield row
  }

  /** The keys of all projects of which one stops working after one moment and until another. */
  *keysBesideEnding(afterMs: number, untilMs: number): Generator<KeyRow, void> {
    const { keys } = this.#snapshot
    const projects = new Set(this.#shared.projectsOfKeysEnding(afterMs, untilMs))
    for (const { row } of keys.values()) if (afterMs < endOfKey(row) && endOfKey(row) <= untilMs) projects.add(row[2])
    if (projects.size === 0) return
    for (const row of this.#shared.keysOfProjects(projects)) if (!keys.has(row[0])) yield row
    for (const { row } of keys.values()) if (projects.has(row[2])) yield row
  }
}
