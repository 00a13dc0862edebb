import type { AddressColumns } from '../engine/addresses/addresses.ts'
import type { Country } from '../records/country.ts'
import { Release, type ReleaseFolder } from '../release/release.ts'

/** Records of the demo's release that its examples search for. */
export interface CountryExamples {
  readonly company: { readonly name: string; readonly ico: string }
  readonly street: string
  /** A street with a house number. */
  readonly house: string
  /** The same house by beginnings of words, with its municipality: `hla 12 kos`. */
  readonly begun: string
}

export type Examples = Readonly<Record<Country, CountryExamples>>

interface Columns<Row> {
  readonly length: number
  at(index: number): Row
}

/** The legal form of a limited company in both countries. Its name is a word that a person would type. */
const LIMITED = '112'

export function findExamples(folder: ReleaseFolder, id: string): Examples {
  using release = Release.open(folder.path(id))
  return { sk: findInCountry(release, 'sk'), cz: findInCountry(release, 'cz') }
}

function findInCountry(release: Release, country: Country): CountryExamples {
  const company = findFirst(
    release.companyColumns(country),
    ({ status, ico, legalFormCode }) => status === null && ico !== null && legalFormCode === LIMITED,
  )
  const points = release.addressColumns(country)
  const [street = 'Hlavná', other = street] = findCommonStreets(points)
  const house = findFirst(points, (point) => point.street === street && point.orientationNumber !== null)
  const number = house?.orientationNumber ?? 1
  return {
    company: { name: company?.name ?? 'a', ico: company?.ico ?? '00000000' },
    street: other,
    house: `${street} ${number}`,
    begun: `${begin(street)} ${number} ${begin(house?.municipality ?? '')}`.trim(),
  }
}

/** The letters of a word that a person types. */
function begin(name: string): string {
  return name.slice(0, 3).toLowerCase()
}

/** The names of streets, the most frequent first: people know them, and they are in many towns. */
function findCommonStreets(points: AddressColumns | undefined): string[] {
  const counts = new Map<string, number>()
  for (const spot of points?.spots ?? []) {
    const street = points!.spotText(spot, 'street')
    if (street !== null) counts.set(street, (counts.get(street) ?? 0) + 1)
  }
  return [...counts].sort(([, one], [, other]) => other - one).map(([street]) => street)
}

export function findFirst<Row>(columns: Columns<Row> | undefined, isWanted: (row: Row) => boolean): Row | undefined {
  for (let i = 0; i < (columns?.length ?? 0); i++) {
    const row = columns!.at(i)
    if (isWanted(row)) return row
  }
  return undefined
}
