import type { Country } from '../../records/country.ts'
import { isRefused, type Refused } from '../errors.ts'
import { problemOfQueryText } from '../request/query-text.ts'
import { wrong } from '../request/read-parameters.ts'
import type { CompanyParameters } from '../schemas/parameters.ts'
import { HITS_MAX } from '../schemas/responses.ts'
import type { Language } from '../schemas/words.ts'

/** What both suggestions are asked, with what was left out filled in. */
export interface AskedSuggestion {
  readonly q: string
  readonly country: Country
  readonly language: Language
  readonly limit: number
}

const LANGUAGE_OF: Readonly<Record<Country, Language>> = { sk: 'sk', cz: 'cs' }

export function askedSuggestion(given: CompanyParameters | Refused): AskedSuggestion | Refused {
  if (isRefused(given)) return given
  const { q, country = 'sk', lang = LANGUAGE_OF[country], limit = HITS_MAX } = given
  const problem = problemOfQueryText(q)
  return problem === undefined ? { q, country, language: lang, limit } : wrong(problem)
}
