import type { Address } from './address.ts'
import type { Seat } from './company.ts'
import { COUNTRY_CODES, type Country } from './country.ts'

/** Precedes the number of a building without a registration number. */
export const EVIDENCE_LABEL = 'č.ev. '

/** One line: `Ružinovská 5346/1B, 82102 Bratislava-Ružinov`, `Mánesova 2764/10, Královo Pole, 61200 Brno`. */
export function formatAddress(a: Address, evidenceLabel = EVIDENCE_LABEL): string {
  if (isWholeMunicipality(a)) return a.municipality
  return formatLine({
    country: a.country,
    street: a.street,
    part: a.municipalityPart,
    municipality: a.municipality,
    postalName: a.postalDistrict ?? a.municipality,
    number: formatNumber(a, evidenceLabel),
    postalCode: a.postalCode,
  })
}

/** Municipalities are suggested before a number is typed, as are streets and parts. An address point has a number. */
function isWholeMunicipality(a: Address): boolean {
  const isPlace = a.street === null && formatNumber(a) === null
  return isPlace && (a.municipalityPart === null || a.municipalityPart === a.municipality)
}

/**
 * The seat of a company in one line, or '' if the source has none. The register's own text is used unless street and
 * town are both known.
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

/**
 * Without streets, the part or the municipality takes the place of the street. Czech lines name the part of a town. A
 * municipality alone is named once.
 */
function formatLine(line: Line): string {
  const road = line.street ?? line.part ?? line.municipality
  const first = joinPresent(' ', road, line.number)
  const named = line.country === 'cz' && line.street !== null && line.part !== null && line.part !== line.municipality
  const last = joinPresent(' ', line.postalCode, line.postalName)
  return first === last ? last : joinPresent(', ', first, named ? line.part : null, last)
}

interface Numbers {
  readonly registrationNumber: string | null
  readonly evidenceNumber: string | null
  readonly orientationNumber: string | null
  readonly orientationLetter: string | null
}

/** `5346/1B`, `142`, `1B`, `č.ev. 20`, `č.ev. 7/3` */
export function formatNumber(numbers: Numbers, evidenceLabel = EVIDENCE_LABEL): string | null {
  const evidence = numbers.evidenceNumber === null ? null : evidenceLabel + numbers.evidenceNumber
  const orientation =
    numbers.orientationNumber === null ? null : `${numbers.orientationNumber}${numbers.orientationLetter ?? ''}`
  const text = joinPresent('/', numbers.registrationNumber ?? evidence, orientation)
  return text === '' ? null : text
}

function isAbroad(country: Country, seat: Seat): boolean {
  return seat.country !== null && seat.countryCode !== null && seat.countryCode !== COUNTRY_CODES[country]
}

/** Texts that are neither null nor empty. */
function joinPresent(separator: string, ...parts: readonly (string | null)[]): string {
  let line = ''
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i]
    if (part) line = line === '' ? part : line + separator + part
  }
  return line
}
