import type { TokenRole } from '../text/address-patterns.ts'
import { type AddressToken, readAddressText } from '../text/address-text.ts'

export const FIELD = { address: 0, street: 1, number: 2, part: 3, town: 4, postcode: 5 } as const

/** The parts in which an address may be given. `address` is one line with any of them. */
export type GivenAddress = Readonly<Partial<Record<keyof typeof FIELD, string>>>

/** The given address, read once for all candidates. */
export interface ReadAddress {
  readonly tokens: readonly AddressToken[]
  /** The digits of the postal code, and its tokens. */
  readonly postcode: string | null
  readonly codes: ReadonlySet<number>
  /** Labels, countries, "ulica": where they are in no name of a record they mean nothing. */
  readonly idle: ReadonlySet<number>
  /** The tokens of a flat, of a parcel and of a firm. */
  readonly added: ReadonlySet<number>
}

const ADDED: ReadonlySet<TokenRole | null> = new Set(['flat', 'firm', 'other'])

export function readAddress(given: GivenAddress): ReadAddress {
  const fields = (Object.keys(FIELD) as (keyof GivenAddress)[]).map((field) => given[field])
  const read = readAddressText(fields, 'apart')
  // "Košice - mestská časť Juh" is "Košice-Juh".
  const tokens = read.tokens.filter(({ role }) => role !== 'part')
  const select = (isSelected: (token: AddressToken) => boolean): Set<number> =>
    new Set([...tokens.keys()].filter((i) => isSelected(tokens[i]!)))
  // In its column, spreadsheets drop the zero of "04001".
  const column = select(({ kind, field }) => kind === 'number' && field === FIELD.postcode)
  const digits = [...column].map((i) => tokens[i]!.text).join('')
  const added = select(({ role }) => ADDED.has(role))
  return {
    tokens,
    postcode: column.size === 0 ? read.postalCode : digits,
    codes: column.size === 0 ? select(({ role }) => role === 'code') : column,
    idle: select(({ kind, role, label }) =>
      role === null ? kind === 'word' && label !== null : role !== 'code' && !ADDED.has(role),
    ),
    added,
  }
}
