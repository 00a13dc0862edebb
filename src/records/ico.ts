declare const ico: unique symbol

/**
 * The number of a company in its country's registers: eight digits with leading zeroes. Only `parseIco` creates one.
 * The check digit is not verified: some old numbers fail it.
 */
export type Ico = string & { readonly [ico]: true }

/** Accepts what registers publish: up to eight digits, with spaces or without leading zeroes. */
export function parseIco(text: string): Ico | undefined {
  const digits = text.replaceAll(' ', '')
  if (!/^[0-9]{1,8}$/.test(digits)) return undefined
  return digits.padStart(8, '0') as Ico
}

/** Whether the last of eight digits is the one that the others demand, as in both countries. Some old numbers fail. */
export function hasRightCheckDigit(digits: string): boolean {
  if (!/^[0-9]{8}$/.test(digits)) return false
  let sum = 0
  for (let i = 0; i < 7; i++) sum += (8 - i) * Number(digits[i])
  return (11 - (sum % 11)) % 10 === Number(digits[7])
}
