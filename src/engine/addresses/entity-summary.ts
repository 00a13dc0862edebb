import type { AddressEntity, EntityKind } from './address-entities.ts'
import { SPOT_FIELDS, type SpotField } from './address-fields.ts'
import type { SpotTable } from './spot-table.ts'

/** The fields that identify the entity are never hidden. */
const NAMED_BY: Readonly<Record<EntityKind, readonly SpotField[]>> = {
  street: ['municipality', 'street'],
  municipality: ['municipality'],
  part: ['municipality', 'municipalityPart'],
}
/** The field with the entity's own name. */
export const NAME_FIELDS = { street: 'street', municipality: 'municipality', part: 'municipalityPart' } as const

/** An entity is shown as its largest spot, without the fields in which its points differ. */
export interface EntitySummary {
  readonly spot: number
  /** By their bits in `SPOT_FIELDS`. */
  readonly hiddenFields: number
}

export function summarizeEntity(spots: SpotTable, entity: AddressEntity): EntitySummary {
  const spot = findLargestSpot(spots, entity)
  let hiddenFields = 0
  for (const [bit, field] of SPOT_FIELDS.entries()) {
    if (NAMED_BY[entity.kind].includes(field)) continue
    if (isDifferent(spots.numbers(field), spot, entity.spots) || isForeign(spots, entity, spot, field)) {
      hiddenFields |= 1 << bit
    }
  }
  return { spot, hiddenFields }
}

/** The first one, if several are equally large. */
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

/** A place hides the street. A municipality hides its only part, unless both have the same name. */
function isForeign(spots: SpotTable, { kind, name }: AddressEntity, spot: number, field: SpotField): boolean {
  if (kind === 'street') return false
  if (field === 'street' || field === 'streetId') return true
  const ofPart = field === 'municipalityPart' || field === 'municipalityPartCode'
  return kind === 'municipality' && ofPart && spots.name(spot, 'municipalityPart') !== name
}
