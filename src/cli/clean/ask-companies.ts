import type { CompanyIndex } from '../../engine/companies/companies.ts'
import {
  type Choice,
  type CompanyComparison,
  chooseRecord,
  compareCompany,
  type GivenCompany,
  isCertain,
  readIco,
} from '../../matching/matching.ts'
import type { Country } from '../../records/country.ts'
import type { CompanySearch } from '../../search/search.ts'

export interface CompanySource {
  readonly country: Country
  readonly index: CompanyIndex
  readonly search: CompanySearch
}

type CompanyRow = ReturnType<CompanyIndex['columns']['at']>

export interface CompanyCandidate {
  readonly country: Country
  readonly row: CompanyRow
  readonly comparison: CompanyComparison
  readonly key: string
}

const LIMIT = 10
const SURE = 90

/** Finds the record of a company: by its number, and if that leaves a doubt by its name and town. */
export function askCompanies(sources: readonly CompanySource[], given: GivenCompany): Choice<CompanyCandidate> {
  const candidates = new Map<string, CompanyCandidate>()
  const ask = (text: string): Choice<CompanyCandidate> => {
    for (const { country, index, search } of sources) {
      for (const { document } of search.find(text, { limit: LIMIT })) {
        const row = index.columns.at(index.rows[document]!)
        const key = `${country} ${row.key}`
        if (!candidates.has(key)) candidates.set(key, { country, row, comparison: compareCompany(given, row), key })
      }
    }
    return chooseRecord([...candidates.values()])
  }
  const ico = readIco(given.ico ?? '')
  const [name, town] = [given.name?.trim() ?? '', given.town?.trim() ?? '']
  const texts = new Set([ico, `${name} ${name === '' ? '' : town}`.trim(), name].filter((text) => text !== ''))
  let choice: Choice<CompanyCandidate> = chooseRecord<CompanyCandidate>([])
  for (const text of [...texts].slice(0, 2)) {
    choice = ask(text)
    if (isCertain(choice.status) && SURE <= choice.score) break
  }
  const isEnded = choice.best !== undefined && isCertain(choice.status) && choice.best.row.status !== null
  return isEnded ? { ...choice, status: 'ended' } : choice
}
