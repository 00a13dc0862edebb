declare const ico: unique symbol

/**
 * The number of a company in its country's registers: eight digits, leading zeroes kept. Only `parseIco` makes one.
 * The check digit is not demanded: a registry is right about its own numbers, and old ones fail it.
 */
export type Ico = string & { readonly [ico]: true }

/** Takes what registries publish: up to eight digits, spaces among them, zeroes in front missing. */
export function parseIco(text: string): Ico | undefined {
  const digits = text.replaceAll(' ', '')
  if (!/^[0-9]{1,8}$/.test(digits)) return undefined
  return digits.padStart(8, '0') as Ico
}
