import type { Address } from '../../records/address.ts'
import type { FileKind } from '../../stdx/section-file.ts'

export const ADDRESS_COLUMNS: FileKind = { kind: 'address-columns', format: 3, remedy: 'regista publish' }

/** Texts of a point that belong to its place: a few ten thousand combinations stand for millions of points. */
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

/** What points of one street in one place share. Place, street and postal code together are a spot: a tenth as many as points. */
export const SPOT_TEXTS = ['street', 'streetId', 'postalCode'] as const satisfies readonly (keyof Address)[]

export type SpotField = (typeof PLACE_TEXTS)[number] | (typeof SPOT_TEXTS)[number]

/** Degrees as whole numbers of 1e-7: about a centimetre, and all that the sources give. */
export const DEGREE = 1e7
export const NO_DEGREE = -0x8000_0000
