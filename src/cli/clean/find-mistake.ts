import { isCertain } from '../../matching/matching.ts'
import { COUNTRIES, type Country } from '../../records/country.ts'
import { type Columns, type FirstRows, type Kind, looksMostly, readHeader } from './choose-columns.ts'
import { cleanFields } from './clean-list.ts'
import type { Cleaner } from './cleaner.ts'
import type { ListFormat } from './list-file.ts'

interface FirstLook {
  readonly kind: Kind
  readonly format: ListFormat
  readonly rows: FirstRows
  readonly columns: Columns
  readonly cleaner: Cleaner
  readonly country: Country | undefined
}

/** Each needs one of these. A town alone is no address and no company. */
const NEEDED: Readonly<Record<Kind, readonly string[]>> = {
  addresses: ['street', 'number', 'address'],
  companies: ['ico', 'name'],
}
const HOUSE_NUMBER = /^\d{1,5}( ?[/-] ?\d{1,4})? ?\p{L}?$/u
const ADDRESS_LINE = /^\p{L}.* \d{1,5}(\/\d+)?\p{L}?(,|$)/u
const FIRM = /\b(s\.? ?r\. ?o|spol|a\. ?s|k\. ?s|v\. ?o\. ?s)\.?$/i
/** What most cells of a role look like in a list with mixed-up columns. */
const MIXED_UP: readonly (readonly [Kind, role: string, form: RegExp, what: string])[] = [
  ['companies', 'name', ADDRESS_LINE, 'addresses'],
  ['companies', 'ico', /^\D+$/, 'words'],
  ['addresses', 'street', FIRM, 'names of companies'],
  ['addresses', 'address', FIRM, 'names of companies'],
  ['addresses', 'number', /^\D+$/, 'words'],
  ['addresses', 'postcode', /^\D+$/, 'words'],
  ['addresses', 'town', /^[\d /]+$/, 'numbers'],
]

/** Why a list would fail as a whole, as its first rows show it. A list of strangers has no such cause. */
export function findMistake(look: FirstLook): string | undefined {
  const { kind, format, rows, columns } = look
  if (!NEEDED[kind].some((role) => columns[role] !== undefined))
    return `no column is taken for ${NEEDED[kind].join(' or ')}. Name one with --column.`
  const header = rows.find(({ fields }) => isHeader(kind, fields))
  if (header !== undefined) return `line ${header.line} is another header: these are two lists. Clean each alone.`
  for (const [of, role, form, what] of MIXED_UP) {
    const at = of === kind ? columns[role]?.find((one) => looksMostly(rows, one, form)) : undefined
    if (at !== undefined)
      return `the column ${format.columns[at]}, taken for ${role}, holds ${what}. Name the columns with --column.`
  }
  const numbers = kind === 'addresses' ? findNumbers(look) : undefined
  if (numbers !== undefined)
    return `the streets have no numbers, and the column ${numbers} of numbers is not used. Add --column number=${numbers}.`
  return findOtherCountry(look)
}

function isHeader(kind: Kind, fields: readonly string[]): boolean {
  const roles = fields.map((cell) => readHeader(kind, cell)?.role).filter((role) => role !== undefined)
  return 2 < new Set(roles).size || (roles.length === fields.length && 1 < roles.length)
}

/** A column that may be the house numbers: not one that counts the rows. */
function findNumbers({ format, rows, columns }: FirstLook): string | undefined {
  const names = columns.street ?? columns.address ?? columns.town ?? []
  if (columns.number !== undefined || !names.every((at) => looksMostly(rows, at, /^\D*$/))) return undefined
  const taken = new Set(Object.values(columns).flat())
  return format.columns.find((_, at) => {
    const cells = rows.map(({ fields }) => Number.parseInt(fields[at] ?? '', 10))
    const isCounted = cells.every((cell, i) => i === 0 || cells[i - 1]! < cell)
    return !taken.has(at) && !isCounted && looksMostly(rows, at, HOUSE_NUMBER)
  })
}

/** For lists that have almost no record in their country, and many in the other one. */
function findOtherCountry({ rows, columns, cleaner, country }: FirstLook): string | undefined {
  if (country === undefined) return undefined
  const countFound = (one: Country): number =>
    rows.filter(({ fields }) => isCertain(cleanFields(fields, { columns, cleaner, country: one }).choice.status)).length
  const own = countFound(country)
  if (rows.length < 10 * own || rows.length < 5) return undefined
  for (const other of COUNTRIES) {
    const found = other === country ? 0 : countFound(other)
    if (rows.length < 2 * found)
      return `of the first ${rows.length} rows, ${own} have a record in ${country} and ${found} in ${other}. Repeat with --country ${other}.`
  }
  return undefined
}
