import Type, { type Static } from 'typebox'
import { strictObject } from './strict-object.ts'
import { CountryWord, LanguageWord } from './words.ts'

/** The most hits of one suggestion. */
export const HITS_MAX = 10

const SUGGEST = {
  q: Type.String({
    minLength: 2,
    maxLength: 120,
    description: 'The typed text: 2 to 120 characters, at most 480 bytes in UTF-8, with at least one letter or digit.',
  }),
  country: Type.Optional({ ...CountryWord, default: 'sk' } as typeof CountryWord),
  lang: Type.Optional({
    ...LanguageWord,
    description: 'Default: sk for country sk, cs for country cz. Official names and addresses are not translated.',
  } as typeof LanguageWord),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: HITS_MAX, default: HITS_MAX })),
}

export const CompanyParameters = strictObject(SUGGEST)
export type CompanyParameters = Static<typeof CompanyParameters>

export const AddressParameters = strictObject({
  ...SUGGEST,
  latitude: Type.Optional(Type.Number({ minimum: -90, maximum: 90, description: 'Requires longitude.' })),
  longitude: Type.Optional(Type.Number({ minimum: -180, maximum: 180, description: 'Requires latitude.' })),
})
export type AddressParameters = Static<typeof AddressParameters>

export const DetailParameters = strictObject({
  country: CountryWord,
  ico: Type.String({ pattern: '^[0-9]{8}$', description: 'Exactly eight digits, including leading zeros.' }),
})
export type DetailParameters = Static<typeof DetailParameters>

export const NoParameters = strictObject({})
