import {
  array,
  describe,
  nullableEnum,
  nullableText,
  optional,
  orNull,
  strictObject,
  stringEnum,
  text,
  type ValueOf,
} from './schema.ts'
import { SeatComponents } from './seat-components.ts'
import { CountryWord, described, describedOrNull, Hex64, RecordId } from './words.ts'

const CompanyRegistryCode = orNull(
  strictObject({
    code: describedOrNull('The code in its list.'),
    name: describedOrNull('Its name, in the language of the register.'),
    codelist: describedOrNull('The code list of the register.'),
  }),
  {
    title: 'CompanyRegistryCode',
    description: 'A code from a code list of a register, with its name. Null if the register has none.',
  },
)

const AddressOfCompany = strictObject(
  {
    formatted: describedOrNull('The seat in one line. Null if the register has none.'),
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
    value: described('The identifier.'),
    source: optional(stringEnum(['rpo', 'ares'], { description: 'The register that gave it.' })),
  },
  { description: 'One identifier.' },
)

const Provenance = strictObject(
  {
    source_code: described('The register: `rpo` or `ares`.'),
    dataset: described('Its dataset: `rpo`, `res` or `vr`.'),
    source_key: described('The key of the record in the dataset.'),
    revision_id: described('This revision of the record. Each change of the record makes another.'),
    record_sha256: describe(Hex64, 'SHA-256 of the record in our canonical form.'),
    file_sha256: describe(Hex64, 'SHA-256 of the file that the record was read from.'),
    observed_at: describedOrNull('The day of the file that last had the record.'),
    fetched_at: describedOrNull('When that file was fetched.'),
    source_updated_at: describedOrNull('The day on which the register last changed the record, if it says so.'),
    projection_updated_at: describedOrNull('When the record was imported.'),
    projection_version: described('The version of the rules by which it was read.'),
  },
  { description: 'What proves the record: register, file and revision.' },
)

export const CompanyDetail = strictObject(
  {
    id: RecordId,
    country: describe(CountryWord, 'The country of the register.'),
    ico: text({ pattern: '^[0-9]{8}$', description: 'The company number (IČO), with leading zeros.' }),
    name: described('The registered name with its legal form.'),
    status: nullableEnum(['dissolved', 'source_removed', 'removed'], {
      description:
        '`dissolved`: ended. `source_removed`: the register no longer lists it. `removed`: the operator withdrew it. Null for an active company.',
    }),
    legal_status: CompanyRegistryCode,
    legal_form: CompanyRegistryCode,
    address: AddressOfCompany,
    identifiers: array(Identifier, {
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
        office: describedOrNull('The court or office that keeps the register.'),
        number: describedOrNull('The number of the entry, as `Sro/32191/N`.'),
      },
      { description: 'The entry in the commercial or another register.' },
    ),
    url: text({ format: 'uri', description: 'A page about the company, by default in its register.' }),
    provenance: Provenance,
  },
  {
    title: 'CompanyDetail',
    description: 'A company or organization: identity, seat, dates and provenance.',
  },
)
export type CompanyDetail = ValueOf<typeof CompanyDetail>
