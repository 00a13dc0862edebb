import { type AccentedWord, findAccentedWords } from '../../text/accents.ts'
import { normalizeNameWords } from '../../text/company-name.ts'
import { splitTypedForm, splitUnfinishedForm } from '../../text/legal-forms.ts'
import { splitWords } from '../../text/words.ts'

/** What was typed, taken apart. */
export interface CompanyQuery {
  readonly words: readonly string[]
  /** What the words may mean, the most literal meaning first. */
  readonly readings: readonly CompanyReading[]
  /** The digits, if it is nothing but digits, perhaps behind "IČO", and may be a company number. */
  readonly digits: string | null
  readonly accented: readonly AccentedWord[]
}

export interface CompanyReading {
  /** The last one may be unfinished. */
  readonly words: readonly string[]
  /** Legal forms that the rest of the query means: they rank and exclude nothing. Empty if it means none. */
  readonly forms: readonly number[]
  /** The form is still being typed: then the name must have it to count as exactly what was typed. */
  readonly isUnfinished: boolean
}

/** A company number has eight digits; one digit is a beginning of too many. */
const ICO_DIGITS = 8
const ICO_DIGITS_MIN = 2

export function readCompanyQuery(text: string, wordsMax: number): CompanyQuery {
  const words = splitWords(text)
    .slice(0, wordsMax)
    .map((word) => word.text)
  return {
    words,
    readings: listReadings(words),
    digits: readDigits(words),
    accented: findAccentedWords(text, wordsMax),
  }
}

function listReadings(words: readonly string[]): CompanyReading[] {
  if (words.length === 0) return []
  const readings: CompanyReading[] = [{ words: normalizeNameWords(words), forms: [], isUnfinished: false }]
  const typed = splitTypedForm(words)
  if (typed !== undefined)
    readings.push({ words: normalizeNameWords(typed.words), forms: [typed.form], isUnfinished: false })
  // "alfa s.r.o." is not the beginning of "alfa s.r. o.z."
  const unfinished = typed?.isAtEnd === true ? undefined : splitUnfinishedForm(words)
  if (unfinished !== undefined)
    readings.push({ words: normalizeNameWords(unfinished.words), forms: unfinished.forms, isUnfinished: true })
  return readings
}

/**
 * As it stands on invoices: "IČO: 313…", and the Czech tax number of a company, which is its whole number after CZ. Fewer digits may belong to a
 * name: "ICO 21 Invest".
 */
const LABELLED = /^(?:ico([0-9]{4,})|(?:ic|cz|diccz)([0-9]{8}))$/

function readDigits(words: readonly string[]): string | null {
  const text = words.join('')
  const labelled = LABELLED.exec(text)
  const digits = labelled?.[1] ?? labelled?.[2] ?? text
  return /^[0-9]+$/.test(digits) && ICO_DIGITS_MIN <= digits.length && digits.length <= ICO_DIGITS ? digits : null
}
