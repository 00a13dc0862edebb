import Type, { type Static } from 'typebox'
import { describe } from './describe.ts'
import { nullableText, stringEnum } from './nullable.ts'
import { PRICES } from './prices.ts'
import { strictObject } from './strict-object.ts'
import { Count, CountryWord, LanguageWord, RequestId } from './words.ts'

const text = (description: string) => Type.String({ description })
const textOrNull = (description: string) => nullableText({ description })
const warnings = Type.Array(Type.String(), {
  description:
    'What limits the data: `data_stale` (older than the register publishes) or `source_missing` (a register is not imported).',
})

const STATE =
  '`sample`: invented. `partial`: a part of the country. `stale`: older than the register publishes. `complete`: all of it.'
const ATTRIBUTION = 'The text to show with the data where the licence demands it.'

export const Source = strictObject(
  {
    code: text('The register: `rpo`, `ra`, `ares` or `ruian`.'),
    url: text('Where the register publishes the data.'),
    attribution: Type.Optional(textOrNull(ATTRIBUTION)),
    license: Type.Optional(textOrNull('The licence of the data.')),
    license_url: Type.Optional(textOrNull('The text of the licence.')),
  },
  { title: 'Source', description: 'A source of the data, with the attribution that its terms require.' },
)

export const Coverage = strictObject(
  {
    state: Type.Optional(text(STATE)),
    source_metadata_updated_at: Type.Optional(textOrNull('The day of the newest source file.')),
  },
  { title: 'Coverage', description: 'How complete and current the data of this country and kind is.' },
)

export const Meta = strictObject(
  {
    request_id: RequestId,
    country: Type.Optional(describe(CountryWord, 'The country that was searched.')),
    language: Type.Optional(describe(LanguageWord, 'The language that was requested, or its default.')),
    charged_units: describe(Count, 'The units charged for this request.'),
    data_as_of: Type.Optional(textOrNull('The day of the data; with several sources, the oldest.')),
    coverage: Type.Optional(Coverage),
    sources: Type.Optional(Type.Array(Source, { description: 'The sources of the data in this answer.' })),
    warnings: Type.Optional(warnings),
  },
  { title: 'Meta', description: 'The price of the response and the sources of its data.' },
)
export type Meta = Static<typeof Meta>

export const DetailSource = strictObject(
  {
    code: stringEnum(['rpo', 'ares'], { description: 'The register.' }),
    dataset: stringEnum(['rpo', 'res', 'vr'], { description: 'The dataset of the register.' }),
    url: textOrNull('Where the register publishes the data.'),
    attribution: textOrNull(ATTRIBUTION),
    license: textOrNull('The licence of the data.'),
    license_url: textOrNull('The text of the licence.'),
    notice: textOrNull('What the register says about the use of its data.'),
  },
  { title: 'DetailSource', description: 'The source of a company detail.' },
)

export const DetailMeta = strictObject(
  {
    request_id: RequestId,
    country: describe(CountryWord, 'The country of the register.'),
    charged_units: Type.Literal(PRICES.readCompany, { description: 'The units charged for this request.' }),
    data_as_of: textOrNull('The day of the data.'),
    coverage: strictObject(
      {
        state: text(STATE),
        source_metadata_updated_at: text('The day of the source file.'),
      },
      { description: 'How complete and current the data of this country is.' },
    ),
    sources: Type.Array(DetailSource, { minItems: 1, maxItems: 1, description: 'The source of the record.' }),
    warnings,
  },
  { title: 'DetailMeta', description: 'The price of a company detail and its source.' },
)
export type DetailMeta = Static<typeof DetailMeta>
