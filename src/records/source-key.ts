import { isDigits } from '../stdx/digits.ts'

/**
 * The form of a source's keys. A key is stored as a whole number that stands for exactly one text:
 * - `plain`: a number without leading zeros,
 * - `eight-digits`: a number padded to eight digits (`00000078`),
 * - `check-character`: a number followed by its check character, the number mod 11, with `A` for ten (`851916A`).
 */
export type KeyForm = 'plain' | 'eight-digits' | 'check-character'

/** Returns the number for a key; undefined if the text does not have this form. */
export function parseSourceKey(text: string, form: KeyForm): number | undefined {
  switch (form) {
    case 'plain':
      return isDigits(text) && (text === '0' || !text.startsWith('0')) ? Number(text) : undefined
    case 'eight-digits':
      return text.length === 8 && isDigits(text) ? Number(text) : undefined
    case 'check-character':
      return parseCheckedKey(text)
  }
}

/** Formats the key as the source publishes it. */
export function formatSourceKey(key: number, form: KeyForm): string {
  switch (form) {
    case 'plain':
      return String(key)
    case 'eight-digits':
      return String(key).padStart(8, '0')
    case 'check-character':
      return key < 0 ? formatOddKey(key) : `${key}${checkCharacter(key)}`
  }
}

/** Finds what is unusual about a key with a check character. Such a key is still valid. */
export function findKeyFlaw(text: string): 'leading zero' | 'wrong check character' | undefined {
  if (text.startsWith('0')) return 'leading zero'
  const number = text.slice(0, -1)
  return number !== '' && text.endsWith(checkCharacter(Number(number))) ? undefined : 'wrong check character'
}

/** Both numbers below stay exact in a double. */
const CHECKED_KEY_MAX = 15

/** The number without its check character. A flawed key becomes negative, so it never equals a correct one. */
function parseCheckedKey(text: string): number | undefined {
  if (CHECKED_KEY_MAX < text.length || !/^[0-9]+A?$/.test(text)) return undefined
  return findKeyFlaw(text) === undefined ? Number(text.slice(0, -1)) : parseOddKey(text)
}

/** The text as a number to base 11, in which `A` is a digit. A leading 1 preserves leading zeros. */
function parseOddKey(text: string): number {
  return -Number.parseInt(`1${text}`, 11)
}

function formatOddKey(key: number): string {
  return (-key).toString(11).slice(1).toUpperCase()
}

function checkCharacter(number: number): string {
  return (number % 11).toString(11).toUpperCase()
}
