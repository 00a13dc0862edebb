import Type, { type Static } from 'typebox'
import { closed } from './closed.ts'
import { nullableText, word } from './nullable.ts'
import { Count, CountryWord, Hex32, LanguageWord } from './words.ts'

export const Source = closed(
  {
    code: Type.String(),
    url: Type.String(),
    attribution: Type.Optional(nullableText()),
    license: Type.Optional(nullableText()),
    license_url: Type.Optional(nullableText()),
  },
  { title: 'Source', description: 'Where data come from, and how it wants to be named.' },
)

export const Coverage = closed(
  {
    state: Type.Optional(Type.String({ description: 'sample, partial, stale or complete.' })),
    source_metadata_updated_at: Type.Optional(nullableText()),
  },
  { title: 'Coverage', description: 'How much of the registers the answer is made from.' },
)

export const Meta = closed(
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
  { title: 'Meta', description: 'About the answer: what it cost and where its data come from.' },
)
export type Meta = Static<typeof Meta>

export const DetailSource = closed(
  {
    code: word(['rpo', 'ares']),
    dataset: word(['rpo', 'res', 'vr']),
    url: nullableText(),
    attribution: nullableText(),
    license: nullableText(),
    license_url: nullableText(),
    notice: nullableText(),
  },
  { title: 'DetailSource', description: 'The one source of a company’s detail.' },
)

export const DetailMeta = closed(
  {
    request_id: Hex32,
    country: CountryWord,
    charged_units: Type.Literal(10),
    data_as_of: nullableText(),
    coverage: closed({ state: Type.String(), source_metadata_updated_at: Type.String() }),
    sources: Type.Array(DetailSource, { minItems: 1, maxItems: 1 }),
    warnings: Type.Array(Type.String()),
  },
  { title: 'DetailMeta', description: 'About a company’s detail: what it cost and where it comes from.' },
)
export type DetailMeta = Static<typeof DetailMeta>
