import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AddressHit, askAddresses } from '../../src/cli/clean/ask-addresses.ts'
import { askCompanies } from '../../src/cli/clean/ask-companies.ts'
import { detectFormat, readRows } from '../../src/cli/clean/list-file.ts'
import { type GivenAddress, type GivenCompany, isCertain } from '../../src/matching/matching.ts'
import type { Country } from '../../src/records/country.ts'
import type { Release } from '../../src/release/release.ts'
import { AddressSearch, CompanySearch } from '../../src/search/search.ts'
import { foldLetters } from '../../src/text/fold-letters.ts'

type Row = Readonly<Record<string, string>>

/** Lists that other people published, by the name of their file, and what says which record is right. */
type PublicList = { readonly name: string; readonly file: string; readonly country: Country } & (
  | {
      readonly given: (row: Row) => GivenAddress
      readonly isRight: (row: Row, address: AddressHit['address']) => boolean
    }
  | { readonly company: (row: Row) => GivenCompany; readonly ico: (row: Row) => string }
)

const schoolNumber = ({ id = '' }: Row): string => id.replace(/^0(?=\d{8}$)/, '')

export const PUBLIC_LISTS: readonly PublicList[] = [
  {
    name: 'pharmacies, by address (petrsovadina/SUKL-mcp a52c978)',
    file: 'lekarny_seznam.csv',
    country: 'cz',
    given: ({ ULICE, MESTO, PSC }) => ({ street: ULICE!, town: MESTO!, postcode: PSC! }),
    isRight: ({ ULICE, MESTO, PSC }, address) => isSameByLetters(ULICE!, MESTO!, PSC!, address),
  },
  {
    name: 'cash machines, by address (matopeto/fio-pebble)',
    file: 'atms.json',
    country: 'cz',
    given: ({ address, city }) => ({ street: address!, town: city! }),
    isRight: ({ lat, long }, address) => metresBetween(Number(lat), Number(long), address) < 300,
  },
  {
    name: 'schools, by name and address (trojsten/skoly)',
    file: 'schools.csv',
    country: 'sk',
    company: (row) => ({ name: row.official_name!, town: row.official_address! }),
    ico: schoolNumber,
  },
  {
    name: 'schools, by name and town',
    file: 'schools.csv',
    country: 'sk',
    company: (row) => ({ name: row.official_name!, town: row.official_address!.split(', ').at(-1)! }),
    ico: schoolNumber,
  },
  {
    name: 'suppliers, by name (slovak-egov/CRZ-scraper)',
    file: 'companies.csv',
    country: 'sk',
    company: (row) => ({ name: row.Nazov! }),
    ico: ({ ICO = '' }) => ICO.padStart(8, '0'),
  },
]

/** A number, the postal code or town, and a word of the street or part, as they stand in the list. */
function isSameByLetters(line: string, town: string, postcode: string, address: AddressHit['address']): boolean {
  const [text, place] = [foldLetters(line), foldLetters(town)]
  const numbers = new Set(text.match(/\d+/g))
  const { registrationNumber, orientationNumber, evidenceNumber, street, municipality, municipalityPart } = address
  const hasNumber = [registrationNumber, orientationNumber, evidenceNumber].some((one) => one && numbers.has(one))
  const isPlace = [municipality, municipalityPart].some((one) => one && place.startsWith(foldLetters(one)))
  const words = [street, municipality, municipalityPart].flatMap((one) => foldLetters(one ?? '').split(/\W+/))
  const isNamed = street === null || words.some((word) => 2 < word.length && text.includes(word.slice(0, 5)))
  return hasNumber && isNamed && (isPlace || address.postalCode === postcode)
}

function metresBetween(latitude: number, longitude: number, address: AddressHit['address']): number {
  const [down, right] = [latitude - (address.latitude ?? 0), longitude - (address.longitude ?? 0)]
  return 111_000 * Math.hypot(down, right * Math.cos((latitude * Math.PI) / 180))
}

export interface ListedRow {
  readonly given: object
  /** False: the release has no record that could be found. */
  readonly isInRegister: boolean
  readonly status: string
  readonly score: number
  readonly picked: string | undefined
  readonly isRight: boolean
}

/** Cleans each row of a list of this folder; undefined if the folder or the release lacks it. */
export async function cleanPublicList(
  release: Release,
  dir: string,
  list: PublicList,
): Promise<ListedRow[] | undefined> {
  const path = join(dir, list.file)
  if (!existsSync(path)) return undefined
  const rows = list.file.endsWith('.json') ? (JSON.parse(readFileSync(path, 'utf8')) as Row[]) : await readList(path)
  return 'given' in list ? cleanAddresses(release, rows, list) : cleanCompanies(release, rows, list)
}

async function readList(path: string): Promise<Row[]> {
  const format = await detectFormat(path)
  const rows: Row[] = []
  for await (const { fields, isHeader } of readRows(format))
    if (!isHeader && fields?.length === format.columns.length)
      rows.push(Object.fromEntries(format.columns.map((column, i) => [column, fields[i]!])))
  return rows
}

function cleanAddresses(
  release: Release,
  rows: readonly Row[],
  { country, given, isRight }: Extract<PublicList, { given: unknown }>,
): ListedRow[] | undefined {
  const index = release.addressIndex(country)
  if (index === undefined) return undefined
  const search = new AddressSearch(index)
  const byTown = Map.groupBy(rows.keys(), (i) => foldLetters(given(rows[i]!).town!).split(/ ?- ?| \d/, 1)[0]!)
  const inRegister = new Set<number>()
  for (let row = 0; row < index.columns.length; row++) {
    const address = index.columns.at(row)
    for (const i of byTown.get(foldLetters(address.municipality)) ?? [])
      if (!inRegister.has(i) && isRight(rows[i]!, address)) inRegister.add(i)
  }
  return rows.map((row, i) => {
    const { status, score, best } = askAddresses([search], given(row))
    const hit = isCertain(status) ? best!.hit : undefined
    return {
      given: given(row),
      isInRegister: inRegister.has(i),
      status,
      score,
      picked: hit && best!.key,
      isRight: hit !== undefined && isRight(row, hit.address),
    }
  })
}

function cleanCompanies(
  release: Release,
  rows: readonly Row[],
  { country, company, ico }: Extract<PublicList, { company: unknown }>,
): ListedRow[] | undefined {
  const index = release.explainableCompanyIndex(country)
  if (index === undefined) return undefined
  const search = new CompanySearch(index)
  const living = new Set<string>()
  for (let row = 0; row < index.columns.length; row++) {
    const { ico, status } = index.columns.at(row)
    if (ico !== null && status === null) living.add(ico)
  }
  return rows.map((row) => {
    const { status, score, best, candidates } = askCompanies([{ country, index, search }], company(row))
    const picked = isCertain(status) ? (best ?? candidates[0])?.row.ico : undefined
    return {
      given: company(row),
      isInRegister: living.has(ico(row)),
      status,
      score,
      picked: picked ?? undefined,
      isRight: picked === ico(row),
    }
  })
}
