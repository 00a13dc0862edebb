import type { Database } from '../../storage/storage.ts'
import type { Freshness } from './freshness.ts'
import { type AccessSnapshot, snapshotOf } from './snapshot.ts'

export interface WatchPorts {
  /** Once, after so many milliseconds. The answer cancels it. */
  after(ms: number, work: () => void): () => void
  monotonicMs(): number
}

export interface WatcherOptions {
  /** For reading only. */
  readonly database: Database
  readonly freshness: Freshness
  readonly ports: WatchPorts
  /** Told of every change, the first view included. */
  readonly onChange: (snapshot: AccessSnapshot) => void
  /** Told once when the database stops to answer, and once when it answers again. */
  readonly onTrouble?: (
    trouble: { readonly kind: 'lost'; readonly error: unknown } | { readonly kind: 'found' },
  ) => void
}

/** Looks at the control database again and again, in one thread of the process, and tells what has changed. */
export class AccessWatcher {
  readonly #options: WatcherOptions
  #mark: string | undefined
  #state: 'well' | 'lost' = 'well'
  #cancel: (() => void) | undefined
  #looking: Promise<void> | undefined
  #closed: 'open' | 'closed' = 'open'

  /** Resolves when the first view has been told. Throws if there is none: a server does not start blind. */
  static async start(options: WatcherOptions): Promise<AccessWatcher> {
    const watcher = new AccessWatcher(options)
    await watcher.#look()
    watcher.#lookLater()
    return watcher
  }

  private constructor(options: WatcherOptions) {
    this.#options = options
  }

  /** What has been asked of the database ends first; the database itself is left open. */
  async close(): Promise<void> {
    this.#closed = 'closed'
    this.#cancel?.()
    await this.#looking
  }

  #lookLater(): void {
    const { database, ports } = this.#options
    this.#cancel = ports.after(EVERY_MS[database.dialect], () => {
      this.#looking = this.#lookAgain()
    })
  }

  async #lookAgain(): Promise<void> {
    const { onTrouble } = this.#options
    try {
      await this.#look()
      if (this.#state === 'lost') onTrouble?.({ kind: 'found' })
      this.#state = 'well'
    } catch (error) {
      if (this.#state === 'well') onTrouble?.({ kind: 'lost', error })
      this.#state = 'lost'
    }
    if (this.#closed === 'open') this.#lookLater()
  }

  async #look(): Promise<void> {
    const { database, freshness, ports, onChange } = this.#options
    const askedAtMs = ports.monotonicMs()
    const [[mark]] = (await database.query(MARK[database.dialect])) as [[string | number]]
    if (String(mark) !== this.#mark) {
      // The view is of this mark or of a later one; of a later one it is read once more the next time.
      onChange(await snapshotOf(database))
      this.#mark = String(mark)
    }
    // What was read may have been changed while the answer was on its way.
    freshness.heardAt(askedAtMs)
  }
}

/** Far below the second within which a change must act. A look costs SQLite some microseconds, and PostgreSQL a round trip. */
const EVERY_MS = { sqlite: 100, postgres: 250 } as const

/**
 * What is different after every change. `data_version` is different when another connection has changed the file, if only by hand and without raising the counter; the counter
 * is different also when this connection has.
 */
const MARK = {
  sqlite: `select data_version || '.' || changes from pragma_data_version, control`,
  postgres: 'select changes from control',
} as const
