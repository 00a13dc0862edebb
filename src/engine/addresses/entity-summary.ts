import type { Address } from '../../records/address.ts'
import type { AddressEntity, EntityKind } from './address-entities.ts'
import { PLACE_TEXTS, SPOT_TEXTS, type SpotField } from './address-fields.ts'
import type { SpotTable } from './spot-table.ts'

/** Each has a bit, by its place here, that says "its points differ in this". */
const FIELDS: readonly SpotField[] = [...PLACE_TEXTS, ...SPOT_TEXTS]

/** The fields by which the entity is what it is: shown whatever its points say. */
const NAMED_BY: Readonly<Record<EntityKind, readonly SpotField[]>> = {
  street: ['municipality', 'street'],
  municipality: ['municipality'],
  part: ['municipality', 'municipalityPart'],
}
/** Where the entity's own name stands. */
export const NAME_FIELDS = { street: 'street', municipality: 'municipality', part: 'municipalityPart' } as const

/** How an entity is shown: as its largest spot, without what its points do not share. */
export interface EntitySummary {
  readonly spot: number
  readonly hiddenFields: number
}

export function summarizeEntity(spots: SpotTable, entity: AddressEntity): EntitySummary {
  const spot = findLargestSpot(spots, entity)
  let hiddenFields = 0
  for (const [bit, field] of FIELDS.entries()) {
    if (NAMED_BY[entity.kind].includes(field)) continue
    if (isDifferent(spots.numbers(field), spot, entity.spots) || isForeign(spots, entity, spot, field)) {
      hiddenFields |= 1 << bit
    }
  }
  return { spot, hiddenFields }
}

/** Of equal ones the first. */
function findLargestSpot(table: SpotTable, { kind, name, spots }: AddressEntity): number {
  let largest = -1
  for (const spot of spots) {
    if (0 <= largest && table.pointsOf[spot]! <= table.pointsOf[largest]!) continue
    if (table.name(spot, NAME_FIELDS[kind]) === name) largest = spot
  }
  return largest
}

function isDifferent(numbers: Uint32Array, spot: number, spots: readonly number[]): boolean {
  if (spots.length === 1) return false
  const shown = numbers[spot]
  for (const other of spots) if (numbers[other] !== shown) return true
  return false
}

/** A place is no street; and a municipality that has one part is not the part, unless both have one name. */
function isForeign(spots: SpotTable, { kind, name }: AddressEntity, spot: number, field: SpotField): boolean {
  if (kind === 'street') return false
  if (field === 'street' || field === 'streetId') return true
  const ofPart = field === 'municipalityPart' || field === 'municipalityPartCode'
  return kind === 'municipality' && ofPart && spots.name(spot, 'municipalityPart') !== name
}

export function removeHiddenFields(address: Address, hiddenFields: number): Address {
  const shown: Record<string, unknown> = { ...address }
  for (const [bit, field] of FIELDS.entries()) if ((hiddenFields & (1 << bit)) !== 0) shown[field] = null
  return shown as unknown as Address
}
