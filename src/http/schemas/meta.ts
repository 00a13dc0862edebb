import { PRICES } from './prices.ts'
import { array, describe, literal, optional, strictObject, stringEnum, text, type ValueOf } from './schema.ts'
import { Count, CountryWord, described, describedOrNull, LanguageWord, RequestId } from './words.ts'

const warnings = array(text(), {
  description:
    'What limits the data: `data_stale` (older than the register publishes) or `source_missing` (a register is not imported). What the search left out because nothing was found with it: `flat_left_out` (flat, floor or door), `postal_code_left_out` or `words_left_out`.',
})

const STATE =
  '`sample`: invented. `partial`: a part of the country. `stale`: older than the register publishes. `complete`: all of it.'
const ATTRIBUTION = 'The text to show with the data where the licence demands it.'

const Source = strictObject(
  {
    code: described('The register: `rpo`, `ra`, `ares` or `ruian`.'),
    url: described('Where the register publishes the data.'),
    attribution: optional(describedOrNull(ATTRIBUTION)),
    license: optional(describedOrNull('The licence of the data.')),
    license_url: optional(describedOrNull('The text of the licence.')),
  },
  { title: 'Source', description: 'A source of the data, with the attribution that its terms require.' },
)

const Coverage = strictObject(
  {
    state: optional(described(STATE)),
    source_metadata_updated_at: optional(describedOrNull('The day of the newest source file.')),
  },
  { title: 'Coverage', description: 'How complete and current the data of this country and kind is.' },
)

export const Meta = strictObject(
  {
    request_id: RequestId,
    country: optional(describe(CountryWord, 'The country that was searched.')),
    language: optional(describe(LanguageWord, 'The language that was requested, or its default.')),
    charged_units: describe(Count, 'The units charged for this request.'),
    data_as_of: optional(describedOrNull('The day of the data; with several sources, the oldest.')),
    coverage: optional(Coverage),
    sources: optional(array(Source, { description: 'The sources of the data in this answer.' })),
    warnings: optional(warnings),
  },
  { title: 'Meta', description: 'The price of the response and the sources of its data.' },
)
export type Meta = ValueOf<typeof Meta>

const DetailSource = strictObject(
  {
    code: stringEnum(['rpo', 'ares'], { description: 'The register.' }),
    dataset: stringEnum(['rpo', 'res', 'vr'], { description: 'The dataset of the register.' }),
    url: describedOrNull('Where the register publishes the data.'),
    attribution: describedOrNull(ATTRIBUTION),
    license: describedOrNull('The licence of the data.'),
    license_url: describedOrNull('The text of the licence.'),
    notice: describedOrNull('What the register says about the use of its data.'),
  },
  { title: 'DetailSource', description: 'The source of a company detail.' },
)

export const DetailMeta = strictObject(
  {
    request_id: RequestId,
    country: describe(CountryWord, 'The country of the register.'),
    charged_units: literal(PRICES.readCompany, { description: 'The units charged for this request.' }),
    data_as_of: describedOrNull('The day of the data.'),
    coverage: strictObject(
      {
        state: described(STATE),
        source_metadata_updated_at: described('The day of the source file.'),
      },
      { description: 'How complete and current the data of this country is.' },
    ),
    sources: array(DetailSource, { minItems: 1, maxItems: 1, description: 'The source of the record.' }),
    warnings,
  },
  { title: 'DetailMeta', description: 'The price of a company detail and its source.' },
)
export type DetailMeta = ValueOf<typeof DetailMeta>
