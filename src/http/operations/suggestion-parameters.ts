import type { Country } from '../../records/country.ts'
import type { Rejection } from '../errors.ts'
import { problemOfQueryText } from '../request/query-text.ts'
import { rejectParameter } from '../request/read-parameters.ts'
import { type CompanyParameters, HITS_MAX } from '../schemas/parameters.ts'
import type { Language } from '../schemas/words.ts'

/** The parameters that both suggestions share, with their defaults. */
export interface SuggestionParameters {
  readonly q: string
  readonly country: Country
  readonly language: Language
  readonly limit: number
}

const DEFAULT_LANGUAGES: Readonly<Record<Country, Language>> = { sk: 'sk', cz: 'cs' }

export function checkSuggestionParameters(values: CompanyParameters): SuggestionParameters | Rejection {
  const { q, country = 'sk', lang = DEFAULT_LANGUAGES[country], limit = HITS_MAX } = values
  const problem = problemOfQueryText(q)
  return problem === undefined ? { q, country, language: lang, limit } : rejectParameter(problem)
}
