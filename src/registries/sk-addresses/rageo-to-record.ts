import {
  arrayField,
  FieldError,
  isJsonObject,
  type JsonObject,
  objectField,
  textField,
} from '../../stdx/json-fields.ts'
import { quoteValue } from '../../stdx/row-problem.ts'
import { dayOrNone, type Missing } from '../lost-values.ts'
import { type AddressOutcome, NO_HOUSE_NUMBER } from './outcome.ts'
import { boundsOf, isInside, parseKey, readHouse } from './parse-values.ts'

/** A feature may also be of another region than its file: then it is not the feature that is wrong, but the file. */
export type FeatureOutcome = AddressOutcome | { readonly outcome: 'other_region'; readonly region: string }

/**
 * A feature of RAGEO. Beware of its words: `district` is the part of the municipality (časť obce), `lau1` the county
 * (okres), `nuts3` the region (kraj), and `ico` belongs to the publisher.
 */
export function rageoToRecord(feature: unknown, region: string): FeatureOutcome {
  if (!isJsonObject(feature)) return { outcome: 'reject', key: null, field: 'feature', reason: 'is not an object' }
  let key: string | null = null
  try {
    const properties = objectField(feature, 'properties')
    if (properties === null) throw new FieldError('properties', 'is missing')
    key = textField(properties, 'identifier')
    const found = needed(properties, 'nuts3_id')
    if (found !== region) return { outcome: 'other_region', region: found }
    return toOutcome(feature, properties, region)
  } catch (error) {
    if (!(error instanceof FieldError)) throw error
    return { outcome: 'reject', key, field: error.field, reason: error.reason }
  }
}

function toOutcome(feature: JsonObject, properties: JsonObject, region: string): AddressOutcome {
  const lost: string[] = []
  const missing: Missing = (label) => lost.push(label)
  const key = parseKey(needed(properties, 'identifier'), 'identifier', missing)
  const house = readHouse((name) => textField(properties, name), HOUSE, missing)
  if (house === undefined) return NO_HOUSE_NUMBER
  // `2020-07-14Z` is that day.
  const validFrom = dayOrNone(textField(properties, 'validfrom')?.replace(/Z$/, '') ?? null, 'validfrom', missing)
  return {
    outcome: 'record',
    key,
    missing: lost,
    address: {
      country: 'sk',
      street: textField(properties, 'streetname'),
      streetId: textField(properties, 'street_id'),
      municipality: needed(properties, 'lau2_name'),
      municipalityCode: textField(properties, 'lau2_id'),
      municipalityPart: textField(properties, 'district_name'),
      municipalityPartCode: textField(properties, 'district_id'),
      ...house,
      county: textField(properties, 'lau1_name'),
      countyCode: textField(properties, 'lau1_id'),
      region: textField(properties, 'nuts3_name'),
      regionCode: region,
      ...coordinates(objectField(feature, 'geometry')),
      validFrom,
    },
  }
}

const HOUSE = {
  registration: 'propertyregistrationnumber',
  orientation: 'orientationnumber',
  postalCode: 'postalcode',
  absent: 'missing',
} as const

function needed(properties: JsonObject, name: string): string {
  const value = textField(properties, name)
  if (value === null) throw new FieldError(name, 'is missing')
  return value
}

/** Longitude first, as GeoJSON has it. No geometry: the point was not measured. */
function coordinates(geometry: JsonObject | null): { latitude: number | null; longitude: number | null } {
  if (geometry === null) return { latitude: null, longitude: null }
  if (geometry.type !== 'Point') throw new FieldError('geometry.type', 'is not Point')
  const [longitude, latitude] = arrayField(geometry, 'coordinates', 'geometry.')
  return { latitude: degrees(latitude, 'latitude'), longitude: degrees(longitude, 'longitude') }
}

function degrees(value: unknown, axis: 'latitude' | 'longitude'): number {
  if (typeof value === 'number' && isInside(axis, value)) return value
  const found = value === undefined ? `lacks the ${axis}` : `holds ${quoteValue(String(value))}`
  throw new FieldError('geometry.coordinates', `${found}; ${boundsOf(axis)}`)
}
