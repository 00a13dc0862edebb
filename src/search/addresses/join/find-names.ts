import type { NameTable } from '../../../engine/addresses/addresses.ts'
import { NAME_END, TERM, type WordSearch } from '../../../engine/engine.ts'
import { RecentValues } from '../../../stdx/recent-values.ts'
import { isStreetKind, STREET_WORDS } from '../../../text/address-abbreviations.ts'
import type { TokenRole } from '../../../text/address-patterns.ts'
import type { AddressToken } from '../../../text/address-text.ts'
import { PREPOSITIONS } from '../../../text/inflection.ts'
import {
  type Alignment,
  alignName,
  alignReordered,
  COST_MAX,
  compareLetters,
  compareWords,
  GLUED,
  type KnownName,
  TWO_ERRORS,
  type TypedWord,
  WORD_LEFT_OUT,
} from './align-name.ts'

/** A run of words that may name streets and places. */
export interface NamedSpan extends Alignment {
  /** The number of the name in the table. */
  readonly name: number
}

/** Which words may have a typing error. */
export type Errors = 'none' | 'unknown words' | 'all words' | 'two in a word'

/** A word of more names finds only those that it names alone or with its neighbours in one. */
const NAMES_OF_WORD_MAX = 400
const NAMES_OF_BEGINNING_MAX = 24
const NAMES_OF_RARE_WORD = 12
const NAMES_OF_STEM_MAX = 200
const STEM_LETTERS = 3
/** How many letters of an inflected word may be its ending: "Hlavnej", "Vrábľoch". */
const ENDINGS = [2, 4] as const
const BEGINNING_LETTERS = 3
/** The words of so many letters tell little. */
const SHORT_WORD = 2
const ERROR_LETTERS = 3
const GLUED_LETTERS = 4
const GLUED_WORDS_MAX = 4
/** So many names with a mistyped word are looked at; those whose other words begin like typed ones are read. */
const MANY_NAMES = 64
const NAME_WORK = 10
const ALIGN_WORK = 120
const READ_NAMES = 8192
/** The words of a few addresses while they are typed. */
const KNOWN_MAX = 256
/** Longer texts are cut off. */
export const TOKENS_MAX = 24

/** Finds the names in a text, each with the run of words that is most like it. */
export class NameFinder {
  readonly #table: NameTable
  readonly #search: WordSearch
  readonly #names: RecentValues<KnownName>
  readonly #known = new Map<string, Names>()

