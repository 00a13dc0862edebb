import { isEditable, LETTERS_MAX } from './editable-letters.ts'
import type { WordTrie } from './word-trie.ts'

/** The most term ranges that one word can have. Each edit gives one. */
const RANGES_MAX = 4096

export interface OneEditQuery {
  readonly word: string
  readonly compare: 'whole' | 'beginning'
  readonly mark: string
  /** Whole words of fewer letters do not match. */
  readonly lettersMin: number
}

/**
 * Finds the terms that are one edit from a word, or begin so. The walk follows the word down the trie. At each letter
 * it tries the four edits (insert, delete, replace, swap), and then the rest of the word must match exactly. Nearly
 * every try ends at once, so this is several times faster than a table of edit distances.
 */
export class OneEditWalk {
  readonly #trie: WordTrie
  readonly #typed = new Uint8Array(LETTERS_MAX)
  readonly #ranges = new Float64Array(RANGES_MAX)
  #count = 0
  #length = 0
  #beginning = false
  #lettersMin = 0
  #steps = 0
  /** The length of the mark, which is not compared. */
  #marks = 0
  #low = 0
  #high = 0
  #node = 0

  constructor(trie: WordTrie) {
    this.#trie = trie
  }

  /**
   * Calls `add` with disjoint term ranges in ascending order. Returns how many nodes it visited. A mark is one sign
   * before every matching term; it is never mistyped.
   */
  find({ word, compare, mark, lettersMin }: OneEditQuery, add: (low: number, high: number) => void): number {
    this.#count = 0
    this.#steps = 0
    this.#length = Math.min(word.length, LETTERS_MAX)
    for (let i = 0; i < this.#length; i++) this.#typed[i] = word.charCodeAt(i)
    this.#beginning = compare === 'beginning'
    this.#lettersMin = lettersMin
    this.#marks = mark.length
    if (this.#trie.termCount !== 0) this.#follow(mark)
    this.#addSortedRanges(add)
    return this.#steps
  }

  /** Follows the word as it was typed, and tries the edits at each letter. */
  #follow(mark: string): void {
    let node = 0
    let low = 0
    let high = this.#trie.termCount
    if (mark !== '') {
      // A single term has no nodes, so its own first letter is compared with the mark.
      if (high === 1 && this.#trie.terms.bytes[0] !== mark.charCodeAt(0)) return
      if (1 < high) {
        if (!this.#child(node, high, mark.charCodeAt(0))) return
        node = this.#node
        low = this.#low
        high = this.#high
      }
    }
    for (let i = 0; ; i++) {
      if (high - low === 1) {
        this.#compareOne(low, i)
        return
      }
      this.#errAt(node, low, high, i)
      if (i === this.#length) {
        this.#addIfEnds(low, high, i)
        return
      }
      if (!this.#child(node, high, this.#typed[i]!)) return
      node = this.#node
      low = this.#low
      high = this.#high
    }
  }

  #errAt(node: number, low: number, high: number, i: number): void {
    const { child, letters, low: lows } = this.#trie
    const typed = this.#typed
    if (i < this.#length) this.#descend(node, low, high, i, i + 1)
    const end = child[node + 1]!
    for (let next = child[node]!; next < end; next++) {
      const letter = letters[next]!
      if (!isEditable(letter)) continue
      const from = lows[next]!
      const to = next + 1 < end ? lows[next + 1]! : high
      this.#descend(next, from, to, i + 1, i)
      if (i === this.#length) continue
      if (letter !== typed[i]) this.#descend(next, from, to, i + 1, i + 1)
      if (i + 1 < this.#length && letter === typed[i + 1] && letter !== typed[i]) {
        if (to - from === 1) this.#descendSwapped(from, i)
        else if (this.#child(next, to, typed[i]!)) this.#descend(this.#node, this.#low, this.#high, i + 2, i + 2)
      }
    }
  }

  /** Adds the terms below a node that continue exactly with the word from letter `at` on. */
  #descend(fromNode: number, fromLow: number, fromHigh: number, fromDepth: number, at: number): void {
    let node = fromNode
    let low = fromLow
    let high = fromHigh
    let depth = fromDepth
    for (let i = at; i < this.#length; i++, depth++) {
      if (high - low === 1) {
        if (this.#goesOn(low, depth, i)) this.#addIfEnds(low, high, depth + this.#length - i)
        return
      }
      if (!this.#child(node, high, this.#typed[i]!)) return
      node = this.#node
      low = this.#low
      high = this.#high
    }
    this.#addIfEnds(low, high, depth)
  }

  /** A swap below a node with a single term, which has no child nodes. */
  #descendSwapped(term: number, i: number): void {
    const { bytes, starts } = this.#trie.terms
    const at = this.#marks + i + 1
    if (this.#trie.termBytes(term) <= at || bytes[starts[term]! + at] !== this.#typed[i]) return
    if (this.#goesOn(term, i + 2, i + 2)) this.#addIfEnds(term, term + 1, this.#length)
  }

  /**
   * Compares the only term left: tries the four edits where it differs from the word. An earlier edit gives the same
   * result or needs a second edit.
   */
  #compareOne(term: number, from: number): void {
    const { bytes, starts } = this.#trie.terms
    const start = starts[term]! + this.#marks
    const letters = this.#trie.termBytes(term) - this.#marks
    const typed = this.#typed
    let i = from
    while (i < this.#length && i < letters && bytes[start + i] === typed[i]) i += 1
    if (this.#goesOn(term, i, i)) this.#addIfEnds(term, term + 1, this.#length)
    if (i < this.#length && this.#goesOn(term, i, i + 1)) this.#addIfEnds(term, term + 1, this.#length - 1)
    if (letters <= i || !isEditable(bytes[start + i]!)) return
    if (this.#goesOn(term, i + 1, i)) this.#addIfEnds(term, term + 1, this.#length + 1)
    if (this.#length <= i) return
    if (this.#goesOn(term, i + 1, i + 1)) this.#addIfEnds(term, term + 1, this.#length)
    // Letters after the last typed one are those of another query.
    const canSwap = i + 1 < Math.min(this.#length, letters)
    const isSwapped = canSwap && bytes[start + i] === typed[i + 1] && bytes[start + i + 1] === typed[i]
    if (isSwapped && this.#goesOn(term, i + 2, i + 2)) this.#addIfEnds(term, term + 1, this.#length)
  }

  /** Whether the term continues, from its letter `depth` on, with the word's letters from `at` on. */
  #goesOn(term: number, depth: number, at: number): boolean {
    this.#steps += 1
    const { bytes, starts } = this.#trie.terms
    const start = starts[term]! + this.#marks + depth - at
    if (this.#trie.termBytes(term) < this.#marks + depth + this.#length - at) return false
    for (let i = at; i < this.#length; i++) if (bytes[start + i] !== this.#typed[i]) return false
    return true
  }

  #child(node: number, nodeHigh: number, letter: number): boolean {
    this.#steps += 1
    const { child, letters, low } = this.#trie
    const end = child[node + 1]!
    let next = child[node]!
    while (next < end && letters[next]! < letter) next += 1
    if (next === end || letters[next] !== letter) return false
    this.#node = next
    this.#low = low[next]!
    this.#high = next + 1 < end ? low[next + 1]! : nodeHigh
    return true
  }

  /** Adds all terms below a node, or, for whole words, only the term that ends here. */
  #addIfEnds(low: number, high: number, depth: number): void {
    if (this.#beginning) this.#add(low, high)
    else if (this.#lettersMin <= depth && this.#trie.termBytes(low) === this.#marks + depth) this.#add(low, low + 1)
  }

  #add(low: number, high: number): void {
    if (this.#count < RANGES_MAX) this.#ranges[this.#count++] = low * 2 ** 26 + (high - low)
  }

  #addSortedRanges(add: (low: number, high: number) => void): void {
    const sorted = this.#ranges.subarray(0, this.#count).sort()
    let low = -1
    let high = -1
    for (const range of sorted) {
      const nextLow = Math.floor(range / 2 ** 26)
      const nextHigh = nextLow + (range % 2 ** 26)
      if (nextLow <= high) high = Math.max(high, nextHigh)
      else {
        if (0 <= low) add(low, high)
        low = nextLow
        high = nextHigh
      }
    }
    if (0 <= low) add(low, high)
  }
}
