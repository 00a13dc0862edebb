import type { Address } from './address.ts'
import type { Seat } from './company.ts'
import type { Country } from './country.ts'

/** Address of a point in one line: `Ružinovská 5346/1B, 82102 Bratislava-Ružinov`, `Mánesova 2764/10, Královo Pole, 61200 Brno`. */
export function formatAddress(a: Address): string {
  if (isWholeMunicipality(a)) return a.municipality
  return formatLine({
    country: a.country,
    street: a.street,
    part: a.municipalityPart,
    municipality: a.municipality,
    postalName: a.postalDistrict ?? a.municipality,
    number: formatNumber(a),
    postalCode: a.postalCode,
  })
}

/** Suggested before a number is typed, as are streets ("Hlavná, 04001 Košice") and parts ("Líšeň, 62800 Brno"). An address point has a number. */
function isWholeMunicipality(a: Address): boolean {
  const isPlace = a.street === null && formatNumber(a) === null
  return isPlace && (a.municipalityPart === null || a.municipalityPart === a.municipality)
}

/**
 * Seat of a company in one line, or '' if the source gives none. The register's own text counts unless both street and town are known apart: a street
 * without its town, or a town alone, says less.
 */
export function formatSeat(country: Country, seat: Seat): string {
  const number = formatNumber(seat) ?? seat.buildingNumber
  if (seat.unstructured !== null && (seat.municipality === null || seat.street === null)) return seat.unstructured
  if (seat.municipality === null && seat.street === null) return ''
  const line = formatLine({
    country,
    street: seat.street,
    part: seat.municipalityPart,
    municipality: seat.municipality,
    postalName: seat.municipality,
    number,
    postalCode: seat.postalCode,
  })
  return isAbroad(country, seat) ? `${line}, ${seat.country}` : line
}

interface Line {
  readonly country: Country
  readonly street: string | null
  readonly part: string | null
  readonly municipality: string | null
  readonly postalName: string | null
  readonly number: string | null
  readonly postalCode: string | null
}

/** In a place without streets the part, or the municipality itself, stands where the street would. Czech lines name the part of a town. */
function formatLine(line: Line): string {
  const road = line.street ?? line.part ?? line.municipality
  const first = joinPresent(' ', road, line.number)
  const named = line.country === 'cz' && line.street !== null && line.part !== null && line.part !== line.municipality
  return joinPresent(', ', first, named ? line.part : null, joinPresent(' ', line.postalCode, line.postalName))
}

interface Numbers {
  readonly registrationNumber: string | null
  readonly evidenceNumber: string | null
  readonly orientationNumber: string | null
  readonly orientationLetter: string | null
}

/** `5346/1B`, `142`, `1B`, `č.ev. 20`, `č.ev. 7/3` */
function formatNumber(numbers: Numbers): string | null {
  const evidence = numbers.evidenceNumber === null ? null : `č.ev. ${numbers.evidenceNumber}`
  const orientation =
    numbers.orientationNumber === null ? null : `${numbers.orientationNumber}${numbers.orientationLetter ?? ''}`
  const text = joinPresent('/', numbers.registrationNumber ?? evidence, orientation)
  return text === '' ? null : text
}

const HOME_COUNTRY_CODES: Readonly<Record<Country, string>> = { sk: '703', cz: '203' }

function isAbroad(country: Country, seat: Seat): boolean {
  return seat.country !== null && seat.countryCode !== null && seat.countryCode !== HOME_COUNTRY_CODES[country]
}

function joinPresent(separator: string, ...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join(separator)
}
