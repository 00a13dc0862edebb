import { hasRightCheckDigit } from '../../records/ico.ts'

/** A company number has eight digits. One digit would match too many. */
const ICO_DIGITS = 8
const ICO_DIGITS_MIN = 2
/** A labelled number may lack its leading zeros. */
const LABELLED_MIN = 4

/**
 * The labels that invoices print: "IČO: 313…", and the Czech tax number of a company, which is its whole number after
 * CZ. Fewer digits may belong to a name: "ICO 21 Invest".
 */
const LABELLED = /^(?:ico([0-9]{4,})|(?:ic|cz|diccz)([0-9]{8}))$/
const LABELS: ReadonlySet<string> = new Set(['ico', 'ic', 'cz', 'dic', 'dph'])
/** Glued to a number. */
const LABEL = /^(?:ico|ic|cz|diccz)(?=[0-9])/
/** Letters that are typed in place of a digit. */
const LIKE_DIGITS: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1' }
const DIGIT = /[0-9]/
/** The usual groups of digits: "31 322 832", "313 228 32". */
const GROUPS = new Set(['8', '2,3,3', '3,3,2', '4,4', '2,2,2,2'])

/** The digits, if the words are only digits, possibly after "IČO", and may be a company number. */
export function readDigits(words: readonly string[]): string | null {
  const text = words.join('')
  const labelled = LABELLED.exec(text)
  const digits = labelled?.[1] ?? labelled?.[2] ?? text
  return /^[0-9]+$/.test(digits) && ICO_DIGITS_MIN <= digits.length && digits.length <= ICO_DIGITS ? digits : null
}

/** A company number with the right check digit among other words: a line of an invoice. */
export function findNumber(words: readonly string[]): string | null {
  // Most texts have no digit.
  if (!words.some((word) => DIGIT.test(word))) return null
  for (let i = 0; i < words.length; i++) {
    const own = words[i]!.replace(LABEL, '')
    const isLabelled = own !== words[i] || LABELS.has(words[i - 1] ?? '')
    if (isLabelled && LABELLED_MIN <= own.length && own.length < ICO_DIGITS && isNumber(own.padStart(ICO_DIGITS, '0')))
      return own.padStart(ICO_DIGITS, '0')
    const groups: number[] = []
    let digits = ''
    for (let end = i; end < words.length && digits.length < ICO_DIGITS; end++) {
      const word = end === i ? toDigits(own) : words[end]!
      if (!/^[0-9]+$/.test(word)) break
      digits += word
      groups.push(word.length)
    }
    if (GROUPS.has(groups.join()) && isNumber(digits)) return digits
  }
  return null
}

/** "4527464o" → "45274640", if nearly all are digits. */
function toDigits(word: string): string {
  const digits = word.replace(/[oil]/g, (letter) => LIKE_DIGITS[letter]!)
  const isNearly = word.length === ICO_DIGITS && word.replace(/[0-9]/g, '').length <= 2
  return isNearly ? digits : word
}

function isNumber(digits: string): boolean {
  return digits !== '00000000' && hasRightCheckDigit(digits)
}
