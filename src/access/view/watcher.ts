import type { Database } from '../../storage/storage.ts'
import type { Freshness } from './freshness.ts'
import { readChangedRows } from './read-updates.ts'
import { type AccessSnapshot, type AccessUpdate, type AllRows, applyUpdate, hasManyRecentRows } from './snapshot.ts'

export interface WatchPorts {
  /** Calls `work` once after so many milliseconds. The result cancels the timer. */
  after(ms: number, work: () => void): () => void
  monotonicMs(): number
}

export interface WatcherOptions {
  /** Opened for reading only. */
  readonly database: Database
  readonly freshness: Freshness
  readonly ports: WatchPorts
  readonly readAllRows: (haste: 'awaited' | 'in_background') => Promise<AllRows>
  /** Called for every change, first for the initial state. */
  readonly onChange: (snapshot: AccessSnapshot, update: AccessUpdate) => void
  readonly onRereadFailed: (error: unknown) => void
  /** Called once when the database stops responding, and once when it responds again. */
  readonly onConnectionChange: (
    change: { readonly kind: 'lost'; readonly error: unknown } | { readonly kind: 'restored' },
  ) => void
}

/** Polls the control database in one thread of the process and passes on its changes. */
export class AccessWatcher {
  readonly #options: WatcherOptions
  #version: string | undefined
  #snapshot: AccessSnapshot | undefined
  /** All rows are read again beside the polls; `all` when they are there. */
  #reread: { all?: AllRows } | undefined
  #readAllAtMs = 0
  #state: 'connected' | 'lost' = 'connected'
  #cancel: (() => void) | undefined
  #polling: Promise<void> | undefined
  #isClosed = false

  /** Resolves after the first `onChange`. Throws if the database cannot be read: a server must not start without it. */
  static async start(options: WatcherOptions): Promise<AccessWatcher> {
    const watcher = new AccessWatcher(options)
    await watcher.#poll()
    watcher.#schedulePoll()
    return watcher
  }

  private constructor(options: WatcherOptions) {
    this.#options = options
  }

  /** Waits for a running query. The database stays open. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#cancel?.()
    await this.#polling
  }

  #schedulePoll(): void {
    const { database, ports } = this.#options
    this.#cancel = ports.after(POLL_EVERY_MS[database.dialect], () => {
      this.#polling = this.#pollAndReport()
    })
  }

  async #pollAndReport(): Promise<void> {
    const { onConnectionChange } = this.#options
    try {
      await this.#poll()
      if (this.#state === 'lost') onConnectionChange({ kind: 'restored' })
      this.#state = 'connected'
    } catch (error) {
      if (this.#state === 'connected') onConnectionChange({ kind: 'lost', error })
      this.#state = 'lost'
    }
    if (!this.#isClosed) this.#schedulePoll()
  }

  async #poll(): Promise<void> {
    const { database, freshness, ports } = this.#options
    if (this.#reread?.all !== undefined) {
      this.#apply({ ...this.#reread.all, history: 'continues' })
      this.#reread = undefined
    }
    const queriedAtMs = ports.monotonicMs()
    const [[version]] = (await database.query(VERSION_QUERY[database.dialect])) as [[string]]
    if (version !== this.#version) {
      // If a change comes between the two reads, the next poll finds nothing new.
      const changed = this.#snapshot === undefined ? 'gap' : await readChangedRows(database, this.#snapshot.position)
      this.#apply(changed === 'gap' ? await this.#readAll() : changed)
      this.#version = version
    }
    // The time before the query: the data may have changed after they were read.
    freshness.noteRead(queriedAtMs)
    this.#rereadIfDue(this.#snapshot!)
  }

  #apply(update: AccessUpdate): void {
    this.#snapshot = applyUpdate(this.#snapshot, update)
    this.#options.onChange(this.#snapshot, update)
  }

  async #readAll(): Promise<AllRows> {
    const { ports, readAllRows } = this.#options
    this.#readAllAtMs = ports.monotonicMs()
    // It has begun before the gap.
    this.#reread = undefined
    return await readAllRows('awaited')
  }

  #rereadIfDue(snapshot: AccessSnapshot): void {
    const { ports, readAllRows, onRereadFailed } = this.#options
    const everyMs = hasManyRecentRows(snapshot) ? READ_MANY_EVERY_MS : READ_ALL_EVERY_MS
    if (this.#reread !== undefined || ports.monotonicMs() < this.#readAllAtMs + everyMs) return
    this.#readAllAtMs = ports.monotonicMs()
    const reread: { all?: AllRows } = {}
    this.#reread = reread
    readAllRows('in_background').then(
      (all) => {
        reread.all = all
      },
      (error) => {
        if (this.#isClosed || this.#reread !== reread) return
        this.#reread = undefined
        onRereadFailed(error)
      },
    )
  }
}

/** The reading of all rows finds changes that no trigger of the log has seen. */
const READ_ALL_EVERY_MS = 3_600_000
/** The same while so much changes that the recent rows are many. */
const READ_MANY_EVERY_MS = 30_000

/** A change must act within a second. A poll costs SQLite some microseconds, and PostgreSQL a round trip. */
const POLL_EVERY_MS = { sqlite: 100, postgres: 250 } as const

/**
 * A value that differs after every change. `data_version` changes when another connection writes to the file, the
 * counter also with changes of this connection. On PostgreSQL the log shows what was written without the counter, and
 * its mark another history with the same numbers.
 */
const VERSION_QUERY = {
  sqlite: `select data_version || '.' || changes from pragma_data_version, control`,
  postgres: `select changes || '.' || (select coalesce(max(number || ':' || mark), '') from control_change
    where number = (select max(number) from control_change)) from control`,
} as const
