import type { Address, AddressComponents } from '../api-types.ts'
import type { Values } from './fill-fields.ts'

/** The components of the API, and what forms want besides. */
export type AddressField =
  | Exclude<keyof AddressComponents, 'coordinates'>
  | keyof ReturnType<typeof listStreetValues>
  | ('id' | 'address' | 'country' | 'latitude' | 'longitude')

/** What a form can be filled with. */
export function listAddressValues({ id, name, country, address: { coordinates, ...components } }: Address): Values {
  const form = { ...listStreetValues(components), id, address: name, country: country.toUpperCase() }
  return { ...components, ...form, latitude: coordinates?.latitude, longitude: coordinates?.longitude }
}

/** In a village without streets, its part or the village itself takes the place of the street. */
export function listStreetValues(parts: AddressComponents, otherNumber?: string | null) {
  const number = formatHouseNumber(parts) || (otherNumber ?? '')
  const street = parts.street ?? (number && (parts.municipality_part ?? parts.municipality)) ?? ''
  const town = parts.municipality ?? ''
  return { 'street-line': `${street} ${number}`.trim(), street, number, postcode: parts.postal_code ?? '', town }
}

/** `5346/1B`, `142`, `1B`, `č.ev. 20` */
function formatHouseNumber(parts: AddressComponents): string {
  const { registration_number: registration, evidence_number: evidence, orientation_number: orientation } = parts
  const building = registration ?? (evidence && `č.ev. ${evidence}`)
  return [building, orientation && orientation + (parts.orientation_letter ?? '')].filter(Boolean).join('/')
}

/** Whether a text is that of the house with more behind it. A digit, a letter or a slash makes another number of it. */
export function isBehind(house: string, text: string): boolean {
  return text.startsWith(house) && !/^[\p{L}\p{N}/]/u.test(text.slice(house.length))
}
