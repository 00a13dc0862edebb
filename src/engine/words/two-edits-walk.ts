import { isEditable, LETTERS_MAX } from './editable-letters.ts'
import type { WordTrie } from './word-trie.ts'

const EDITS = 2
const ROW = LETTERS_MAX + 1
const FAR = 100

/**
 * Finds the terms within two edits of a word, or that begin so: walks the tree of terms and carries one row of the
 * edit-distance table per level, so that terms with a common beginning share the work.
 */
export class TwoEditsWalk {
  readonly #trie: WordTrie
  readonly #typed = new Uint8Array(LETTERS_MAX)
  readonly #rows = new Uint8Array((LETTERS_MAX + 4) * ROW)
  /** The letter of each level on the way down. */
  readonly #path = new Uint8Array(LETTERS_MAX + 4)
  #length = 0
  #beginning = false
  /** The term ranges found, ascending, as pairs of low and high. */
  readonly ranges: Uint32Array
  rangeCount = 0
  #nodesLeft = 0

  constructor(trie: WordTrie, rangesMax: number) {
    this.#trie = trie
    this.ranges = new Uint32Array(2 * rangesMax)
  }

  /**
   * Fills `ranges`. Returns how many of the allowed nodes are left: 0 if they were not enough.
   */
  find(word: string, compare: 'whole' | 'beginning', nodesMax: number): number {
    this.rangeCount = 0
    this.#nodesLeft = nodesMax
    this.#length = Math.min(word.length, LETTERS_MAX)
    for (let i = 0; i < this.#length; i++) this.#typed[i] = word.charCodeAt(i)
    this.#beginning = compare === 'beginning'
    for (let j = 0; j <= this.#length; j++) this.#rows[j] = Math.min(j, FAR)
    if (this.#trie.termCount !== 0) this.#visit(0, 0, this.#trie.termCount, 0)
    return Math.max(0, this.#nodesLeft)
  }

  #visit(node: number, low: number, high: number, depth: number): void {
    this.#nodesLeft -= 1
    if (this.#nodesLeft <= 0) return
    const found = this.#rows[depth * ROW + this.#length]! <= EDITS
    if (found && this.#beginning) {
      this.#add(low, high)
      return
    }
    if (high - low === 1) {
      this.#followTerm(low, depth)
      return
    }
    if (found && this.#trie.termBytes(low) === depth) this.#add(low, low + 1)
    const { child, letters, low: lows } = this.#trie
    const end = child[node + 1]!
    for (let next = child[node]!; next < end; next++) {
      const letter = letters[next]!
      if (!isEditable(letter) || !this.#nextRow(depth, letter)) continue
      this.#visit(next, lows[next]!, next + 1 < end ? lows[next + 1]! : high, depth + 1)
    }
  }

  /** Follows the letters of a single term, which has no child nodes. */
  #followTerm(term: number, from: number): void {
    const { bytes, starts } = this.#trie.terms
    const start = starts[term]!
    const length = starts[term + 1]! - start
    for (let depth = from; ; depth++) {
      const found = this.#rows[depth * ROW + this.#length]! <= EDITS
      if (found && (this.#beginning || depth === length)) this.#add(term, term + 1)
      if (depth === length || (found && this.#beginning)) return
      const letter = bytes[start + depth]!
      if (!isEditable(letter) || !this.#nextRow(depth, letter)) return
    }
  }

  /**
   * Computes the next row, for one more letter. Returns false if no term below can match: this row and, because a swap
   * reaches back two rows, the row before are beyond the bound.
   */
  #nextRow(depth: number, letter: number): boolean {
    if (this.#length + EDITS <= depth) return false
    const rows = this.#rows
    const typed = this.#typed
    const last = depth * ROW
    const row = last + ROW
    const before = last - ROW
    // Cells further than the bound from the diagonal are beyond the bound themselves.
    const from = Math.max(1, depth + 1 - EDITS)
    const to = Math.min(this.#length, depth + 1 + EDITS)
    rows[row] = depth + 1
    if (1 < from) rows[row + from - 1] = FAR
    let least = from === 1 ? depth + 1 : FAR
    for (let j = from; j <= to; j++) {
      let cost = rows[last + j - 1]! + (typed[j - 1] === letter ? 0 : 1)
      const above = j < depth + 1 + EDITS ? rows[last + j]! + 1 : FAR
      const left = rows[row + j - 1]! + 1
      if (above < cost) cost = above
      if (left < cost) cost = left
      if (0 < depth && 1 < j && typed[j - 2] === letter && typed[j - 1] === this.#path[depth - 1]) {
        const swapped = rows[before + j - 2]! + 1
        if (swapped < cost) cost = swapped
      }
      rows[row + j] = cost
      if (cost < least) least = cost
    }
    if (to < this.#length) rows[row + this.#length] = FAR
    this.#path[depth] = letter
    if (least <= EDITS) return true
    for (let j = Math.max(0, depth - EDITS); j <= Math.min(this.#length, depth + EDITS); j++)
      if (rows[last + j]! < EDITS) return true
    return false
  }

  /** Ranges come in ascending order. Adjacent ones are joined. */
  #add(low: number, high: number): void {
    const { ranges } = this
    const last = 2 * this.rangeCount - 1
    if (0 < last && ranges[last] === low) ranges[last] = high
    else if (2 * this.rangeCount === ranges.length) this.#nodesLeft = 0
    else {
      ranges[last + 1] = low
      ranges[last + 2] = high
      this.rangeCount += 1
    }
  }
}
