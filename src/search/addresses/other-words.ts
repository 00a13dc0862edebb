import { compareText } from '../../stdx/compare-text.ts'
import { PREPOSITIONS } from '../../text/inflection.ts'
import { OKRES_LABELS } from './okres-filter.ts'
import { isWord, meantWord } from './query-words.ts'
import type { QueryItem, WordItem } from './split-query.ts'
import type { CountedWord, Vocabulary } from './vocabulary.ts'

/** The parts of a joined word. */
const JOINED_LETTERS = 3
/** How many ways there are for a joined word, for an inflected one, and for a query. */
const WAYS_OF_WORD_MAX = 4
const FORMS_MAX = 8
const WAYS_MAX = 16

/** "frydekmistek": a word that begins no name, as two words. */
export function splitJoinedWord(items: readonly QueryItem[], vocabulary: Vocabulary): QueryItem[][] {
  const at = items.findIndex((item) => isWord(item) && !vocabulary.hasBeginning(item.text))
  const joined = items[at]
  if (!isWord(joined)) return []
  const { text } = joined
  const isLast = at === items.length - 1
  const found: QueryItem[][] = []
  for (let cut = JOINED_LETTERS; cut <= text.length - JOINED_LETTERS && found.length < WAYS_OF_WORD_MAX; cut++) {
    const first = text.slice(0, cut)
    const second = text.slice(cut)
    const isSecond = isLast ? vocabulary.hasBeginning(second) : vocabulary.hasWord(second)
    if (vocabulary.hasWord(first) && isSecond)
      found.push(items.toSpliced(at, 1, meantWord(first), { ...joined, text: second, typed: null }))
  }
  return found
}

/**
 * The word after a preposition is inflected: "na Hlavnej v Košiciach" is Hlavná, Košice. The ways of each town, the one
 * that has most letters in common first. One of fewer letters is not meant: "ve Zlíně" is not Zliv.
 */
export function* undoInflection(items: readonly QueryItem[], vocabulary: Vocabulary): Generator<QueryItem[][]> {
  if (!items.some((item, i) => isPreposition(item) && isWord(items[i + 1]))) return
  let isAfter = false
  const words = items.filter((item, i) => !isPreposition(item) || !isWord(items[i + 1]))
  const inflected = new Set<QueryItem>()
  for (const item of items) {
    if (!isWord(item)) isAfter = false
    else if (isPreposition(item)) isAfter = true
    else if (isAfter) inflected.add(item)
  }
  const formsOf = (item: WordItem, i: number): string[] => {
    if (!inflected.has(item)) return [item.text]
    const isNext = isPreposition(items[items.indexOf(item) - 1])
    const isLast = i === words.length - 1
    const isKnown = isLast ? vocabulary.hasBeginning(item.text) : vocabulary.hasWord(item.text)
    if (!isNext && isKnown) return [item.text]
    const forms = listForms(item.text, vocabulary)
      .sort(byFrequency)
      .slice(0, FORMS_MAX)
      .map(({ word }) => word)
    return vocabulary.hasWord(item.text) || forms.length === 0 ? [item.text, ...forms] : forms
  }
  const town = words.find((item): item is WordItem => isWord(item) && isTown(items, item))
  if (town === undefined) return yield combine(words, formsOf)
  const towns = listForms(town.text, vocabulary).filter(({ word }) => vocabulary.beginsPlace(word))
  if (vocabulary.beginsPlace(town.text)) towns.unshift({ word: town.text, stem: town.text.length, documents: 0 })
  // "v Českých Budějovicích": the ending of an adjective has more letters than Český differs in.
  const isOneWord = !isWord(items[items.indexOf(town) + 1])
  const likely = isOneWord ? towns.filter(({ stem }) => stem === towns[0]!.stem) : towns
  for (const { word } of likely.slice(0, FORMS_MAX))
    yield combine(words, (item, i) => (item === town ? [word] : formsOf(item, i)))
}

