import Type, { type Static } from 'typebox'
import { describe } from './describe.ts'
import { nullableText } from './nullable.ts'
import { strictObject } from './strict-object.ts'
import { CountryWord, RecordId } from './words.ts'

export const Company = strictObject(
  {
    id: RecordId,
    country: describe(CountryWord, 'The country of the register.'),
    ico: nullableText({
      description: 'The company number (IČO): eight digits with leading zeros. Null for a few Slovak records.',
    }),
    name: Type.String({ description: 'The registered name with its legal form.' }),
    address: Type.String({
      description:
        'The seat in one line, for the list. Empty if the register has none. Its parts (street, town, postal code) come only with readCompany: 10 units, and the scope `companies:read`, which browsers do not have by default.',
    }),
    status: nullableText({
      description: '`dissolved`, `source_removed` (the register no longer lists it), or null for an active company.',
    }),
    url: Type.String({ description: 'A page about the company, by default in its register.' }),
    updated_at: nullableText({
      description: 'The day on which the register last changed the record. Null if it does not say, as in Slovakia.',
    }),
  },
  { title: 'Company', description: 'A suggested company or organization.' },
)
export type Company = Static<typeof Company>
