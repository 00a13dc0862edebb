import Type, { type Static } from 'typebox'
import { describe } from './describe.ts'
import { nullableEnum, nullableText, stringEnum } from './nullable.ts'
import { SeatComponents } from './seat-components.ts'
import { strictObject } from './strict-object.ts'
import { CountryWord, Hex64, RecordId } from './words.ts'

const text = (description: string) => Type.String({ description })
const textOrNull = (description: string) => nullableText({ description })

export const CompanyRegistryCode = Type.Union(
  [
    strictObject({
      code: textOrNull('The code in its list.'),
      name: textOrNull('Its name, in the language of the register.'),
      codelist: textOrNull('The code list of the register.'),
    }),
    Type.Null(),
  ],
  {
    title: 'CompanyRegistryCode',
    description: 'A code from a code list of a register, with its name. Null if the register has none.',
  },
)

const AddressOfCompany = strictObject(
  {
    formatted: textOrNull('The seat in one line. Null if the register has none.'),
    components: SeatComponents,
  },
  { description: 'The seat.' },
)

const Identifier = strictObject(
  {
    type: stringEnum(['ico', 'source_id'], {
      description: '`ico`: the company number. `source_id`: the key of the record in its register.',
    }),
    country: describe(CountryWord, 'The country of the register.'),
    value: text('The identifier.'),
    source: Type.Optional(stringEnum(['rpo', 'ares'], { description: 'The register that gave it.' })),
  },
  { description: 'One identifier.' },
)

const Provenance = strictObject(
  {
    source_code: text('The register: `rpo` or `ares`.'),
    dataset: text('Its dataset: `rpo`, `res` or `vr`.'),
    source_key: text('The key of the record in the dataset.'),
    revision_id: text('This revision of the record. Each change of the record makes another.'),
    record_sha256: describe(Hex64, 'SHA-256 of the record in our canonical form.'),
    file_sha256: describe(Hex64, 'SHA-256 of the file that the record was read from.'),
    observed_at: textOrNull('The day of the file that last had the record.'),
    fetched_at: textOrNull('When that file was fetched.'),
    source_updated_at: textOrNull('The day on which the register last changed the record, if it says so.'),
    projection_updated_at: textOrNull('When the record was imported.'),
    projection_version: text('The version of the rules by which it was read.'),
  },
  { description: 'What proves the record: register, file and revision.' },
)

export const CompanyDetail = strictObject(
  {
    id: RecordId,
    country: describe(CountryWord, 'The country of the register.'),
    ico: Type.String({ pattern: '^[0-9]{8}$', description: 'The company number (IČO), with leading zeros.' }),
    name: text('The registered name with its legal form.'),
    status: nullableEnum(['dissolved', 'source_removed', 'removed'], {
      description:
        '`dissolved`: ended. `source_removed`: the register no longer lists it. `removed`: the operator withdrew it. Null for an active company.',
    }),
    legal_status: CompanyRegistryCode,
    legal_form: CompanyRegistryCode,
    address: AddressOfCompany,
    identifiers: Type.Array(Identifier, {
      minItems: 2,
      maxItems: 2,
      description: 'The company number, and the key in the register.',
    }),
    dates: strictObject(
      {
        established_at: nullableText({ format: 'date', description: 'The day of its establishment. Null if unknown.' }),
        dissolved_at: nullableText({
          format: 'date',
          description: 'Null for an active company, and for a dissolved one if the register has no date.',
        }),
      },
      { description: 'When the company began and ended.' },
    ),
    registration: strictObject(
      {
        register: CompanyRegistryCode,
        office: textOrNull('The court or office that keeps the register.'),
        number: textOrNull('The number of the entry, as `Sro/32191/N`.'),
      },
      { description: 'The entry in the commercial or another register.' },
    ),
    url: Type.String({ format: 'uri', description: 'A page about the company, by default in its register.' }),
    provenance: Provenance,
  },
  {
    title: 'CompanyDetail',
    description: 'A company or organization: identity, seat, dates and provenance.',
  },
)
export type CompanyDetail = Static<typeof CompanyDetail>
