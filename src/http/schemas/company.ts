import { describe, nullableText, strictObject, text, type ValueOf } from './schema.ts'
import { CountryWord, RecordId } from './words.ts'

export const Company = strictObject(
  {
    id: RecordId,
    country: describe(CountryWord, 'The country of the register.'),
    ico: nullableText({
      description: 'The company number (IČO): eight digits with leading zeros. Null for a few Slovak records.',
    }),
    name: text({ description: 'The registered name with its legal form.' }),
    address: text({
      description:
        'The seat in one line, for the list. Empty if the register has none. Its parts (street, town, postal code) come only with readCompany: 10 units, and the scope `companies:read`, which browsers do not have by default.',
    }),
    status: nullableText({
      description: '`dissolved`, `source_removed` (the register no longer lists it), or null for an active company.',
    }),
    url: text({ description: 'A page about the company, by default in its register.' }),
    updated_at: nullableText({
      description: 'The day on which the register last changed the record. Null if it does not say, as in Slovakia.',
    }),
  },
  { title: 'Company', description: 'A suggested company or organization.' },
)
export type Company = ValueOf<typeof Company>
