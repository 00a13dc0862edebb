import type { Database } from '../../storage/storage.ts'
import type { Freshness } from './freshness.ts'
import { type AccessSnapshot, readSnapshot } from './snapshot.ts'

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
  /** Called for every change, first for the initial state. */
  readonly onChange: (snapshot: AccessSnapshot) => void
  /** Called once when the database stops responding, and once when it responds again. */
  readonly onConnectionChange: (
    change: { readonly kind: 'lost'; readonly error: unknown } | { readonly kind: 'restored' },
  ) => void
}

/** Polls the control database in one thread of the process and passes on its changes. */
export class AccessWatcher {
  readonly #options: WatcherOptions
  #version: string | undefined
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
    const { database, freshness, ports, onChange } = this.#options
    const queriedAtMs = ports.monotonicMs()
    const [[version]] = (await database.query(VERSION_QUERY[database.dialect])) as [[string | number]]
    if (String(version) !== this.#version) {
      // If a change comes between the two reads, the snapshot is read once more at the next poll.
      onChange(await readSnapshot(database))
      this.#version = String(version)
    }
    // The time before the query: the data may have changed after they were read.
    freshness.noteRead(queriedAtMs)
  }
}

/** A change must act within a second. A poll costs SQLite some microseconds, and PostgreSQL a round trip. */
const POLL_EVERY_MS = { sqlite: 100, postgres: 250 } as const

/**
 * A value that differs after every change. `data_version` changes when another connection writes to the file, even by
 * hand and without raising the counter. The counter also shows the changes of this connection.
 */
const VERSION_QUERY = {
  sqlite: `select data_version || '.' || changes from pragma_data_version, control`,
  postgres: 'select changes from control',
} as const
