import { assert } from '../../stdx/assert.ts'
import { growingU32, joinedU32 } from '../../stdx/growing.ts'
import type { SectionSource } from '../../stdx/section-file.ts'
import { addWordBits, type Signature } from './signature.ts'
import { NAME_END, NO_NAME, rangeMinimumSections, TERM } from './word-index.ts'
import { trieNodes } from './word-trie-builder.ts'

/** A thing that is found by words. */
export interface WordDocument {
  /** Its name as folded words in their order; then other names it has or had. */
  readonly names: readonly (readonly string[])[]
  /** Further words by which it is found, in any order. */
  readonly more: readonly string[]
}

/** Makes the sections of a `WordIndex`. */
export class WordIndexBuilder {
  readonly #terms = new Map<string, number>()
  readonly #forward = growingU32()
  readonly #starts = growingU32()

  /** Documents come in rank order: the first one is number 0. */
  add({ names, more }: WordDocument): void {
    this.#starts.push(this.#forward.length)
    for (const [i, words] of names.entries()) {
      // A name without words keeps its place: the first name is the document's own, whatever comes after.
      if (words.length === 0 && i === 0) this.#forward.push(EMPTY_NAME)
      for (const [w, word] of words.entries())
        this.#forward.push((this.#term(word) | (w === words.length - 1 ? NAME_END : 0)) >>> 0)
    }
    for (const word of more) this.#forward.push((this.#term(word) | NO_NAME) >>> 0)
  }