  constructor(table: NameTable, search: WordSearch) {
    this.#table = table
    this.#search = search
    this.#names = new RecentValues(READ_NAMES, (name) => ({
      words: table.wordsOf(name),
      dotted: table.dotted[name]!,
      cuts: table.cuts[name]!,
    }))
  }

  textOf(name: number): string {
    return this.#names.get(name).words.join(' ')
  }

  /** Whether a word of four letters and more is in no name, even as a beginning. */
  hasUnknownWord(tokens: readonly AddressToken[]): boolean {
    return tokens.some(
      (token) =>
        token.kind === 'word' &&
        token.role === null &&
        ERROR_LETTERS <= token.text.length &&
        !this.#isKnown(token.text),
    )
  }

  #isKnown(text: string): boolean {
    return this.#search.index.trie.findPrefix(text, { low: 0, high: 0 })
  }

  /** Adds the names of a text to those that were found in it with fewer errors. The cheapest first. */
  find(tokens: readonly AddressToken[], errors: Errors, before: Found = new Map()): NamedSpan[] {
    const add = (span: NamedSpan): void => {
      const key = (span.name * TOKENS_MAX + span.from) * TOKENS_MAX + span.to
      const known = before.get(key)
      if (known === undefined || span.cost < known.cost) before.set(key, span)
    }
    const words = tokens.map((token, i) => toTyped(tokens, token, i))
    for (let low = 0; low < tokens.length; ) {
      let high = low
      while (high < tokens.length && words[high] !== undefined && (high === low || !isParted(tokens[high]!))) high += 1
      this.#findInRun(words as TypedWord[], tokens, { low, high, errors, add })
      low = Math.max(high, low + 1)
    }
    return [...before.values()].sort((a, b) => a.cost - b.cost || a.from - b.from || b.to - a.to || a.name - b.name)
  }

  #findInRun(words: readonly TypedWord[], tokens: readonly AddressToken[], run: Run): void {
    const { low, high, errors } = run
    const seen = new Map<number, number>()
    let letters = 0
    for (let at = low; at < high; at++) letters |= letterBit(words[at]!.text.charCodeAt(0))
    for (let at = low; at < high; at++) {
      const word = words[at]!
      // "náměstí" and "ulice" are in a thousand names, and tell none from another.
      if (
        tokens[at]!.kind !== 'word' ||
        word.text.length === 1 ||
        STREET_WORDS.has(word.text) ||
        isStreetKind(word.text)
      )
        continue
      const isKnown = this.#isKnown(word.text)
      if (errors === 'two in a word') {
        if (!isKnown && TWO_ERRORS <= word.text.length)
          this.#takeNames(words, { ...run, at, letters, seen }, this.#withErrors(word.text, 2), true)
        continue
      }
      if (errors !== 'all words' || !isKnown)
        this.#takeNames(words, { ...run, at, letters, seen }, this.#asTyped(word), false)
      if ((errors === 'all words') === isKnown && errors !== 'none' && ERROR_LETTERS <= word.text.length)
        this.#takeNames(words, { ...run, at, letters, seen }, this.#withErrors(word.text, 1), true)
    }
    if (errors === 'none' || errors === 'unknown words') this.#findGlued(words, run)
  }

  #takeNames(words: readonly TypedWord[], run: RunAt, { names, isRare, work }: Names, isError: boolean): void {
    const { low, at, high, letters, add, seen } = run
    this.#search.spend(work)
    const word = words[at]!
    for (const name of names) {
      if (!this.#search.spend(NAME_WORK)) return
      if (!this.#mayAlign(name, letters, isError && MANY_NAMES < names.length ? 0 : 1)) continue
      const known = this.#names.get(name)
      if (known.words.length === 1) {
        const cost = compareWords(word, known.words[0]!, known.dotted === 1)
        if (cost <= COST_MAX) add({ from: at, to: at + 1, cost, name })
        continue
      }
      if (isError) {
        const cost = compareLetters(word.text, known.words.join('')) + GLUED
        if (cost <= COST_MAX) add({ from: at, to: at + 1, cost, name })
      }
      const reach = known.words.length + 1
      if (at < (seen.get(name) ?? -1)) continue
      seen.set(name, at + reach)
      if (!this.#search.spend(ALIGN_WORK)) return
      const aligned = alignName(words, Math.max(low, at - reach), Math.min(high, at + reach + 1), known)
      // "údolí" alone is none of a hundred valleys.
      const isVague =
        aligned !== undefined && !isRare && aligned.to - aligned.from === 1 && WORD_LEFT_OUT <= aligned.cost
      if (aligned !== undefined && !isVague) add({ ...aligned, name })
      const reordered = alignReordered(words, [low, at, high], known)
      if (reordered !== undefined) add({ ...reordered, name })
    }
  }

  /** Names with this word, or with words that begin so. */
  #asTyped({ text, hasDot, isInflected }: TypedWord): Names {
    return this.#lookUp(`${hasDot ? '.' : isInflected ? '~' : ''}${text}`, (names) => {
      this.#search.visitAllWholeWords([text], (name) => names.push(name) <= NAMES_OF_WORD_MAX)
      const isRare = names.length <= NAMES_OF_RARE_WORD
      if (NAMES_OF_WORD_MAX < names.length) names.length = 0
      const stems = isInflected
        ? ENDINGS.map((ending) => text.slice(0, Math.max(STEM_LETTERS, text.length - ending)))
        : []
      for (const beginning of stems.length !== 0 ? stems : hasDot || names.length === 0 ? [text] : []) {
        const most = names.length + (isInflected ? NAMES_OF_STEM_MAX : NAMES_OF_BEGINNING_MAX)
        if (BEGINNING_LETTERS <= beginning.length)
          this.#search.visitAllPrefixes([beginning], (name) => names.push(name) < most)
      }
      return isRare
    })
  }

  #withErrors(text: string, edits: 1 | 2): Names {
    return this.#lookUp(`${edits}?${text}`, (names) => {
      this.#search.visitMistyped(text, edits, (name) => names.push(name) <= 2 * NAMES_OF_WORD_MAX)
      return true
    })
  }

  /** The next keystroke asks for most of them again. The work is the same each time. */
  #lookUp(key: string, find: (names: number[]) => boolean): Names {
    let known = this.#known.get(key)
    if (known === undefined) {
      const { workLeft } = this.#search
      const names: number[] = []
      const isRare = find(names)
      known = { names, isRare, work: workLeft - this.#search.workLeft }
      this.#search.spend(-known.work)
      if (KNOWN_MAX <= this.#known.size) this.#known.clear()
      if (!this.#search.stoppedEarly) this.#known.set(key, known)
    }
    return known
  }

  /** A quick test by first letters: nearly all longer words of the name begin like a typed one. */
  #mayAlign(name: number, letters: number, missingMax: 0 | 1): boolean {
    const { forward, forwardStarts, trie } = this.#table.words
    const [dotted, cuts] = [this.#table.dotted[name]!, this.#table.cuts[name]!]
    let missing = 0
    for (let at = forwardStarts[name]!, word = 0; ; at++, word++) {
      if (0 < word && (cuts & (1 << (word - 1))) !== 0) return true
      const term = forward[at]! & TERM
      const isLong = (dotted & (1 << word)) === 0 && SHORT_WORD < trie.termBytes(term)
      if (isLong && (letters & letterBit(trie.terms.bytes[trie.terms.starts[term]!]!)) === 0 && missingMax < ++missing)
        return false
      if ((forward[at]! & NAME_END) !== 0) return true
    }
  }

  /** "Hlavni namesti" typed as one word, or "Hlavna" as two. */
  #findGlued(words: readonly TypedWord[], { low, high, add }: Run): void {
    for (let from = low; from < high; from++) {
      let text = ''
      for (let to = from; to < high && to - from < GLUED_WORDS_MAX; to++) {
        text += words[to]!.text
        if (text.length < GLUED_LETTERS || this.#search.index.trie.termOf(text) < 0) continue
        let visited = 0
        this.#search.visitAllWholeWords([text], (name) => {
          const own = this.#names.get(name).words
          const isAlike = from === to && own.length === 1
          if (own.join('') === text) add({ from, to: to + 1, name, cost: isAlike ? 0 : GLUED })
          return ++visited < NAMES_OF_WORD_MAX
        })
      }
    }
  }
}

