import { type Control, openControlDatabase } from '../../access/control/control.ts'
import { type Books, openBooksToRead } from '../../ledger/accounting.ts'
import { ReleaseFolder } from '../../release/release.ts'
import type { Clock } from '../../stdx/clock.ts'

/** Where the console reads. Plain values: they are sent to its thread. */
export interface ConsolePlace {
  readonly data: string
  readonly databaseUrl: string | undefined
  readonly releases: string
  /** How long PostgreSQL may take for one statement. */
  readonly statementMaxMs: number
}

/** What the resources read from. Every connection only reads, and is closed after one query. */
export class ConsoleSources {
  readonly clock: Clock
  readonly releases: ReleaseFolder
  readonly #place: ConsolePlace

  constructor(place: ConsolePlace, clock: Clock) {
    this.#place = place
    this.clock = clock
    this.releases = new ReleaseFolder(place.releases)
  }

  get database(): 'sqlite' | 'postgres' {
    return this.#place.databaseUrl === undefined ? 'sqlite' : 'postgres'
  }

  async withBooks<T>(read: (books: Books) => Promise<T>): Promise<T> {
    const { data, databaseUrl, statementMaxMs } = this.#place
    await using books = await openBooksToRead({ data, databaseUrl }, statementMaxMs)
    return await read(books)
  }

  async withControl<T>(read: (control: Control) => Promise<T>): Promise<T> {
    await using database = await openControlDatabase(this.#place, 'read')
    return await read({ database, clock: this.clock })
  }
}
