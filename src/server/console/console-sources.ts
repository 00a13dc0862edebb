import { type Control, openControlDatabase } from '../../access/control/control.ts'
import { type Books, openBooksToRead } from '../../ledger/accounting.ts'
import { ReleaseFolder } from '../../release/release.ts'
import type { Clock } from '../../stdx/clock.ts'
import type { Database } from '../../storage/storage.ts'

/** Where the console reads. Plain values: they are sent to its thread. */
export interface ConsolePlace {
  readonly data: string
  readonly databaseUrl: string | undefined
  readonly releases: string
  /** How long PostgreSQL may take for one statement. */
  readonly statementMaxMs: number
}

/** The page reads every five seconds. */
const KEPT_MS = 10_000

/**
 * What the resources read from. Every connection only reads. To open one to PostgreSQL costs more than a page of a
 * list, so it is kept for the next query; a file is closed after each.
 */
export class ConsoleSources implements AsyncDisposable {
  readonly clock: Clock
  readonly releases: ReleaseFolder
  readonly #place: ConsolePlace
  readonly #kept = new Map<Opening, Promise<Books | Database>>()
  #idle: NodeJS.Timeout | undefined
  #users = 0
  #hasFailed = false

  constructor(place: ConsolePlace, clock: Clock) {
    this.#place = place
    this.clock = clock
    this.releases = new ReleaseFolder(place.releases)
  }

  get database(): 'sqlite' | 'postgres' {
    return this.#place.databaseUrl === undefined ? 'sqlite' : 'postgres'
  }

  withBooks<T>(read: (books: Books) => Promise<T>): Promise<T> {
    return this.#with(openBooks, read)
  }

  withControl<T>(read: (control: Control) => Promise<T>): Promise<T> {
    return this.#with(openControl, (database) => read({ database, clock: this.clock }))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#idle)
    const kept = [...this.#kept.values()]
    this.#kept.clear()
    // What failed to open need not be closed.
    await Promise.all(kept.map((opened) => opened.then((one) => one.close()).catch(() => undefined)))
  }

  async #keepOrClose(): Promise<void> {
    const hasFailed = this.#hasFailed
    this.#hasFailed = false
    if (hasFailed) await this[Symbol.asyncDispose]()
    else this.#idle = setTimeout(() => void this[Symbol.asyncDispose](), KEPT_MS).unref()
  }

  async #with<S extends Books | Database, T>(open: Opening<S>, read: (source: S) => Promise<T>): Promise<T> {
    if (this.database === 'sqlite') {
      await using source = await open(this.#place)
      return await read(source)
    }
    clearTimeout(this.#idle)
    this.#users++
    try {
      return await read(await (this.#kept.getOrInsertComputed(open, () => open(this.#place)) as Promise<S>))
    } catch (error) {
      this.#hasFailed = true
      throw error
    } finally {
      // One query may use both databases.
      if (--this.#users === 0) await this.#keepOrClose()
    }
  }
}

type Opening<S extends Books | Database = Books | Database> = (place: ConsolePlace) => Promise<S>

const openBooks: Opening<Books> = ({ statementMaxMs, ...place }) => openBooksToRead(place, statementMaxMs)
const openControl: Opening<Database> = (place) => openControlDatabase(place, 'read')
