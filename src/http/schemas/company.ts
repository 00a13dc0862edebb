import Type, { type Static } from 'typebox'
import { closed } from './closed.ts'
import { nullableText } from './nullable.ts'
import { CountryWord, Hex32 } from './words.ts'

export const Company = closed(
  {
    id: Hex32,
    country: CountryWord,
    ico: nullableText(),
    name: Type.String(),
    address: Type.String({ description: 'The seat in one line; empty if the register gives none.' }),
    status: nullableText({ description: 'dissolved, source_removed, or null for a living company.' }),
    url: Type.String(),
    updated_at: nullableText(),
  },
  { title: 'Company', description: 'A company or organisation, as suggested.' },
)
export type Company = Static<typeof Company>
