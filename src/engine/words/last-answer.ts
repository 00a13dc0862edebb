import { QueryTerm } from './query-term.ts'

/** Returns false to stop the visit. */
export type Visit = (document: number) => boolean

/** How many documents are kept. Frequent words that have more in common are seldom searched to the end. */
const KEPT_MAX = 64

/**
 * The documents of the last search that reached its end. Often the next tier of a query means the same terms: with a
 * mark that none of them has, or by beginnings that are whole words.
 */
export class LastAnswer {
  readonly #terms: QueryTerm[] = []
  readonly #documents = new Uint32Array(KEPT_MAX)
  #termCount = 0
  #count = 0
  #isWhole = false
  #visit: Visit = () => false

  forget(): void {
    this.#termCount = 0
  }

  /** Visits the documents again, if the terms are the same. Returns false if they are others. */
  repeat(terms: readonly QueryTerm[], visit: Visit): boolean {
    if (terms.length !== this.#termCount) return false
    for (let i = 0; i < terms.length; i++) if (!terms[i]!.equals(this.#terms[i]!)) return false
    for (let i = 0; i < this.#count; i++) if (!visit(this.#documents[i]!)) break
    return true
  }

  /** Returns a visitor that notes the documents. */
  begin(visit: Visit): Visit {
    this.#termCount = 0
    this.#count = 0
    this.#isWhole = true
    this.#visit = visit
    return this.#note
  }

  /** The search has ended. The visitor knows whether it ended it. */
  end(terms: readonly QueryTerm[]): void {
    if (!this.#isWhole) return
    for (let i = 0; i < terms.length; i++) {
      this.#terms[i] ??= new QueryTerm()
      this.#terms[i]!.copy(terms[i]!)
    }
    this.#termCount = terms.length
  }

  readonly #note: Visit = (document) => {
    if (this.#count === KEPT_MAX) this.#isWhole = false
    else this.#documents[this.#count++] = document
    if (this.#visit(document)) return true
    this.#isWhole = false
    return false
  }
}