  sections(): Record<string, SectionSource> {
    this.#starts.push(this.#forward.length)
    const starts = joinedU32(this.#starts)
    const forward = joinedU32(this.#forward)
    const signatures = signaturesOf({ forward, starts, terms: [...this.#terms.keys()] })
    const { bytes, termStarts, renumbered } = sortedTerms(this.#terms)
    this.#terms.clear()
    for (let i = 0; i < forward.length; i++) {
      const entry = forward[i]!
      if (entry !== EMPTY_NAME) forward[i] = ((entry & ~TERM) | renumbered[entry & TERM]!) >>> 0
    }
    const nodes = trieNodes({ bytes, starts: termStarts })
    const postings = makePostings({ forward, starts, terms: termStarts.length - 1 })
    return {
      'words.termBytes': bytes,
      'words.termStarts': termStarts,
      'words.nodeLetters': nodes.letters,
      'words.nodeChild': nodes.child,
      'words.nodeLow': nodes.low,
      'words.forward': forward,
      'words.forwardStarts': starts,
      ...signatures,
      'words.postingStarts': postings.starts,
      'words.postings': postings.documents,
      ...rangeMinimumSections('words.firstDocuments', postings.first),
      ...nameSections({ forward, starts, terms: termStarts.length - 1 }),
    }
  }

  #term(word: string): number {
    let term = this.#terms.get(word)
    if (term === undefined) {
      term = this.#terms.size
      assert(term < TERM, 'terms are numbered with 30 bits')
      this.#terms.set(word, term)
    }
    return term
  }
}

/** Stands where a document's own name has no words: no term has this number. */
const EMPTY_NAME = (NAME_END | TERM) >>> 0

/** `terms`: by the numbers that stand in `forward` before they are sorted. */
function signaturesOf({
  forward,
  starts,
  terms,
}: {
  readonly forward: Uint32Array
  readonly starts: Uint32Array
  readonly terms: readonly string[]
}): Record<string, SectionSource> {
  const lowBits = new Int32Array(terms.length)
  const highBits = new Int32Array(terms.length)
  for (const [term, word] of terms.entries()) {
    const signature: Signature = { low: 0, high: 0 }
    addWordBits(signature, word)
    lowBits[term] = signature.low
    highBits[term] = signature.high
  }
  const low = new Int32Array(starts.length - 1)
  const high = new Int32Array(starts.length - 1)
  for (let document = 0; document + 1 < starts.length; document++) {
    for (let at = starts[document]!; at < starts[document + 1]!; at++) {
      if (forward[at] === EMPTY_NAME) continue
      const term = forward[at]! & TERM
      low[document]! |= lowBits[term]!
      high[document]! |= highBits[term]!
    }
  }
  return { 'words.signaturesLow': low, 'words.signaturesHigh': high }
}

interface Forward {
  readonly forward: Uint32Array
  readonly starts: Uint32Array
  readonly terms: number
}

function sortedTerms(terms: ReadonlyMap<string, number>): {
  readonly bytes: Uint8Array
  readonly termStarts: Uint32Array
  readonly renumbered: Uint32Array
} {
  const sorted = [...terms.keys()].sort(byCodePoints)
  const bytes = Buffer.allocUnsafe(sorted.reduce((sum, term) => sum + Buffer.byteLength(term), 0))
  const termStarts = new Uint32Array(sorted.length + 1)
  const renumbered = new Uint32Array(sorted.length)
  let at = 0
  for (const [i, term] of sorted.entries()) {
    termStarts[i] = at
    at += bytes.write(term, at)
    renumbered[terms.get(term)!] = i
  }
  termStarts[sorted.length] = at
  return { bytes, termStarts, renumbered }
}

/** The order of UTF-8 bytes. JavaScript compares UTF-16 units, which differs for letters beyond the first 65 536. */
function byCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x !== y) return isSurrogate(x) === isSurrogate(y) ? x - y : isSurrogate(x) ? 1 : -1
  }
  return a.length - b.length
}

function isSurrogate(unit: number): boolean {
  return 0xd800 <= unit && unit <= 0xdfff
}

function makePostings({ forward, starts, terms }: Forward): {
  readonly starts: Uint32Array
  readonly documents: Uint32Array
  readonly first: Uint32Array
} {
  // Counted once and filled once; a term that a document has twice counts once, which the last document seen for each term tells.
  const seen = new Uint32Array(terms).fill(0xffff_ffff)
  const ends = new Uint32Array(terms + 1)
  const each = (visit: (term: number, document: number) => void): void => {
    seen.fill(0xffff_ffff)
    for (let document = 0; document + 1 < starts.length; document++) {
      for (let at = starts[document]!; at < starts[document + 1]!; at++) {
        if (forward[at] === EMPTY_NAME) continue
        const term = forward[at]! & TERM
        if (seen[term] === document) continue
        seen[term] = document
        visit(term, document)
      }
    }
  }
  each((term) => (ends[term + 1]! += 1))
  for (let term = 0; term < terms; term++) ends[term + 1]! += ends[term]!
  const documents = new Uint32Array(ends[terms]!)
  const next = ends.slice(0, terms)
  each((term, document) => (documents[next[term]!++] = document))
  const first = Uint32Array.from({ length: terms }, (_, term) => documents[ends[term]!]!)
  return { starts: ends, documents, first }
}

/** Sorts documents by their own names, and other names beside them. */
function nameSections({ forward, starts, terms }: Forward): Record<string, SectionSource> {
  const own = growingU32()
  const others = growingU32()
  const ownerOf = growingU32()
  for (let document = 0; document + 1 < starts.length; document++) {
    let isOwn = true
    let begins = true
    for (let at = starts[document]!; at < starts[document + 1]! && (forward[at]! & NO_NAME) === 0; at++) {
      if (begins && forward[at] !== EMPTY_NAME) {
        if (isOwn) own.push(document)
        else {
          others.push(at)
          ownerOf.push(document)
        }
      }
      begins = (forward[at]! & NAME_END) !== 0
      if (begins) isOwn = false
    }
  }
  const ownPlaces = joinedU32(own)
  const names = sortedByName({ forward, terms, places: ownPlaces.map((document) => starts[document]!) })
  const otherPlaces = joinedU32(others)
  const otherNames = sortedByName({ forward, terms, places: otherPlaces })
  const owners = joinedU32(ownerOf)
  return {
    ...rangeMinimumSections(
      'words.nameOrder',
      names.sorted.map((i) => ownPlaces[i]!),
    ),
    'words.nameStarts': names.firstTermStarts,
    ...rangeMinimumSections(
      'words.otherNameOrder',
      otherNames.sorted.map((i) => owners[i]!),
    ),
    'words.otherNamePlaces': otherNames.sorted.map((i) => otherPlaces[i]!),
  }
}

interface Names {
  readonly forward: Uint32Array
  readonly terms: number
  /** Where each name begins. */
  readonly places: Uint32Array
}

interface SortedNames {
  /** The names' numbers in the order of their terms; equal ones in the order they had. */
  readonly sorted: Uint32Array
  /** For each term the first place among the sorted names whose first term is it or a later one; one place more for the end. */
  readonly firstTermStarts: Uint32Array
}

/** First by the first term, which is counted; then, where several begin alike, by the second, as numbers; then by comparing. */
function sortedByName({ forward, terms, places }: Names): SortedNames {
  const starts = new Uint32Array(terms + 1)
  for (const place of places) starts[(forward[place]! & TERM) + 1]! += 1
  for (let term = 0; term < terms; term++) starts[term + 1]! += starts[term]!
  const next = starts.slice(0, terms)
  const sorted = new Uint32Array(places.length)
  for (let i = 0; i < places.length; i++) sorted[next[forward[places[i]!]! & TERM]!++] = i
  for (let term = 0; term < terms; term++) {
    if (1 < starts[term + 1]! - starts[term]!) {
      sortAlike({ forward, places }, sorted.subarray(starts[term]!, starts[term + 1]!))
    }
  }
  return { sorted, firstTermStarts: starts }
}

/** So few names are compared one by one faster than they are made into numbers. */
const COMPARED_MAX = 16

/** Sorts names that begin with the same term. */
function sortAlike({ forward, places }: Omit<Names, 'terms'>, names: Uint32Array): void {
  if (names.length <= COMPARED_MAX) {
    for (let i = 1; i < names.length; i++) {
      const name = names[i]!
      let at = i
      for (; 0 < at && 0 < compareNames(forward, places[names[at - 1]!]!, places[name]!); at--)
        names[at] = names[at - 1]!
      names[at] = name
    }
    return
  }
  const secondTerm = (i: number): number => {
    const place = places[i]!
    return (forward[place]! & NAME_END) !== 0 ? 0 : 1 + (forward[place + 1]! & TERM)
  }
  const keys = Float64Array.from(names, (i, at) => secondTerm(i) * 2 ** 23 + at).sort()
  const before = names.slice()
  for (const [at, key] of keys.entries()) names[at] = before[key % 2 ** 23]!
  for (let from = 0; from < names.length; ) {
    const second = secondTerm(names[from]!)
    let end = from + 1
    while (end < names.length && secondTerm(names[end]!) === second) end += 1
    if (second !== 0 && 1 < end - from) {
      names.subarray(from, end).sort((a, b) => compareNames(forward, places[a]!, places[b]!) || a - b)
    }
    from = end
  }
}

function compareNames(forward: Uint32Array, a: number, b: number): number {
  for (let i = 0; ; i++) {
    const x = forward[a + i]!
    const y = forward[b + i]!
    if ((x & TERM) !== (y & TERM)) return (x & TERM) - (y & TERM)
    const xEnds = (x & NAME_END) !== 0
    const yEnds = (y & NAME_END) !== 0
    if (xEnds || yEnds) return Number(yEnds) - Number(xEnds)
  }
}