/** Letters that share a bit are taken for each other by a quick test only. */
function letterBit(code: number): number {
  return 1 << (code & 31)
}

type Found = Map<number, NamedSpan>

interface Names {
  readonly names: readonly number[]
  /** Few names have the word. */
  readonly isRare: boolean
  readonly work: number
}

interface RunAt extends Run {
  readonly at: number
  /** The first letters of its words, as bits. */
  readonly letters: number
  /** The names that were aligned in this run, and up to where. */
  readonly seen: Map<number, number>
}

interface Run {
  readonly low: number
  readonly high: number
  readonly errors: Errors
  readonly add: (span: NamedSpan) => void
}

/** A hyphen without spaces does not part a name. */
const PARTS = /[,;|()\n]|\s[–-]|[–-]\s/

/** Whether no name goes on from the token before it. */
export function isParted({ before }: AddressToken): boolean {
  return before !== ' ' && PARTS.test(before)
}

const NO_NAME: ReadonlySet<TokenRole> = new Set(['code', 'country', 'flat', 'firm', 'other', 'label'])

/** Undefined: it is no word of a name. */
function toTyped(tokens: readonly AddressToken[], token: AddressToken, i: number): TypedWord | undefined {
  if (token.role !== null && NO_NAME.has(token.role)) return undefined
  if (token.kind === 'number') {
    if (token.second !== null || token.label !== null || token.suffix !== '') return undefined
    return { text: token.digits, hasDot: token.hasDot, isUnfinished: false, isInflected: false }
  }
  const before = tokens[i - 1]
  return {
    text: token.text,
    hasDot: token.hasDot,
    isUnfinished: i === tokens.length - 1,
    isInflected: before?.kind === 'word' && PREPOSITIONS.has(before.text),
  }
}
