import { type TextArrays, textAt } from '../../stdx/text-column.ts'

/** A range of the sorted terms, [low, high). */
export interface TermRange {
  low: number
  high: number
}

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
  findPrefix(word: string, into: TermRange): boolean {
    return 0 <= this.#descend(word, into)
  }

  /** Finds the term that equals the word. Returns false if there is none. */
  findWord(word: string, into: TermRange): boolean {
    const bytes = this.#descend(word, into)
    // The word itself sorts before longer terms.
    if (bytes < 0 || this.termBytes(into.low) !== bytes) return false
    into.high = into.low + 1
    return true
  }

  /** Returns how many bytes the word has, or -1 if no term begins with it. */
  #descend(word: string, into: TermRange): number {
    const bytes = this.#encode(word)
    const typed = this.#typed
    if (bytes === 0 || this.termCount === 0) return -1
    let node = 0
    let low = 0
    let high = this.termCount
    for (let depth = 0; depth < bytes; depth++) {
      if (high - low === 1) {
        if (!this.#continues(low, depth, bytes)) return -1
        break
      }
      const wanted = typed[depth]!
      const end = this.child[node + 1]!
      let child = this.child[node]!
      while (child < end && this.letters[child]! < wanted) child += 1
      if (child === end || this.letters[child] !== wanted) return -1
      low = this.low[child]!
      if (child + 1 < end) high = this.low[child + 1]!
      node = child
    }
    into.low = low
    into.high = high
    return bytes
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

const ENCODER = new TextEncoder()
