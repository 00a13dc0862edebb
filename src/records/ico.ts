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
