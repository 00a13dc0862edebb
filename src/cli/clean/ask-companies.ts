import type { CompanyIndex } from '../../engine/companies/companies.ts'
import {
  type Choice,
  type CompanyComparison,
  chooseRecord,
  compareCompany,
  type GivenCompany,
  isCertain,
  readIco,
  withoutRecord,
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
      for (const { document } of search.find(text, { limit: LIMIT }).hits) {
        const row = index.columns.at(index.rows[document]!)
        const key = `${country} ${row.key}`
        if (!candidates.has(key)) candidates.set(key, { country, row, comparison: compareCompany(given, row), key })
      }
    }
    return chooseRecord([...candidates.values()])
  }
  const ico = readIco(given.ico ?? '')
  const [name, town] = [given.name?.trim() ?? '', given.town?.trim() ?? '']
  const texts = new Set(
    [ico, `${name} ${name === '' ? '' : town}`.trim(), `${name} ${town.split(',').at(-1)!}`.trim(), name].filter(
      (text) => text !== '',
    ),
  )
  let choice: Choice<CompanyCandidate> = chooseRecord<CompanyCandidate>([])
  for (const text of [...texts].slice(0, 2)) {
    choice = ask(text)
    if (isCertain(choice.status) && SURE <= choice.score) break
  }
  return weighEnded(choice)
}

/** An ended company is the record only by its number. A living one with its name is meant rather. */
function weighEnded(choice: Choice<CompanyCandidate>): Choice<CompanyCandidate> {
  const byName = choice.candidates.filter(({ comparison }) => comparison.parts.ico === 'missing')
  const living = choice.candidates.filter(({ row }) => row.status === null)
  if (byName.length === choice.candidates.length && byName.length !== living.length) {
    const chosen = chooseRecord(living)
    if (isCertain(chosen.status)) return { ...chosen, candidates: choice.candidates }
  }
  const { best, status } = choice
  if (best === undefined || !isCertain(status)) return choice
  const { parts } = best.comparison
  const isNear = ({ comparison }: CompanyCandidate): boolean =>
    (comparison.status === 'ambiguous' || comparison.parts.name === 'missing') && comparison.parts.town !== 'conflict'
  const isWhole = (parts.form ?? 'equal') === 'equal' && (parts.seat ?? 'equal') === 'equal'
  if (parts.ico === 'missing' && best.row.status !== null) return withoutRecord(choice, 'ended')
  if (parts.ico === 'missing' && !isWhole && choice.candidates.some(isNear)) return withoutRecord(choice, 'ambiguous')
  return best.row.status === null ? choice : { ...choice, status: 'ended' }
}
