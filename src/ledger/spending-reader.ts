import { setImmediate } from 'node:timers/promises'
import type { Database } from '../storage/storage.ts'
import { unpackLines } from './books/line-codec.ts'
import { readBatches } from './books/sql-batches.ts'
import { openBooksDatabase } from './open-books.ts'
import type { NodeLocation } from './thread/node-location.ts'

/** The units that one credential of one project has spent. */
export interface Spending {
  readonly project: string
  readonly credential: string
  /** Charged by the incarnation that the reader was opened with. */
  readonly ownUnits: number
  /** Charged by all others. */
  readonly otherUnits: number
}

/**
 * Reads what each credential has spent since a moment, on all nodes. It reads the journal from its end, and later only
 * what is new. Lines that become void later stay counted: this is for limits of a day, not for bills.
 */
export class SpendingReader implements AsyncDisposable {
  readonly #database: Database
  /** By incarnation: the number of the last batch read. */
  readonly #read = new Map<number, number>()
  readonly #names = new Map<number, { readonly project: string; readonly credential: string }>()
  readonly #own: number | undefined
  #units = new Map<number, { own: number; others: number }>()
  #sinceMs = 0

  /** `own`: the incarnation whose charges are counted as own. */
  static async open(place: NodeLocation, own?: number): Promise<SpendingReader> {
    return new SpendingReader(await openBooksDatabase(place), own)
  }

  private constructor(database: Database, own: number | undefined) {
    this.#database = database
    this.#own = own
  }

  /** `sinceMs` must not go back from one call to the next. */
  async readSince(sinceMs: number): Promise<Spending[]> {
    // Earlier sums are of batches before this moment.
    if (this.#sinceMs < sinceMs) this.#units = new Map()
    this.#sinceMs = Math.max(this.#sinceMs, sinceMs)
    // An incarnation whose lease ended before then has written nothing since.
    const incarnations = await this.#database.query<readonly [number]>(
      'select incarnation from incarnation where $1 <= lease_until_ms',
      this.#sinceMs,
    )
    for (const [incarnation] of incarnations) await this.#readIncarnation(incarnation)
    await this.#readNames()
    return [...this.#units].flatMap(([subject, { own, others }]) => {
      const name = this.#names.get(subject)
      return name === undefined ? [] : [{ ...name, ownUnits: own, otherUnits: others }]
    })
  }

  async #readIncarnation(incarnation: number): Promise<void> {
    const after = this.#read.get(incarnation) ?? (await this.#lastBefore(incarnation))
    this.#read.set(incarnation, after)
    const owner = incarnation === this.#own ? 'own' : 'others'
    for await (const page of readBatches(this.#database, { incarnation, after, upTo: Number.MAX_SAFE_INTEGER })) {
      for (const { seq, atMs, packed } of page) {
        this.#read.set(incarnation, seq)
        if (atMs < this.#sinceMs) continue
        for (const { subject, units } of unpackLines(incarnation, packed) ?? [])
          this.#units.getOrInsertComputed(subject, () => ({ own: 0, others: 0 }))[owner] += units
      }
      // SQLite answers synchronously, so this thread needs a pause for other work between two pages.
      await setImmediate()
    }
  }

  /** Finds the last batch before the moment by binary search: the times of an incarnation do not go back. */
  async #lastBefore(incarnation: number): Promise<number> {
    const [[last]] = (await this.#database.query<readonly [number | null]>(
      'select max(seq) from batch where incarnation = $1',
      incarnation,
    )) as [readonly [number | null]]
    let before = 0
    for (let after = (last ?? 0) + 1; before + 1 < after; ) {
      const middle = (before + after) >> 1
      const [row] = await this.#database.query<readonly [number]>(
        'select at_ms from batch where incarnation = $1 and seq = $2',
        incarnation,
        middle,
      )
      // A missing batch was archived: it is older than any day.
      if (row !== undefined && this.#sinceMs <= row[0]) after = middle
      else before = middle
    }
    return before
  }

  async #readNames(): Promise<void> {
    if ([...this.#units.keys()].every((subject) => this.#names.has(subject))) return
    const sql = 'select id, project, credential from subject'
    for (const [id, project, credential] of await this.#database.query<readonly [number, string, string]>(sql))
      this.#names.set(id, { project, credential })
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#database.close()
  }
}
