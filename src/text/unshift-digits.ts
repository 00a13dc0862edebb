/**
 * Slovak and Czech keyboards type digits with shift and letters without: "+ľš" stands for 123. Undefined if a character
 * is on no digit key.
 */
export function unshiftDigits(text: string): string | undefined {
  let digits = ''
  for (const letter of text.toLowerCase()) {
    const digit = DIGIT_OF.get(letter)
    if (digit === undefined) return undefined
    digits += digit
  }
  return digits === '' ? undefined : digits
}

/** The upper row from 1 to 0, on both keyboards. */
const ROWS = ['+ľščťžýáíé', '+ěščřžýáíé'] as const

const DIGIT_OF: ReadonlyMap<string, string> = new Map([
  ...ROWS.flatMap((row) => Array.from(row, (letter, i) => [letter, String((i + 1) % 10)] as const)),
  ...Array.from('0123456789', (digit) => [digit, digit] as const),
])
