import { type TextArrays, textAt } from '../../stdx/text-column.ts'

/** A range of the sorted terms, [low, high). */
export interface TermRange {
  low: number
  high: number
}

/** The terms that begin with a word. If a term equals the word, it is the first of them. */
interface KnownWord {
  readonly low: number
  readonly high: number
  readonly isTerm: boolean
  /** The same word after the mark that it was looked up with last. */
  mark: string
  marked: KnownWord | undefined
}

/** The words of some hundred queries. */
const KNOWN_MAX = 1024

/**
 * A trie of the sorted terms, level by level in flat arrays: the children of node n are the nodes from `child[n]` to
 * `child[n + 1]`, in the order of their letters. A node with a single term has no children: the rest of its letters is
 * in the term.
 */
export class WordTrie {
  readonly terms: TextArrays
  readonly letters: Uint8Array
  readonly child: Uint32Array
  /** The first term below each node. */
  readonly low: Uint32Array
  readonly #typed = new Uint8Array(512)
  /** A query looks each word up in many ways, and the next keystroke has all but the last word in common. */
  readonly #known = new Map<string, KnownWord>()

  constructor(
    terms: TextArrays,
    nodes: { readonly letters: Uint8Array; readonly child: Uint32Array; readonly low: Uint32Array },
  ) {
    this.terms = terms
    this.letters = nodes.letters
    this.child = nodes.child
    this.low = nodes.low
  }

  get termCount(): number {
    return this.terms.starts.length - 1
  }

  termText(term: number): string {
    return textAt(this.terms, term)
  }

  termBytes(term: number): number {
    return this.terms.starts[term + 1]! - this.terms.starts[term]!
  }

  /** Finds the terms that begin with the word. Returns false if there are none. */
  findPrefix(word: string, into: TermRange, mark = ''): boolean {
    const { low, high } = this.#lookUp(word, mark)
    into.low = low
    into.high = high
    return low < high
  }

  /** Finds the term that equals the word. Returns false if there is none. */
  findWord(word: string, into: TermRange, mark = ''): boolean {
    const { low, isTerm } = this.#lookUp(word, mark)
    if (!isTerm) return false
    into.low = low
    into.high = low + 1
    return true
  }

  /** The term that equals the word, or -1. */
  termOf(word: string): number {
    const { low, isTerm } = this.#lookUp(word, '')
    return isTerm ? low : -1
  }

  #lookUp(word: string, mark: string): KnownWord {
    let known = this.#known.get(word)
    if (known === undefined) {
      if (KNOWN_MAX <= this.#known.size) this.#known.clear()
      known = this.#descend(word)
      this.#known.set(word, known)
    }
    if (mark === '') return known
    if (known.marked === undefined || known.mark !== mark) {
      known.marked = this.#descend(mark + word)
      known.mark = mark
    }
    return known.marked
  }

  #descend(word: string): KnownWord {
    const bytes = this.#encode(word)
    const typed = this.#typed
    if (bytes === 0 || this.termCount === 0) return knownAs(0, 0, false)
    let node = 0
    let low = 0
    let high = this.termCount
    for (let depth = 0; depth < bytes; depth++) {
      if (high - low === 1) {
        if (!this.#continues(low, depth, bytes)) return knownAs(0, 0, false)
        break
      }
      const wanted = typed[depth]!
      const end = this.child[node + 1]!
      let child = this.child[node]!
      while (child < end && this.letters[child]! < wanted) child += 1
      if (child === end || this.letters[child] !== wanted) return knownAs(0, 0, false)
      low = this.low[child]!
      if (child + 1 < end) high = this.low[child + 1]!
      node = child
    }
    // The word itself sorts before longer terms.
    return knownAs(low, high, this.termBytes(low) === bytes)
  }

  #continues(term: number, from: number, to: number): boolean {
    const start = this.terms.starts[term]!
    if (this.termBytes(term) < to) return false
    for (let i = from; i < to; i++) if (this.terms.bytes[start + i] !== this.#typed[i]) return false
    return true
  }

  /** Returns 0 for a word that is too long to be a term. */
  #encode(word: string): number {
    const typed = this.#typed
    for (let i = 0; i < word.length; i++) {
      const code = word.charCodeAt(i)
      if (0x80 <= code || i === typed.length) {
        const { read, written } = ENCODER.encodeInto(word, typed)
        return read === word.length ? written : 0
      }
      typed[i] = code
    }
    return word.length
  }
}

function knownAs(low: number, high: number, isTerm: boolean): KnownWord {
  return { low, high, isTerm, mark: '', marked: undefined }
}

const ENCODER = new TextEncoder()
