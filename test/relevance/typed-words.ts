/** The words of a query: each must be a word of the record, the last one may be the beginning of one. */
interface Typed<Query> {
  readonly query: Query
  readonly words: readonly string[]
}

/** Finds the queries that a record matches, by the words of the record. One pass over a country serves all queries. */
export class TypedWords<Query> {
  readonly #queries: readonly Typed<Query>[]
  readonly #whole = new Map<string, (readonly [query: number, bit: number])[]>()
  readonly #begun = new Map<string, (readonly [query: number, bit: number])[]>()
  readonly #found: Uint32Array
  readonly #touched: number[] = []

  constructor(queries: readonly Typed<Query>[]) {
    // A word is a bit; people type fewer than 32.
    this.#queries = queries.filter(({ words }) => 0 < words.length && words.length < 32)
    this.#found = new Uint32Array(this.#queries.length)
    for (const [q, { words }] of this.#queries.entries()) {
      for (const [bit, word] of words.entries()) {
        const terms = bit === words.length - 1 ? this.#begun : this.#whole
        const known = terms.get(word)
        if (known === undefined) terms.set(word, [[q, bit]])
        else known.push([q, bit])
      }
    }
  }

  /** The queries of which the record has all words. */
  fitting(recordWords: Iterable<string>): Typed<Query>[] {
    for (const word of recordWords) {
      this.#mark(this.#whole.get(word))
      for (let length = 1; length <= word.length; length++) this.#mark(this.#begun.get(word.slice(0, length)))
    }
    const fitting: Typed<Query>[] = []
    for (const q of this.#touched) {
      const typed = this.#queries[q]!
      if (this.#found[q] === 2 ** typed.words.length - 1) fitting.push(typed)
      this.#found[q] = 0
    }
    this.#touched.length = 0
    return fitting
  }

  #mark(terms: readonly (readonly [query: number, bit: number])[] | undefined): void {
    if (terms === undefined) return
    for (const [q, bit] of terms) {
      if (this.#found[q] === 0) this.#touched.push(q)
      this.#found[q] = this.#found[q]! | (1 << bit)
    }
  }
}
