import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { InputError } from '../stdx/input-error.ts'
import { replaceFile } from '../stdx/replace-file.ts'
import { syncFolder } from '../stdx/sync-folder.ts'
import { DAY_MS } from '../stdx/time-units.ts'
import { findOtherFormat, MANIFEST_FORMAT, type Manifest, readManifest, refuseUnreadable } from './manifest.ts'
import {
  formatWithdrawals,
  keyOf,
  mergeWithdrawals,
  parseWithdrawals,
  type Withdrawal,
  type WithdrawnKey,
} from './withdrawals.ts'

/** The newest releases are kept; those of the last day and the served one are never removed. */
const RELEASES_KEPT = 3
const BUILDING = '.building-'
const CURRENT = 'current'
const WITHDRAWN = 'withdrawn.json'

/** An id is a time, so that ids sort by age: `2026-11-21T05-54-00Z`. */
export const RELEASE_ID = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}-[0-9]{2}-[0-9]{2}Z(-[0-9]+)?$/

/** The folder `releases/`: one folder per release, and the file `current` that names the one being served. */
export class ReleaseFolder {
  /** This build reads and writes releases of this format. */
  static readonly FORMAT = MANIFEST_FORMAT

  readonly dir: string
  readonly #writer: string

  /** `writer` names the temporary files of a program that writes beside the commands. */
  constructor(dir: string, writer = 'command') {
    this.dir = dir
    this.#writer = writer
  }

  /** Ids, the oldest first. */
  ids(): string[] {
    if (!existsSync(this.dir)) return []
    return readdirSync(this.dir)
      .filter((name) => RELEASE_ID.test(name))
      .toSorted()
  }

  currentId(): string | null {
    return readFileIfThere(join(this.dir, CURRENT))?.trim() ?? null
  }

  path(id: string): string {
    return join(this.dir, id)
  }

  current(): { readonly manifest: Manifest; readonly dir: string } | null {
    const id = this.currentId()
    if (id === null) return null
    return { manifest: readManifest(this.path(id)), dir: this.path(id) }
  }

  /** The manifest, if it can be read, and why this build cannot serve the release, if it cannot. */
  describe(id: string): { readonly manifest: Manifest | undefined; readonly problem: string | null } {
    try {
      const manifest = readManifest(this.path(id))
      return { manifest, problem: findOtherFormat(manifest) }
    } catch (error) {
      if (!(error instanceof InputError)) throw error
      return { manifest: undefined, problem: error.message }
    }
  }

  /** The last release before the current one, or before another one, that this build can serve. */
  earlierId(current = this.currentId()): string | null {
    if (current === null) return null
    return this.ids().findLast((id) => id < current && this.describe(id).problem === null) ?? null
  }

  /** Says which segments a release lacks that the one before it has here. Undefined: none. */
  describeLost(manifest: Manifest): string | undefined {
    const before = this.earlierId(manifest.id)
    if (before === null) return undefined
    const kept = listFilled(manifest)
    const lost = listFilled(readManifest(this.path(before))).filter((name) => !kept.includes(name))
    if (lost.length === 0) return undefined
    return `${manifest.id} lacks ${lost.join(', ')}, which ${before} has. Servers serve it. Publish again, or roll back.`
  }

  /** Null also if the current release has files of formats that this build does not read. */
  readableId(): string | null {
    const current = this.current()
    return current === null || findOtherFormat(current.manifest) !== null ? null : this.currentId()
  }

  /** Replaces the file `current` by a rename, so that a reader sees the old id or the new one. */
  switchTo(id: string): void {
    if (!existsSync(this.path(id))) throw new InputError(`there is no release ${id}. \`regista releases\` lists them.`)
    refuseUnreadable(this.path(id), readManifest(this.path(id)))
    this.#replaceFile(CURRENT, `${id}\n`)
  }

  /** Withdrawals that servers apply to every release. Throws an InputError if the list is damaged. */
  withdrawals(): Withdrawal[] {
    const path = join(this.dir, WITHDRAWN)
    const text = readFileIfThere(path)
    return text === null ? [] : parseWithdrawals(text, path)
  }

  /**
   * Adds those of a catalog. None is removed: an emptied catalog must not bring records back. A caller that changes the
   * list must hold the lock of the catalog: otherwise two processes could write over each other's changes.
   */
  addWithdrawals(list: readonly Withdrawal[]): void {
    const before = this.withdrawals()
    const merged = mergeWithdrawals(before, list)
    if (merged.length !== before.length) this.setWithdrawals(merged)
  }

  /** Whether any of them was listed. */
  removeWithdrawals(records: readonly WithdrawnKey[]): boolean {
    const removed = new Set(records.map(keyOf))
    const before = this.withdrawals()
    const after = before.filter((one) => !removed.has(keyOf(one)))
    if (after.length === before.length) return false
    this.setWithdrawals(after)
    return true
  }

  setWithdrawals(list: readonly Withdrawal[]): void {
    mkdirSync(this.dir, { recursive: true })
    this.#replaceFile(WITHDRAWN, formatWithdrawals(list))
  }

  #replaceFile(name: string, text: string): void {
    replaceFile(join(this.dir, name), text, { writer: this.#writer })
  }

  /** Creates a folder to build in and removes those of interrupted builds. */
  startBuilding(nowMs: number): { readonly id: string; readonly dir: string } {
    mkdirSync(this.dir, { recursive: true })
    for (const name of readdirSync(this.dir)) {
      if (name.startsWith(BUILDING)) rmSync(join(this.dir, name), { recursive: true })
    }
    const time = `${new Date(nowMs).toISOString().slice(0, 19).replaceAll(':', '-')}Z`
    let id = time
    for (let n = 2; existsSync(this.path(id)); n++) id = `${time}-${n}`
    const dir = join(this.dir, `${BUILDING}${id}`)
    mkdirSync(dir)
    return { id, dir }
  }

  /** Makes a built folder a release. It is not served yet. */
  keep(building: { readonly id: string; readonly dir: string }): void {
    syncFolder(building.dir)
    renameSync(building.dir, this.path(building.id))
    syncFolder(this.dir)
  }

  /** Removes releases beyond three, but none of the last day and not the served one. Returns the removed ids. */
  prune(nowMs: number): string[] {
    const current = this.currentId()
    const beyond = this.ids().toReversed().slice(RELEASES_KEPT)
    const old = beyond.filter((id) => id !== current && timeOf(id) <= nowMs - DAY_MS)
    for (const id of old) rmSync(this.path(id), { recursive: true })
    return old
  }
}

function listFilled({ segments }: Manifest): string[] {
  return segments.filter(({ files }) => files.length !== 0).map(({ name }) => name)
}

function readFileIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    // Node does not say which file it is if it is a folder.
    throw Object.assign(error as Error, { path })
  }
}

function timeOf(id: string): number {
  return Date.parse(`${id.slice(0, 10)}T${id.slice(11, 19).replaceAll('-', ':')}Z`)
}
