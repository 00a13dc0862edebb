import type { Address } from '../../records/address.ts'
import type { AddressColumns } from './address-columns.ts'
import type { AddressEntity, EntityKind } from './address-entities.ts'
import { PLACE_TEXTS, SPOT_TEXTS, type SpotField } from './address-fields.ts'
import { foldedName } from './place-identity.ts'

/** Each has a bit, by its place here, that says "its points differ in this". */
const FIELDS: readonly SpotField[] = [...PLACE_TEXTS, ...SPOT_TEXTS]

/** The fields by which the entity is what it is: shown whatever its points say. */
const NAMED_BY: Readonly<Record<EntityKind, readonly SpotField[]>> = {
  street: ['municipality', 'street'],
  municipality: ['municipality'],
  part: ['municipality', 'municipalityPart'],
}
const FIELD_OF_NAME = { street: 'street', municipality: 'municipality', part: 'municipalityPart' } as const

/** How an entity is shown: as its largest spot, without what its points do not share. */
export interface ShownEntity {
  readonly spot: number
  readonly hiddenFields: number
}

export function shownEntity(columns: AddressColumns, entity: AddressEntity, pointsOfSpot: Uint32Array): ShownEntity {
  const spot = largestSpot(columns, entity, pointsOfSpot)
  let hiddenFields = 0
  for (const [bit, field] of FIELDS.entries()) {
    if (NAMED_BY[entity.kind].includes(field)) continue
    const shown = columns.spotTextNumber(spot, field)
    const differs = entity.spots.some((other) => columns.spotTextNumber(other, field) !== shown)
    if (differs || isForeign(columns, entity, spot, field)) hiddenFields |= 1 << bit
  }
  return { spot, hiddenFields }
}

/** Of equal ones the first. */
function largestSpot(columns: AddressColumns, { kind, name, spots }: AddressEntity, pointsOfSpot: Uint32Array): number {
  let largest = -1
  for (const spot of spots) {
    if (0 <= largest && pointsOfSpot[spot]! <= pointsOfSpot[largest]!) continue
    if (foldedName(columns.spotText(spot, FIELD_OF_NAME[kind])) === name) largest = spot
  }
  return largest
}

/** A place is no street; and a municipality that has one part is not the part, unless both have one name. */
function isForeign(columns: AddressColumns, { kind, name }: AddressEntity, spot: number, field: SpotField): boolean {
  if (kind === 'street') return false
  if (field === 'street' || field === 'streetId') return true
  const ofPart = field === 'municipalityPart' || field === 'municipalityPartCode'
  return kind === 'municipality' && ofPart && foldedName(columns.spotText(spot, 'municipalityPart')) !== name
}

export function withoutHidden(address: Address, hiddenFields: number): Address {
  const shown: Record<string, unknown> = { ...address }
  for (const [bit, field] of FIELDS.entries()) if ((hiddenFields & (1 << bit)) !== 0) shown[field] = null
  return shown as unknown as Address
}
