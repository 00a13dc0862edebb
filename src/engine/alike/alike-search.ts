import { EMPTY_NAME } from '../words/forward-records.ts'
import type { QueryTerm } from '../words/query-term.ts'
import { NAME_END, NO_NAME, TERM } from '../words/word-index.ts'
import type { Spelling, WordSearch } from '../words/word-search.ts'
import { HALF_MIN, stemOf, type TypedSpan, typosOf } from './spelling.ts'

/** How many documents are compared, if one is found that has all words and else; and how many of one way. */
const COMPARED_MIN = 48
const COMPARED_MAX = 256
const WAY_MAX = 64
const WAYS_MAX = 40
/** Each of so many parts is paired with the others. */
const PAIRED_MAX = 14
/** A way that so few have finds all of them. */
const FEW = 64
/** Work to compare one document, to compare a word that was not met before, and to look up where a word is split. */
const COMPARE_WORK = 60
const WORD_WORK = 40
const SPLIT_WORK = 20
/** Longer words are taken as one. */
const SPLIT_LETTERS_MAX = 24
const SPLITS_MAX = 8
/** Two typing errors in one word are dear, so they are looked for in texts of so many words. */
const TWO_TYPOS_WORDS_MAX = 4
const INITIALS = /^[a-z]{2,6}$/

/** The words of a document by which it is found. */
export interface WordsOfDocument<Word> {
  readonly own: readonly Word[]
  readonly others: readonly Word[]
  /** Those that have the mark. */
  readonly place: readonly Word[]
}

/** A way to find documents: they have all these terms. */
interface Way {
  readonly terms: readonly QueryTerm[]
  /** How many there may be. */
  readonly size: number
}

/** How a text may be read, and the ways to find documents that have some of its words so. */
export interface AlikeQuery {
  readonly spans: readonly TypedSpan[]
  readonly ways: readonly Way[]
}

/** Finds documents that have some words of a text, in whatever spelling, the rarest words first. */
export class AlikeSearch {
  readonly #words: WordSearch
  readonly #mark: string
  /** The terms that are marked. */
  readonly #marked = { low: 0, high: 0 }

