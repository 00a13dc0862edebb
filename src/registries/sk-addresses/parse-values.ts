import { isDigits } from '../../stdx/digits.ts'

/** The number under which both forms of the register know an address point. With a zero in front it would be another key when printed. */
export function parseKey(text: string | null): number | undefined {
  if (text === null || !isDigits(text) || (text.startsWith('0') && text !== '0')) return undefined
  return Number(text)
}

/** `976 32` is `97632`; undefined if it is not a postal code. */
export function parsePostalCode(text: string): string | undefined {
  const code = text.replaceAll(' ', '')
  return /^[0-9]{5}$/.test(code) ? code : undefined
}

/** Slovakia lies well inside. What is outside is in other units (S-JTSK metres) or has its axes exchanged. */
const BOUNDS = { longitude: { least: 16, most: 23 }, latitude: { least: 47, most: 50 } } as const

export function isInside(axis: keyof typeof BOUNDS, degrees: number): boolean {
  return BOUNDS[axis].least <= degrees && degrees <= BOUNDS[axis].most
}

export function boundsOf(axis: keyof typeof BOUNDS): string {
  return `${axis} ${BOUNDS[axis].least} to ${BOUNDS[axis].most} was expected`
}
