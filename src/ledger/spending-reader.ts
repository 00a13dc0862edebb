import { setImmediate } from 'node:timers/promises'
import type { Database } from '../storage/storage.ts'
import { unpackLines } from './books/line-codec.ts'
import { openBooksDatabase } from './open-books.ts'
import type { NodePlace } from './thread/place.ts'

/** Units that one credential of one project has spent. */
export interface Spent {
  readonly project: string
  readonly credential: string
  /** Charged by the incarnation that the reader was opened with. */
  readonly ownUnits: number
  /** Charged by all others. */
  readonly otherUnits: number
}

/** Batches read at a time: some ten thousand lines, a few milliseconds. */
const PAGE = 256

/**
 * What was spent since a moment, by whom, on all nodes: read from the end of the journal, of which only what is new is read the next time. Lines that became void later stay
 * counted: for who looks at the course of a day, not for a bill.
 */
export class SpendingReader implements AsyncDisposable {
  readonly #database: Database
  /** By incarnation: the number of the last batch that was read. */
  readonly #read = new Map<number, number>()
  readonly #names = new Map<number, { readonly project: string; readonly credential: string }>()
  readonly #own: number | undefined
  #units = new Map<number, { own: number; others: number }>()
  #sinceMs = 0

  /** `own`: the incarnation whose charges are told apart. */
  static async open(place: NodePlace, own?: number): Promise<SpendingReader> {
    return new SpendingReader(await openBooksDatabase(place), own)
  }

  private constructor(database: Database, own: number | undefined) {
    this.#database = database
    this.#own = own
  }

  /** Since this moment, which does not go back from one call to the next. */
  async spentSince(sinceMs: number): Promise<Spent[]> {
    // What was read before was written before.
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
    let last = this.#read.get(incarnation) ?? (await this.#lastBefore(incarnation))
    for (let rows = PAGE; rows === PAGE; ) {
      const page = await this.#database.query<readonly [number, number, Uint8Array]>(
        `select seq, at_ms, lines from batch where incarnation = $1 and $2 < seq order by seq limit ${PAGE}`,
        incarnation,
        last,
      )
      for (const [seq, atMs, packed] of page) {
        last = seq
        if (atMs < this.#sinceMs) continue
        for (const { subject, units } of unpackLines(incarnation, packed) ?? []) {
          const sums = this.#units.getOrInsertComputed(subject, () => ({ own: 0, others: 0 }))
          sums[incarnation === this.#own ? 'own' : 'others'] += units
        }
      }
      this.#read.set(incarnation, last)
      rows = page.length
      // SQLite answers without a pause, so other work of this thread gets a turn between two pages of a long day.
      if (rows === PAGE) await setImmediate()
    }
  }

  /** The number of the last batch before the moment. The times of an incarnation do not go back, so a binary search finds it. */
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
      // A batch that is not there was archived: it is older than any day.
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
