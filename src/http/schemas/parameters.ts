import { describe, integer, number, optional, strictObject, text, type ValueOf } from './schema.ts'
import { CountryWord, LanguageWord } from './words.ts'

/** The most hits of one suggestion. */
export const HITS_MAX = 10

const LATITUDE =
  'The latitude of the person, if the page knows it; requires longitude. Of hits that match equally well, the nearer come first. Without it the server may use the approximate position of the IP address.'

const SUGGEST = {
  q: text({
    minLength: 2,
    maxLength: 120,
    description:
      'The typed text, as it is: 2 to 120 characters, at most 480 bytes in UTF-8, with at least one letter or digit. Accents and capitals may be left out.',
  }),
  country: optional({
    ...CountryWord,
    default: 'sk',
    description:
      'Searches the records of this one country. A page for both countries asks twice, or lets the person choose.',
  } as typeof CountryWord),
  lang: optional({
    ...LanguageWord,
    description:
      'The language of the page; the answer repeats it in `meta.language`. Default: sk for country sk, cs for country cz. Official names and addresses are not translated, so it changes no hit.',
  } as typeof LanguageWord),
  limit: optional(
    integer({
      minimum: 1,
      maximum: HITS_MAX,
      default: HITS_MAX,
      description: 'The most hits in the answer. The price is the same for each limit.',
    }),
  ),
}

export const CompanyParameters = strictObject(SUGGEST)
export type CompanyParameters = ValueOf<typeof CompanyParameters>

export const AddressParameters = strictObject({
  ...SUGGEST,
  latitude: optional(number({ minimum: -90, maximum: 90, description: LATITUDE })),
  longitude: optional(
    number({ minimum: -180, maximum: 180, description: 'The longitude of the person. Requires latitude.' }),
  ),
})
export type AddressParameters = ValueOf<typeof AddressParameters>

export const DetailParameters = strictObject({
  country: describe(CountryWord, 'The country of the register: the same number may exist in both.'),
  ico: text({ pattern: '^[0-9]{8}$', description: 'Exactly eight digits, including leading zeros.' }),
})
export type DetailParameters = ValueOf<typeof DetailParameters>

export const NoParameters = strictObject({})
