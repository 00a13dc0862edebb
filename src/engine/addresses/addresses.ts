/** Address points in memory: their columns, the index over them, and how both are built. */
export { AddressColumns } from './address-columns.ts'
export { AddressColumnsBuilder } from './address-columns-builder.ts'
export { DEGREE, NO_DEGREE } from './address-fields.ts'
export { AddressIndex, type SharedAddressIndex } from './address-index.ts'
export { buildAddressIndex } from './build-address-index.ts'
export type { NumberRange, NumberTable } from './number-table.ts'
export { type PointMunicipality, type SeatPoint, SeatPoints } from './seat-points.ts'
export { findUnorderedNames } from './unordered-names.ts'
