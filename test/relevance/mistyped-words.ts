import { editDistance, maxTypos, prefixEditDistance } from '../../src/text/edit-distance.ts'

/** A typed word of some queries, and how far a word of a record is from it. */
interface Term {
  readonly word: string
  readonly letters: number
  readonly allowed: number
  readonly uses: readonly { readonly query: number; readonly bit: number; readonly isLast: boolean }[]
}

interface Near {
  readonly term: Term
  readonly whole: number
  readonly begun: number
}

export interface Mistyped<Query> {
  readonly query: Query
  readonly words: readonly string[]
  /** In all words together. */
  readonly edits: number
  /** The last word is near a beginning of a word only. */
  readonly isBegun: boolean
}

/** The maximum number of forgiven edits in a query. */
const EDITS_MAX = 2
const FAR = 9

/**
 * Finds the mistyped queries that a record matches: each word within its forgiven typos. One pass over a country serves
 * all queries.
 */
export class MistypedWords<Query> {
  readonly #queries: readonly { readonly query: Query; readonly words: readonly string[] }[]
  readonly #terms: readonly Term[]
  /** By word of a record: a country has few distinct words and millions of names. */
  readonly #near = new Map<string, readonly Near[]>()

  constructor(queries: readonly { readonly query: Query; readonly words: readonly string[] }[]) {
    this.#queries = queries.filter(({ words }) => 0 < words.length)
    const uses = new Map<string, { query: number; bit: number; isLast: boolean }[]>()
    for (const [query, { words }] of this.#queries.entries()) {
      for (const [bit, word] of words.entries()) {
        const use = { query, bit, isLast: bit === words.length - 1 }
        uses.set(word, [...(uses.get(word) ?? []), use])
      }
    }
    this.#terms = [...uses].map(([word, list]) => ({
      word,
      letters: lettersOf(word),
      allowed: maxTypos(word),
      uses: list,
    }))
  }

  fitting(recordWords: readonly string[]): Mistyped<Query>[] {
    const costs = new Map<number, { whole: number[]; begun: number }>()
    for (const word of recordWords) {
      for (const { term, whole, begun } of this.#nearTo(word)) {
        for (const { query, bit, isLast } of term.uses) {
          const cost = costs.get(query) ?? { whole: this.#queries[query]!.words.map(() => FAR), begun: FAR }
          costs.set(query, cost)
          cost.whole[bit] = Math.min(cost.whole[bit]!, whole)
          if (isLast) cost.begun = Math.min(cost.begun, begun)
        }
      }
    }
    return [...costs].flatMap(([query, { whole, begun }]) => {
      const before = whole.slice(0, -1).reduce((sum, one) => sum + one, 0)
      const [asWhole, asBegun] = [before + whole.at(-1)!, before + begun]
      const edits = Math.min(asWhole, asBegun)
      return EDITS_MAX < edits ? [] : [{ ...this.#queries[query]!, edits, isBegun: edits < asWhole }]
    })
  }

  #nearTo(word: string): readonly Near[] {
    const known = this.#near.get(word)
    if (known !== undefined) return known
    const letters = lettersOf(word)
    const near: Near[] = []
    for (const term of this.#terms) {
      // Each edit adds or removes at most one letter.
      if (term.allowed < countBits(term.letters & ~letters)) continue
      if (word.length < term.word.length - term.allowed) continue
      const whole = within(term.allowed, editDistance(term.word, word, term.allowed))
      const isLast = term.uses.some((use) => use.isLast)
      const begun = isLast ? within(term.allowed, prefixEditDistance(term.word, word, term.allowed)) : FAR
      if (whole < FAR || begun < FAR) near.push({ term, whole, begun })
    }
    this.#near.set(word, near)
    return near
  }
}

function within(allowed: number, edits: number): number {
  return edits <= allowed ? edits : FAR
}

/** The letters a to z of a word as bits. */
function lettersOf(word: string): number {
  let bits = 0
  for (let i = 0; i < word.length; i++) bits |= 1 << ((word.charCodeAt(i) - 97) & 31)
  return bits
}

function countBits(bits: number): number {
  let count = 0
  for (let left = bits; left !== 0; left &= left - 1) count++
  return count
}
