import { type AccentedWord, findAccentedWords } from '../../text/accents.ts'
import { type Abbreviation, expandFirstWords } from '../../text/company-abbreviations.ts'
import { normalizeNameWords } from '../../text/company-name.ts'
import { splitTypedForm, splitUnfinishedForm } from '../../text/legal-forms.ts'
import { splitWords, type TextWord } from '../../text/words.ts'
import { joinWithAmpersand } from './short-names.ts'
import { findNumber, readDigits } from './typed-number.ts'

/** The typed text, parsed. */
export interface CompanyQuery {
  readonly words: readonly string[]
  /** What the words may mean, the most literal reading first. */
  readonly readings: readonly CompanyReading[]
  /** The digits, if the text is only digits, possibly after "IČO", and may be a company number. */
  readonly digits: string | null
  /** A company number among other words. */
  readonly number: string | null
  /** Two letters with "&" or "+" between them in front: "p&g". */
  readonly ampersand: string | null
  readonly accented: readonly AccentedWord[]
}

export interface CompanyReading {
  /** The last one may be unfinished. */
  readonly words: readonly string[]
  /** The legal forms that the rest of the query may mean. They affect only the order. */
  readonly forms: readonly number[]
  /** The legal form is unfinished. Then the `exact` tiers match only companies that have it. */
  readonly isUnfinished: boolean
  /** What its first words stand for, if they are not meant as typed. */
  readonly abbreviations: readonly Abbreviation[]
}

const NONE: readonly Abbreviation[] = []

export function readCompanyQuery(text: string, wordsMax: number): CompanyQuery {
  const textWords = splitWords(text).slice(0, wordsMax)
  const words = textWords.map((word) => word.text)
  return {
    words,
    readings: listReadings(words, words.includes(SCHOOL) ? textWords.map((word) => markSchool(text, word)) : words),
    digits: readDigits(words),
    number: findNumber(words),
    ampersand: readAmpersand(text),
    accented: findAccentedWords(text, wordsMax),
  }
}

const AMPERSAND = /^\s*(\p{L})\s?[&+]\s?(\p{L})(?!\p{L})/u

function readAmpersand(text: string): string | null {
  const [, first, second] = AMPERSAND.exec(text) ?? []
  return first === undefined ? null : joinWithAmpersand(first, second!)
}

/** "zš", and "z.s." in one word. */
const SCHOOL = 'zs'
const TYPED_SCHOOL = 'zš'

/** Keeps the diacritics of "zš", which is no legal form. */
function markSchool(text: string, { text: word, start, end }: TextWord): string {
  const isSchool = word === SCHOOL && text.slice(start, end).normalize('NFC').toLowerCase() === TYPED_SCHOOL
  return isSchool ? TYPED_SCHOOL : word
}

/** `formWords` are the words, in which those that are no legal form are marked. */
function listReadings(words: readonly string[], formWords: readonly string[]): CompanyReading[] {
  if (words.length === 0) return []
  const readings = toReadings(words, [], false)
  const typed = splitTypedForm(formWords)
  if (typed !== undefined) readings.push(...toReadings(typed.words, [typed.form], false))
  // "alfa s.r.o." is not the beginning of "alfa s.r. o.z."
  const unfinished = typed?.isAtEnd === true ? undefined : splitUnfinishedForm(formWords)
  if (unfinished !== undefined) readings.push(...toReadings(unfinished.words, unfinished.forms, true))
  return readings
}

function toReadings(words: readonly string[], forms: readonly number[], isUnfinished: boolean): CompanyReading[] {
  const folded = words.includes(TYPED_SCHOOL) ? words.map((word) => (word === TYPED_SCHOOL ? SCHOOL : word)) : words
  const readings = [{ words: normalizeNameWords(folded), forms, isUnfinished, abbreviations: NONE }]
  // "alfa v l" is the beginning of "Alfa v likvidácii", and no initials.
  const last = folded.at(-1) ?? ''
  if (last.length === 1 && folded.at(-2) === 'v')
    readings.push({ ...readings[0]!, words: [...normalizeNameWords(folded.slice(0, -1)), last] })
  return readings
}

/**
 * Reads the query as if its first words were abbreviated, or were the long form of an abbreviation. Returns undefined
 * if they are not. `hasWord` tells whether a name of the register has a word: the words of the other language would be
 * searched for in vain.
 */
export function readAbbreviations(
  query: CompanyQuery,
  { wordsMax, hasWord }: { readonly wordsMax: number; readonly hasWord: (word: string) => boolean },
): CompanyQuery | undefined {
  const readings: CompanyReading[] = []
  for (const reading of query.readings) {
    for (const { words, abbreviations } of expandFirstWords(reading.words)) {
      const isKnown = abbreviations.every(({ meant }) => meant.every(hasWord))
      // The letters of "z. s." are the legal form, and only "zs" is a school too.
      const isTyped = abbreviations.every(({ typed }) => typed.every((word) => query.words.includes(word)))
      if (isKnown && isTyped && words.length <= wordsMax) readings.push({ ...reading, words, abbreviations })
    }
  }
  if (readings.length === 0) return undefined
  const replaced = new Set(readings.flatMap(({ abbreviations }) => abbreviations.flatMap(({ typed }) => typed)))
  // No name of the long form has the diacritics of "zš".
  const accented = query.accented.filter(({ text }) => !splitWords(text).some((word) => replaced.has(word.text)))
  return { words: query.words, readings, digits: null, number: null, ampersand: null, accented }
}