  constructor(words: WordSearch, mark: string) {
    this.#words = words
    this.#mark = mark
    words.index.trie.findPrefix(mark, this.#marked)
  }

  /** `meanings`: what words in a row may stand for. */
  read(typed: readonly string[], meanings: readonly Pick<TypedSpan, 'from' | 'to' | 'meant'>[]): AlikeQuery {
    const spans: TypedSpan[] = []
    const parts: Part[] = []
    const add = (span: TypedSpan, terms: readonly QueryTerm[]): void => {
      const size = estimate(terms, this.#words.index.documents)
      // A letter finds too many.
      if (0 < size && span.text.length !== 1) parts.push({ span, terms, size })
    }
    for (let from = 0; from < typed.length; from++) {
      for (const { to, meant } of meanings.filter((one) => one.from === from)) {
        const span: TypedSpan = { ...NO_TEXT, from, to, meant }
        spans.push(span)
        add(
          span,
          meant!.map((word) => this.#termOf([{ word, compare: 'whole', edits: 0 }])),
        )
      }
      for (let to = from + 1; to <= Math.min(from + 2, typed.length); to++)
        this.#addSpan(typed, { from, to }, (span, terms) => {
          if (spans.at(-1) !== span) spans.push(span)
          add(span, terms)
        })
    }
    return { spans, ways: listWays(parts, this.#words.index.documents) }
  }

  /** The terms that words in a row may be a spelling of, as one word; their beginnings; two words of a single one. */
  #addSpan(typed: readonly string[], { from, to }: Pick<TypedSpan, 'from' | 'to'>, add: AddPart): void {
    const [isLast, isSingle] = [to === typed.length, to - from === 1]
    const text = typed.slice(from, to).join('')
    const { trie, postings } = this.#words.index
    const own = trie.termOf(text)
    const isKnown = 0 <= own
    const frequency = isKnown ? Math.floor(Math.log2(postings.starts[own + 1]! - postings.starts[own]! + 1)) : 0
    const isShort = text.length <= HALF_MIN
    // A town that the register knows is no typing error of another word.
    const isFixed = (isKnown && isShort) || trie.findWord(text, { low: 0, high: 0 }, this.#mark)
    const most = isFixed ? 0 : typosOf(text)
    const asTyped: Spelling = { word: text, compare: isLast ? 'beginning' : 'whole', edits: 0 }
    const near: Spelling[] =
      most === 0 ? [] : [{ word: text, compare: isLast && isSingle && !isShort ? 'beginning' : 'whole', edits: 1 }]
    let term = this.#termOf([asTyped, ...near])
    const isUnknown = isSingle && term.postingCount === 0
    const isShortText = typed.length <= TWO_TYPOS_WORDS_MAX
    const typosMax = most !== 0 && !(isUnknown && isShortText) ? 1 : most
    if (isUnknown && typosMax === 2)
      term = this.#termOf([{ word: text, compare: isLast ? 'beginning' : 'whole', edits: 2 }])
    const initials = isSingle && INITIALS.test(text) ? text.length : 0
    const shape = {
      stem: isSingle && !isFixed ? stemOf(text) : undefined,
      isSingle,
      isLast,
      mayBeTwo: isSingle && !isKnown,
      initials,
    }
    const span: TypedSpan = { from, to, meant: null, text, ...shape, typosMax, frequency, isUnknown }
    add(span, [term])
    if (!isSingle) return
    const stem = span.stem ?? text
    if (!isLast || stem !== text) add(span, [this.#termOf([{ word: stem, compare: 'beginning', edits: 0 }])])
    if (span.mayBeTwo) for (const halves of this.#splits(span)) add(span, halves)
  }

  /** The terms of two words that were typed as one, of which one may be mistyped. */
  #splits({ text, isLast, isUnknown }: TypedSpan): readonly (readonly QueryTerm[])[] {
    const splits: Spelling[][] = []
    const mistyped: Spelling[][] = []
    const letters = Array.from(text)
    const compare = isLast ? 'beginning' : 'whole'
    const { trie } = this.#words.index
    const range = { low: 0, high: 0 }
    if (SPLIT_LETTERS_MAX < letters.length) return []
    for (let at = 1; at < letters.length && this.#words.spend(SPLIT_WORK); at++) {
      const [head, tail] = [letters.slice(0, at).join(''), letters.slice(at).join('')]
      const [isHead, isTail] = [trie.findWord(head, range), trie.findWord(tail, range)]
      const whole: Spelling = { word: head, compare: 'whole', edits: 0 }
      if (isHead && (isTail || (isLast && trie.findPrefix(tail, range))))
        splits.push([whole, { word: tail, compare, edits: 0 }])
      if (!isUnknown || at < HALF_MIN || letters.length - at < HALF_MIN) continue
      if (isHead && HALF_MIN < tail.length) mistyped.push([whole, { word: tail, compare: 'whole', edits: 1 }])
      if (isTail && HALF_MIN < head.length)
        mistyped.push([
          { word: head, compare: 'whole', edits: 1 },
          { word: tail, compare: 'whole', edits: 0 },
        ])
    }
    const list = (some: readonly Spelling[][]): Way[] =>
      some
        .map((halves) => halves.map((half) => this.#termOf([half])))
        .map((terms) => ({ terms, size: estimate(terms, this.#words.index.documents) }))
        .filter(({ size }) => size !== 0)
        .sort(bySize)
    return [...list(splits), ...list(mistyped)].slice(0, SPLITS_MAX).map(({ terms }) => terms)
  }

  #termOf(spellings: readonly Spelling[]): QueryTerm {
    return this.#words.gatherTerm(spellings, this.#mark)
  }

  /**
   * Visits each document once with its words as `describe` made them, until one has all words and enough were compared.
   * `compare` tells whether it has them.
   */
  visit<Word>(
    ways: readonly Way[],
    describe: (word: string) => Word,
    compare: (document: number, words: WordsOfDocument<Word>) => boolean,
  ): void {
    const known = new Map<number, Word>()
    const wordOf = (term: number): Word =>
      known.getOrInsertComputed(term, () => {
        this.#words.spend(WORD_WORK)
        return describe(this.#textOf(term))
      })
    const seen = new Set<number>()
    let isFound = false
    for (const { terms } of ways) {
      let count = 0
      this.#words.visitTerms(terms, (document) => {
        count += 1
        if (!seen.has(document)) {
          if (!this.#words.spend(COMPARE_WORK)) return false
          seen.add(document)
          if (compare(document, this.#wordsOf(document, wordOf))) isFound = true
        }
        return count < WAY_MAX && seen.size < (isFound ? COMPARED_MIN : COMPARED_MAX)
      })
      if ((isFound ? COMPARED_MIN : COMPARED_MAX) <= seen.size || this.#words.stoppedEarly) return
    }
  }

  /** Without the mark. */
  #textOf(term: number): string {
    const text = this.#words.index.trie.termText(term)
    return text.startsWith(this.#mark) ? text.slice(this.#mark.length) : text
  }

  #wordsOf<Word>(document: number, wordOf: (term: number) => Word): WordsOfDocument<Word> {
    const { forward, forwardStarts } = this.#words.index
    const { low, high } = this.#marked
    const [own, others, place]: [Word[], Word[], Word[]] = [[], [], []]
    let isOwn = true
    for (let at = forwardStarts[document]!; at < forwardStarts[document + 1]!; at++) {
      const entry = forward[at]!
      const term = entry & TERM
      if ((entry & NO_NAME) !== 0) (low <= term && term < high ? place : others).push(wordOf(term))
      else if (entry !== EMPTY_NAME) (isOwn ? own : others).push(wordOf(term))
      if ((entry & NAME_END) !== 0) isOwn = false
    }
    return { own, others, place }
  }
}

const NO_TEXT = {
  text: '',
  stem: undefined,
  isSingle: false,
  isLast: false,
  mayBeTwo: false,
  typosMax: 0,
  frequency: 0,
  isUnknown: false,
  initials: 0,
} as const

/** A span, with terms of which a document has one each if it has the span. */
interface Part extends Way {
  readonly span: TypedSpan
}

type AddPart = (span: TypedSpan, terms: readonly QueryTerm[]) => void

/** How many of so many documents have all terms, if words do not attract each other. */
function estimate(terms: readonly QueryTerm[], documents: number): number {
  return terms.reduce((size, { postingCount }) => (size * postingCount) / documents, documents)
}

/** Parts that few documents have, and pairs of the others: the rarest first. Behind them the others alone. */
function listWays(parts: readonly Part[], documents: number): readonly Way[] {
  const few = parts.filter(({ size }) => size <= FEW)
  const often = parts.filter(({ size }) => FEW < size).sort(bySize)
  // Words that attract each other, as those of a town, have more documents than was estimated.
  const paired = [...often, ...few.filter(({ terms }) => terms.every(({ postingCount }) => FEW < postingCount))]
  const pairs = paired.slice(0, PAIRED_MAX).flatMap((one, i) =>
    paired
      .slice(i + 1, PAIRED_MAX)
      .filter(({ span }) => span.to <= one.span.from || one.span.to <= span.from)
      .map(({ terms, size }): Way => ({ terms: [...one.terms, ...terms], size: (one.size * size) / documents })),
  )
  return [...[...few, ...pairs].sort(bySize).slice(0, WAYS_MAX), ...often]
}

function bySize(a: Way, b: Way): number {
  return a.size - b.size
}
