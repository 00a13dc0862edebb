import Type, { type Static } from 'typebox'
import { nullableText, stringEnum } from './nullable.ts'
import { PRICES } from './prices.ts'
import { strictObject } from './strict-object.ts'
import { Count, CountryWord, Hex32, LanguageWord } from './words.ts'

export const Source = strictObject(
  {
    code: Type.String(),
    url: Type.String(),
    attribution: Type.Optional(nullableText()),
    license: Type.Optional(nullableText()),
    license_url: Type.Optional(nullableText()),
  },
  { title: 'Source', description: 'A source of the data, with the attribution that its terms require.' },
)

export const Coverage = strictObject(
  {
    state: Type.Optional(Type.String({ description: 'sample, partial, stale or complete.' })),
    source_metadata_updated_at: Type.Optional(nullableText()),
  },
  { title: 'Coverage', description: 'How complete and current the data of this country and kind is.' },
)

export const Meta = strictObject(
  {
    request_id: Hex32,
    country: Type.Optional(CountryWord),
    language: Type.Optional(LanguageWord),
    charged_units: Count,
    data_as_of: Type.Optional(nullableText()),
    coverage: Type.Optional(Coverage),
    sources: Type.Optional(Type.Array(Source)),
    warnings: Type.Optional(Type.Array(Type.String())),
  },
  { title: 'Meta', description: 'The price of the response and the sources of its data.' },
)
export type Meta = Static<typeof Meta>

export const DetailSource = strictObject(
  {
    code: stringEnum(['rpo', 'ares']),
    dataset: stringEnum(['rpo', 'res', 'vr']),
    url: nullableText(),
    attribution: nullableText(),
    license: nullableText(),
    license_url: nullableText(),
    notice: nullableText(),
  },
  { title: 'DetailSource', description: 'The source of a company detail.' },
)

export const DetailMeta = strictObject(
  {
    request_id: Hex32,
    country: CountryWord,
    charged_units: Type.Literal(PRICES.readCompany),
    data_as_of: nullableText(),
    coverage: strictObject({ state: Type.String(), source_metadata_updated_at: Type.String() }),
    sources: Type.Array(DetailSource, { minItems: 1, maxItems: 1 }),
    warnings: Type.Array(Type.String()),
  },
  { title: 'DetailMeta', description: 'The price of a company detail and its source.' },
)
export type DetailMeta = Static<typeof DetailMeta>
