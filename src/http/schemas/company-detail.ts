import Type, { type Static } from 'typebox'
import { nullableEnum, nullableText, stringEnum } from './nullable.ts'
import { strictObject } from './strict-object.ts'
import { CountryWord, Hex32, Hex64 } from './words.ts'

export const CompanyRegistryCode = Type.Union(
  [strictObject({ code: nullableText(), name: nullableText(), codelist: nullableText() }), Type.Null()],
  {
    title: 'CompanyRegistryCode',
    description: 'A code from a code list of a register, with its name. Null if the register has none.',
  },
)

const AddressOfCompany = strictObject({
  formatted: nullableText(),
  components: strictObject({
    street: nullableText(),
    municipality: nullableText(),
    municipality_part: nullableText(),
    municipality_code: nullableText(),
    registration_number: nullableText(),
    evidence_number: nullableText(),
    orientation_number: nullableText(),
    orientation_letter: nullableText(),
    building_number: nullableText(),
    postal_code: nullableText(),
    country: nullableText(),
    country_code: nullableText(),
    address_id: nullableText(),
    formatted: nullableText(),
  }),
})

const Identifier = strictObject({
  type: stringEnum(['ico', 'source_id']),
  country: CountryWord,
  value: Type.String(),
  source: Type.Optional(stringEnum(['rpo', 'ares'])),
})

const Provenance = strictObject({
  source_code: Type.String(),
  dataset: Type.String(),
  source_key: Type.String(),
  revision_id: Type.String(),
  record_sha256: Hex64,
  file_sha256: Hex64,
  observed_at: nullableText(),
  fetched_at: nullableText(),
  source_updated_at: nullableText(),
  projection_updated_at: nullableText(),
  projection_version: Type.String(),
})

export const CompanyDetail = strictObject(
  {
    id: Hex32,
    country: CountryWord,
    ico: Type.String({ pattern: '^[0-9]{8}$' }),
    name: Type.String(),
    status: nullableEnum(['dissolved', 'source_removed', 'removed']),
    legal_status: CompanyRegistryCode,
    legal_form: CompanyRegistryCode,
    address: AddressOfCompany,
    identifiers: Type.Array(Identifier, { minItems: 2, maxItems: 2 }),
    dates: strictObject({
      established_at: nullableText({ format: 'date' }),
      dissolved_at: nullableText({
        format: 'date',
        description: 'Null for an active company, and for a dissolved one if the register has no date.',
      }),
    }),
    registration: strictObject({ register: CompanyRegistryCode, office: nullableText(), number: nullableText() }),
    url: Type.String({ format: 'uri' }),
    provenance: Provenance,
  },
  {
    title: 'CompanyDetail',
    description: 'A company or organization: identity, seat, dates and provenance.',
  },
)
export type CompanyDetail = Static<typeof CompanyDetail>
