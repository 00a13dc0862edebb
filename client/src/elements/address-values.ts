import type { Address } from '../index.ts'

export const ADDRESS_FIELDS = [
  'address',
  'street-line',
  'street',
  'number',
  'postcode',
  'town',
  'part',
  'district',
  'county',
  'region',
  'country',
  'latitude',
  'longitude',
  'id',
] as const

export type AddressField = (typeof ADDRESS_FIELDS)[number]

/** What a form wants to know of an address. Unknown is ''. */
export function listAddressValues({ id, name, country, address }: Address): Record<AddressField, string> {
  const { coordinates } = address
  return {
    address: name,
    ...listStreetValues(address),
    district: address.district ?? '',
    county: address.county ?? '',
    region: address.region ?? '',
    country: country.toUpperCase(),
    latitude: `${coordinates?.latitude ?? ''}`,
    longitude: `${coordinates?.longitude ?? ''}`,
    id,
  }
}

interface StreetParts {
  readonly street?: string | null
  readonly municipality?: string | null
  readonly municipality_part?: string | null
  readonly postal_code?: string | null
  readonly registration_number?: string | null
  readonly evidence_number?: string | null
  readonly orientation_number?: string | null
  readonly orientation_letter?: string | null
}

/** In a village without streets, its part or the village itself takes the place of the street. */
export function listStreetValues(parts: StreetParts, otherNumber?: string | null) {
  const number = formatHouseNumber(parts) || (otherNumber ?? '')
  const street = parts.street ?? (number && (parts.municipality_part ?? parts.municipality)) ?? ''
  return {
    'street-line': `${street} ${number}`.trim(),
    street,
    number,
    postcode: parts.postal_code ?? '',
    town: parts.municipality ?? '',
    part: parts.municipality_part ?? '',
  }
}

/** `5346/1B`, `142`, `1B`, `č.ev. 20` */
function formatHouseNumber(parts: StreetParts): string {
  const building = parts.registration_number ?? (parts.evidence_number ? `č.ev. ${parts.evidence_number}` : null)
  const entrance = parts.orientation_number ? parts.orientation_number + (parts.orientation_letter ?? '') : null
  return [building, entrance].filter(Boolean).join('/')
}
