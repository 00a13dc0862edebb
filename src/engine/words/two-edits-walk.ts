import { isEditable, LETTERS_MAX } from './editable-letters.ts'
import type { WordTrie } from './word-trie.ts'

const EDITS = 2
const DEPTHS = LETTERS_MAX + EDITS + 2
const LETTERS = 26
const A = 0x61
/** Bit b of a set at depth d stands for the first d - 2 + b letters of the word: more or fewer need more edits. */
const BAND = 0b11111

/**
 * Finds the terms within two edits of a word, and the ranges of terms that begin so. It walks the trie and carries, in
 * place of a row of the edit-distance table, three sets of five bits.
 *
 *     within0, within1, within2   which beginnings of the word are at most so many edits from the letters on the way
 *     swap0, swap1                those before the last letter, if it is the second of two letters that may be swapped
 *
 * A letter more on the way, with `same` = where the word has this letter:
 *
 *     within'  =  within & same      the same letter
 *              |  fewer              another letter
 *              |  fewer >> 1         a letter that the word does not have
 *              |  fewer' << 1        a letter that only the word has
 *              |  swap & same << 1   the first of two swapped letters
 */
export class TwoEditsWalk {
  readonly #trie: WordTrie
  readonly #rangesMax: number
  readonly #typed = new Uint8Array(LETTERS_MAX)
  /** `same` of each depth and letter. */
  readonly #same = new Uint8Array(DEPTHS * LETTERS)
  #length = 0
  #nodesLeft = 0
  /** The word that was searched for last. */
  word = ''
  /** Terms within two edits. */
  readonly whole: FoundRanges
  /** Terms that begin with letters within two edits. */
  readonly beginning: FoundRanges

  constructor(trie: WordTrie, rangesMax: number) {
    this.#trie = trie
    this.#rangesMax = rangesMax
    this.whole = { bounds: new Uint32Array(2 * rangesMax), count: 0, areMore: false }
    this.beginning = { bounds: new Uint32Array(2 * rangesMax), count: 0, areMore: false }
  }

  /** Fills `whole` and `beginning`. Returns how many nodes it visited, or -1 if more than so many were needed. */
  find(word: string, nodesMax: number): number {
    this.word = word
    this.whole.count = 0
    this.whole.areMore = false
    this.beginning.count = 0
    this.beginning.areMore = false
    this.#nodesLeft = nodesMax
    this.#length = Math.min(word.length, LETTERS_MAX)
    for (let i = 0; i < this.#length; i++) this.#typed[i] = word.charCodeAt(i)
    this.#findLetters()
    if (this.#trie.termCount !== 0) {
      const within0 = 1 << EDITS
      const within1 = (within0 | (within0 << 1)) & this.#allowed(0)
      const within2 = (within1 | (within1 << 1)) & this.#allowed(0)
      this.#visit(0, 0, this.#trie.termCount, 0, pack(within0, within1, within2, 0, 0), false)
    }
    return this.#nodesLeft < 0 ? -1 : nodesMax - this.#nodesLeft
  }

  forget(): void {
    this.word = ''
  }

  #findLetters(): void {
    const same = this.#same
    same.fill(0, 0, (this.#length + EDITS + 1) * LETTERS)
    for (let i = 0; i < this.#length; i++) {
      const letter = this.#typed[i]! - A
      if (letter < 0 || LETTERS <= letter) continue
      for (let depth = Math.max(0, i - EDITS); depth <= i + EDITS; depth++) {
        same[depth * LETTERS + letter]! |= 1 << (i - depth + EDITS)
      }
    }
  }

  /** The bits at this depth that stand for a beginning of the word. */
  #allowed(depth: number): number {
    const longest = this.#length - depth + EDITS
    return longest < 0 ? 0 : BAND & ((2 << Math.min(longest, 4)) - 1)
  }

  #visit(node: number, low: number, high: number, depth: number, state: number, isBegun: boolean): void {
    this.#nodesLeft -= 1
    if (this.#nodesLeft < 0) return
    const isFound = this.#isFound(depth, state)
    if (isFound && !isBegun) this.#add(this.beginning, low, high)
    if (high - low === 1) {
      this.#followTerm(low, depth, state, isBegun || isFound)
      return
    }
    if (isFound && this.#trie.termBytes(low) === depth) this.#add(this.whole, low, low + 1)
    const { child, letters, low: lows } = this.#trie
    const end = child[node + 1]!
    for (let next = child[node]!; next < end; next++) {
      const letter = letters[next]!
      if (!isEditable(letter)) continue
      const state2 = this.#step(depth, letter, state)
      if (state2 === 0) continue
      this.#visit(next, lows[next]!, next + 1 < end ? lows[next + 1]! : high, depth + 1, state2, isBegun || isFound)
    }
  }

  /** Follows the letters of a single term, which has no child nodes. */
  #followTerm(term: number, from: number, fromState: number, isBegun: boolean): void {
    const { bytes, starts } = this.#trie.terms
    const start = starts[term]!
    const length = starts[term + 1]! - start
    let state = fromState
    let begun = isBegun
    for (let depth = from; ; depth++) {
      const isFound = this.#isFound(depth, state)
      if (isFound && !begun) this.#add(this.beginning, term, term + 1)
      begun ||= isFound
      if (depth === length) {
        if (isFound) this.#add(this.whole, term, term + 1)
        return
      }
      const letter = bytes[start + depth]!
      if (!isEditable(letter)) return
      state = this.#step(depth, letter, state)
      if (state === 0) return
    }
  }

  #isFound(depth: number, state: number): boolean {
    const bit = this.#length - depth + EDITS
    return 0 <= bit && bit < 5 && ((state >>> bit) & 1) === 1
  }

  /** The state after one more letter; 0 if no term can match. */
  #step(depth: number, letter: number, state: number): number {
    const same = this.#same[depth * LETTERS + letter - A]!
    const allowed = this.#allowed(depth + 1)
    const within2 = state & BAND
    const within1 = (state >>> 5) & BAND
    const swap1 = (state >>> 20) & BAND
    if (within1 === 0) return ((within2 & same) | (swap1 & (same << 1))) & allowed
    const within0 = (state >>> 10) & BAND
    const swap0 = (state >>> 15) & BAND
    const next0 = within0 & same & allowed
    const next1 = ((within1 & same) | within0 | (within0 >>> 1) | (next0 << 1) | (swap0 & (same << 1))) & allowed
    const next2 = ((within2 & same) | within1 | (within1 >>> 1) | (next1 << 1) | (swap1 & (same << 1))) & allowed
    return pack(next0, next1, next2, within0 & (same >>> 1), within1 & (same >>> 1))
  }

  /** Ranges come in ascending order. Adjacent ones are joined. */
  #add(found: FoundRanges, low: number, high: number): void {
    const { bounds } = found
    const last = 2 * found.count - 1
    if (0 < last && bounds[last] === low) bounds[last] = high
    else if (found.count === this.#rangesMax) found.areMore = true
    else {
      bounds[last + 1] = low
      bounds[last + 2] = high
      found.count += 1
    }
  }
}

/** Term ranges, ascending, as pairs of low and high. */
export interface FoundRanges {
  readonly bounds: Uint32Array
  count: number
  /** There are more than can be kept. */
  areMore: boolean
}

function pack(within0: number, within1: number, within2: number, swap0: number, swap1: number): number {
  return within2 | (within1 << 5) | (within0 << 10) | (swap0 << 15) | (swap1 << 20)
}
