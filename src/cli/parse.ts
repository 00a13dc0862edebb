import { CommanderError, InvalidArgumentError } from 'commander'
import { type Month, monthOf } from '../ledger/calendar.ts'
import { editDistance } from '../text/edit-distance.ts'

interface WholeNumber {
  readonly min?: number
  readonly max?: number
  /** `a number of days` */
  readonly what?: string
}

/** Parses digits. The message names what is expected, and the limits if there are any. */
export function wholeNumber({ min = 0, max, what = 'a whole number' }: WholeNumber = {}): (text: string) => number {
  const limits = max === undefined ? '' : ` from ${min} to ${max}`
  return (text) => {
    const value = /^[0-9]{1,13}$/.test(text) ? Number(text) : Number.NaN
    if (min <= value && (max === undefined || value <= max)) return value
    throw new InvalidArgumentError(`Expected ${what}${limits}.`)
  }
}

/** The books take no larger number. */
export const parseUnits = wholeNumber({ max: 1e12, what: 'a whole number of units' })

export const parsePort = wholeNumber({ max: 65_535, what: 'a port' })

export function parsePercent(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !(0 <= value && value <= 100))
    throw new InvalidArgumentError('Expected a percentage from 0 to 100.')
  return value
}

/** Parses a month such as 2026-11. */
export function parseMonth(text: string): Month {
  const month = monthOf(text)
  if (month === undefined) throw new InvalidArgumentError('Expected a month as 2026-11.')
  return month
}

/** Splits a list at commas or spaces. The option may be repeated. */
export function parseWords(text: string, before: readonly string[] = []): string[] {
  return [...before, ...text.split(/[\s,]+/).filter((word) => word !== '')]
}

/** Finds a thing by the name that was typed. */
export function parseName<T extends { readonly name: string }>(what: string, things: readonly T[], typed: string): T {
  const found = things.find(({ name }) => name === typed)
  if (found !== undefined) return found
  // `rename` is no `resume`.
  const near = things.find(({ name }) => {
    const edits = editDistance(typed, name, 2)
    return edits <= 2 && edits * 3 < name.length
  })
  const hint = near === undefined ? '' : ` (did you mean ${near.name}?)`
  const list = things.map(({ name }) => name).join(', ')
  throw new CommanderError(2, 'regista.unknownName', `there is no ${what} ${typed}${hint}. There are ${list}.`)
}
