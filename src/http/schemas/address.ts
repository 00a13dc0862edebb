import Type, { type Static } from 'typebox'
import { nullableText } from './nullable.ts'
import { strictObject } from './strict-object.ts'
import { CountryWord, Hex32 } from './words.ts'

const component = () => Type.Optional(nullableText())

const Coordinates = strictObject({
  latitude: Type.Number({ minimum: -90, maximum: 90 }),
  longitude: Type.Number({ minimum: -180, maximum: 180 }),
  crs: Type.Literal('OGC:CRS84'),
  source: Type.Optional(strictObject({})),
})

export const AddressComponents = strictObject(
  {
    source_id: component(),
    street: component(),
    street_id: component(),
    municipality: component(),
    municipality_code: component(),
    municipality_part: component(),
    municipality_part_code: component(),
    postal_code: component(),
    post_office: component(),
    registration_number: component(),
    evidence_number: component(),
    house_number_type: component(),
    house_number: component(),
    orientation_number: component(),
    orientation_letter: component(),
    district: component(),
    district_code: component(),
    county: component(),
    county_code: component(),
    region: component(),
    region_code: component(),
    building_id: component(),
    coordinates: Type.Optional(Type.Union([Coordinates, Type.Null()])),
  },
  { title: 'AddressComponents' },
)

export const Address = strictObject(
  {
    id: Hex32,
    country: CountryWord,
    name: Type.String({ description: 'The address in one line.' }),
    address: AddressComponents,
    source: strictObject({ code: Type.String(), id: Type.String(), url: Type.String(), attribution: Type.String() }),
    updated_at: nullableText(),
  },
  { title: 'Address', description: 'An address point. Without a typed house number also a street or a place.' },
)
export type Address = Static<typeof Address>
