import {
  describe,
  literal,
  nullableText,
  number,
  optional,
  orNull,
  strictObject,
  text,
  type ValueOf,
} from './schema.ts'
import { CountryWord, RecordId } from './words.ts'

const component = (description: string) => optional(nullableText({ description }))

const Coordinates = strictObject({
  latitude: number({ minimum: -90, maximum: 90, description: 'Degrees north, WGS 84.' }),
  longitude: number({ minimum: -180, maximum: 180, description: 'Degrees east, WGS 84.' }),
  crs: literal('OGC:CRS84', { description: 'The reference system: WGS 84, longitude first.' }),
  source: optional(strictObject({}, { description: 'Reserved. Never sent at present.' })),
})

export const AddressComponents = strictObject(
  {
    source_id: component('The number of the address point in its register. Null for a street or a place.'),
    street: component('The street, without a number. Null where houses have none, as in most villages.'),
    street_id: component('The number of the street in its register. Null if the register has none.'),
    municipality: component(
      'The municipality (obec). Bratislava and Košice appear as their city parts: `Bratislava-Ružinov`.',
    ),
    municipality_code: component('Slovakia: LAU 2 code, as `SK0321500308`. Czechia: the code of RÚIAN, six digits.'),
    municipality_part: component(
      'The part of the municipality (časť obce, část obce). Often equal to it. Where there is no street, the houses are numbered in it.',
    ),
    municipality_part_code: component('The code of the part in its register. Null if the register has none.'),
    postal_code: component('Five digits without a space: `82102`. Null for some Slovak addresses.'),
    post_office: component('Always null: the registers do not name the post office.'),
    registration_number: component(
      'The number in the municipality or its part (súpisné číslo, číslo popisné). The part before the slash.',
    ),
    evidence_number: component(
      'Only Czechia: the number of a building without a registration number, as a cottage (číslo evidenční). It is written `č.ev. 20`.',
    ),
    house_number_type: component(
      'Only Czechia: `č.p.` if house_number is the registration number, `č.ev.` if it is the evidence number.',
    ),
    house_number: component('Only Czechia: the registration or the evidence number, as house_number_type says.'),
    orientation_number: component(
      'The number in the street (orientačné číslo, číslo orientační), without its letter. The part behind the slash.',
    ),
    orientation_letter: component('The letter of the orientation number: `B` of `5346/1B`.'),
    district: component('Only Czechia: the city district (městská část, městský obvod), in cities that have them.'),
    district_code: component('Only Czechia: the code of the city district.'),
    county: component('The county (okres). Null in Praha, which has none.'),
    county_code: component('Slovakia: LAU 1 code, as `SK0321`. Czechia: the code of RÚIAN.'),
    region: component('The region (kraj).'),
    region_code: component('Slovakia: NUTS 3 code, as `SK032`. Czechia: the code of RÚIAN.'),
    building_id: component('Always null: the imported files do not have it.'),
    coordinates: optional(
      orNull(Coordinates, {
        description:
          'The position. A street or place has that of one of its houses. Null if the register does not say.',
      }),
    ),
  },
  {
    title: 'AddressComponents',
    description:
      'The parts of an address. A part that the register does not have is null. See *Filling in a form* for the lines of a letter.',
  },
)

export const Address = strictObject(
  {
    id: RecordId,
    country: describe(CountryWord, 'The country of the address.'),
    name: text({
      description:
        'The address in one line, for the list: `Ružinovská 5346/1B, 82102 Bratislava-Ružinov`. In Praha it ends with the postal district: `17000 Praha 7`.',
    }),
    address: AddressComponents,
    source: strictObject(
      {
        code: text({ description: 'The register: `ra` in Slovakia, `ruian` in Czechia.' }),
        id: text({ description: 'The key of the record in the register; of a street or place, one of ours.' }),
        url: text({ description: 'A page about the record; of a street or place, that of the register.' }),
        attribution: text({ description: 'The text to show with the data where the licence demands it.' }),
      },
      { description: 'The register that the record comes from.' },
    ),
    updated_at: nullableText({
      description: 'The day from which the address point is valid, `2026-01-11`. Null if it is unknown.',
    }),
  },
  { title: 'Address', description: 'An address point. Without a typed house number also a street or a place.' },
)
export type Address = ValueOf<typeof Address>
