import Type, { type Static } from 'typebox'
import { nullableText } from './nullable.ts'
import { strictObject } from './strict-object.ts'
import { CountryWord, Hex32 } from './words.ts'

export const Company = strictObject(
  {
    id: Hex32,
    country: CountryWord,
    ico: nullableText(),
    name: Type.String(),
    address: Type.String({ description: 'The seat in one line. Empty if the register has none.' }),
    status: nullableText({ description: 'dissolved, source_removed, or null for an active company.' }),
    url: Type.String(),
    updated_at: nullableText(),
  },
  { title: 'Company', description: 'A suggested company or organization.' },
)
export type Company = Static<typeof Company>
