import { compareText } from '../../stdx/compare-text.ts'
import { PREPOSITIONS } from '../../text/inflection.ts'
import { OKRES_LABELS } from './okres-filter.ts'
import { isWord, meantWord } from './query-words.ts'
import type { QueryItem, WordItem } from './split-query.ts'
import type { Vocabulary } from './vocabulary.ts'

/** The parts of a joined word. */
const JOINED_LETTERS = 3
/** How many ways there are for a joined word, for an inflected one, and for a query. */
const WAYS_OF_WORD_MAX = 4
const FORMS_MAX = 8
const WAYS_MAX = 64

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

/** What follows a preposition is inflected: "na Hlavnej v Košiciach" is Hlavná, Košice. */
export function undoInflection(items: readonly QueryItem[], vocabulary: Vocabulary): QueryItem[][] {
  if (!items.some((item, i) => isPreposition(item) && isWord(items[i + 1]))) return []
  let isAfter = false
  const words = items.filter((item, i) => !isPreposition(item) || !isWord(items[i + 1]))
  const inflected = new Set<QueryItem>()
  for (const item of items) {
    if (!isWord(item)) isAfter = false
    else if (isPreposition(item)) isAfter = true
    else if (isAfter) inflected.add(item)
  }
  return combine(words, (item, i) => {
    if (!inflected.has(item)) return [item.text]
    const isNext = isPreposition(items[items.indexOf(item) - 1])
    const isLast = i === words.length - 1
    const isKnown = isLast ? vocabulary.hasBeginning(item.text) : vocabulary.hasWord(item.text)
    if (!isNext && isKnown) return [item.text]
    const forms = listForms(item.text, vocabulary)
    return vocabulary.hasWord(item.text) || forms.length === 0 ? [item.text, ...forms] : forms
  })
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

/** Words with the same beginning and another ending, the most frequent first: "plzni" is Plzeň, "hlavnej" Hlavná. */
function listForms(typed: string, vocabulary: Vocabulary): string[] {
  const forms = new Map<string, number>()
  const endingMax = Math.min(TYPED_ENDING_MAX, Math.floor(typed.length / 2))
  for (let cut = 1; cut <= endingMax && STEM_LETTERS <= typed.length - cut; cut++) {
    const stem = typed.slice(0, typed.length - cut)
    for (const { word, documents } of vocabulary.wordsBeginning(stem, stem.length + ENDING_MAX)) {
      if (word !== typed) forms.set(word, documents)
    }
  }
  const ordered = [...forms].sort((a, b) => b[1] - a[1] || compareText(a[0], b[0]))
  return ordered.slice(0, FORMS_MAX).map(([word]) => word)
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
