export interface OrientationNumber {
  readonly number: string | null
  readonly letter: string | null
}

/** "1B" is 1 and B, "12" is 12. A text of another form ("1-3", "A") is the number as a whole. */
export function splitOrientationNumber(text: string): OrientationNumber {
  const whole = text.trim()
  if (whole === '') return { number: null, letter: null }
  const parts = /^([0-9]+)\s*([\p{L}]+)?$/u.exec(whole)
  if (parts === null) return { number: whole, letter: null }
  return { number: parts[1]!, letter: parts[2] ?? null }
}

/** A number as registers count houses: without leading zeros; null for zero, which means that there is none. */
export function houseNumberOf(digits: string): string | null {
  const number = digits.replace(/^0+/, '')
  return number === '' ? null : number
}
