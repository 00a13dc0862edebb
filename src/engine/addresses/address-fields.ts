import type { Address } from '../../records/address.ts'
import type { FileKind } from '../../stdx/section-file.ts'

export const ADDRESS_COLUMNS: FileKind = { kind: 'address-columns', format: 3, remedy: 'regista publish' }

/** The texts of a point that belong to its place. Millions of points share a few ten thousand combinations. */
export const PLACE_TEXTS = [
  'municipality',
  'municipalityCode',
  'municipalityPart',
  'municipalityPartCode',
  'district',
  'districtCode',
  'postalDistrict',
  'county',
  'countyCode',
  'region',
  'regionCode',
] as const satisfies readonly (keyof Address)[]

/**
 * The texts that points of one street in one place share. Place, street and postal code are a spot; there are ten times
 * fewer spots than points.
 */
export const SPOT_TEXTS = ['street', 'streetId', 'postalCode'] as const satisfies readonly (keyof Address)[]

/** A field's position here is its bit in a set of hidden fields. */
export const SPOT_FIELDS: readonly SpotField[] = [...PLACE_TEXTS, ...SPOT_TEXTS]

export type SpotField = (typeof PLACE_TEXTS)[number] | (typeof SPOT_TEXTS)[number]

/** Degrees are stored in units of 1e-7, about a centimetre: the precision of the sources. */
export const DEGREE = 1e7
export const NO_DEGREE = -0x8000_0000