/** After them stands a town; after others a street, too. */
const BEFORE_TOWN: ReadonlySet<string> = new Set(['v', 've', 'vo'])

function isTown(items: readonly QueryItem[], item: WordItem): boolean {
  const before = items[items.indexOf(item) - 1]
  return isWord(before) && BEFORE_TOWN.has(before.text)
}

/**
 * "svatopluka" where the register has only "Svat.": a typed word that no name has, by its beginnings with a dot in the
 * name of a street. Never another word: "Nitrany" is not Nitra.
 */
export function shortenWords(items: readonly QueryItem[], vocabulary: Vocabulary): QueryItem[][] {
  let isChanged = false
  const found = combine(items, ({ text }) => {
    if (!SHORTENED.test(text) || OKRES_LABELS.has(text) || vocabulary.hasWord(text)) return [text]
    const lengths = Array.from({ length: text.length - SHORT_LETTERS }, (_, i) => text.length - 1 - i)
    const known = lengths.map((length) => text.slice(0, length)).filter((word) => vocabulary.isAbbreviation(word))
    isChanged ||= known.length !== 0
    return known.length === 0 ? [text] : known
  })
  return isChanged ? found : []
}

const SHORTENED = /^\p{L}{5,}$/u
const SHORT_LETTERS = 3

function isPreposition(item: QueryItem | undefined): boolean {
  return isWord(item) && PREPOSITIONS.has(item.text)
}

/** How many letters of the typed word, and of the meant one, may be the ending. */
const TYPED_ENDING_MAX = 4
const ENDING_MAX = 2
const STEM_LETTERS = 3

interface Form {
  readonly word: string
  /** The typed letters before the ending. */
  readonly stem: number
  readonly documents: number
}

/**
 * Words with another ending, longer stems and frequent words first: "hlavnej" is Hlavná, and with another stem "plzni"
 * Plzeň, "praze" Praha.
 */
function listForms(typed: string, vocabulary: Vocabulary): Form[] {
  const forms = new Map<string, Form>()
  const endingMax = Math.min(TYPED_ENDING_MAX, Math.floor(typed.length / 2))
  const add = (stem: number, { word, documents }: CountedWord): void => {
    if (word !== typed && !forms.has(word)) forms.set(word, { word, stem, documents })
  }
  for (let cut = 1; cut <= endingMax && STEM_LETTERS <= typed.length - cut; cut++) {
    const stem = typed.slice(0, typed.length - cut)
    for (const other of cut === 1 ? listOtherStems(stem) : []) {
      for (const known of vocabulary.wordsBeginning(other, other.length)) add(stem.length, known)
    }
    for (const known of vocabulary.wordsBeginning(stem, stem.length + ENDING_MAX)) add(stem.length, known)
  }
  return [...forms.values()].sort((a, b) => b.stem - a.stem || byFrequency(a, b))
}

function byFrequency(a: Form, b: Form): number {
  return b.documents - a.documents || compareText(a.word, b.word)
}

/** "pisk" of Písek, "ruzomberk" of Ružomberok, "praz" of Praha, "lhotc" of Lhotka. */
function listOtherStems(stem: string): string[] {
  const start = stem.slice(0, -1)
  const last = stem.at(-1)!
  const hard = last === 'z' ? 'h' : last === 'c' ? 'k' : undefined
  return [`${start}e${last}`, `${start}o${last}`, ...(hard === undefined ? [] : [`${start}${hard}a`])]
}

/** All combinations of what the words may stand for, the first of each first. */
function combine(
  items: readonly QueryItem[],
  formsOf: (item: WordItem, i: number) => readonly string[],
): QueryItem[][] {
  let ways: QueryItem[][] = [[]]
  for (const [i, item] of items.entries()) {
    const forms = isWord(item) ? formsOf(item, i).map((text) => (text === item.text ? item : meantWord(text))) : [item]
    ways = forms.flatMap((form) => ways.map((way) => [...way, form])).slice(0, WAYS_MAX)
  }
  return ways
}
