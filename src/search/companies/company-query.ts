import { type AccentedWord, findAccentedWords } from '../../text/accents.ts'
import { normalizeNameWords } from '../../text/company-name.ts'
import { splitTypedForm, splitUnfinishedForm } from '../../text/legal-forms.ts'
import { splitWords } from '../../text/words.ts'

/** The typed text, parsed. */
export interface CompanyQuery {
  readonly words: readonly string[]
  /** What the words may mean, the most literal reading first. */
  readonly readings: readonly CompanyReading[]
  /** The digits, if the text is only digits, possibly after "IČO", and may be a company number. */
  readonly digits: string | null
  readonly accented: readonly AccentedWord[]
}

export interface CompanyReading {
  /** The last one may be unfinished. */
  readonly words: readonly string[]
  /** The legal forms that the rest of the query may mean. They affect only the order. */
  readonly forms: readonly number[]
  /** The legal form is unfinished. Then the `exact` tiers match only companies that have it. */
  readonly isUnfinished: boolean
}

/** A company number has eight digits. One digit would match too many. */
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
 * The labels that invoices print: "IČO: 313…", and the Czech tax number of a company, which is its whole number after
 * CZ. Fewer digits may belong to a name: "ICO 21 Invest".
 */
const LABELLED = /^(?:ico([0-9]{4,})|(?:ic|cz|diccz)([0-9]{8}))$/

function readDigits(words: readonly string[]): string | null {
  const text = words.join('')
  const labelled = LABELLED.exec(text)
  const digits = labelled?.[1] ?? labelled?.[2] ?? text
  return /^[0-9]+$/.test(digits) && ICO_DIGITS_MIN <= digits.length && digits.length <= ICO_DIGITS ? digits : null
}
