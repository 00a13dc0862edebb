import { type CompanyIndex, type CompanyRow, findSubjectRows } from '../../engine/companies/companies.ts'
import { LEGAL_FORMS } from '../../text/legal-forms.ts'
import type { SearchCost } from '../search-trace.ts'
import type { CompanyQuery, CompanyReading } from './company-query.ts'
import type { CompanyCandidate, CompanySearch } from './company-search.ts'

/** What a search did, as plain data. `regista explain` prints it. */
export interface CompanyExplanation extends SearchCost {
  readonly query: string
  /** The folded words. */
  readonly words: readonly string[]
  readonly digits: string | null
  /** Words typed with diacritics. Names that have them come first among equals. */
  readonly accented: readonly string[]
  /** Those of the typed words, then those of abbreviations that were tried. */
  readonly readings: readonly ExplainedReading[]
  readonly steps: readonly ExplainedStep[]
  readonly hits: readonly ExplainedHit[]
  readonly verdict: string
}

export interface ExplainedReading {
  readonly words: readonly string[]
  readonly forms: readonly string[]
  /** What the first words stand for. Empty if they are meant as typed. */
  readonly abbreviations: readonly ExplainedAbbreviation[]
}

interface ExplainedAbbreviation {
  /** Folded, as "sdh". */
  readonly typed: string
  /** "sbor dobrovolnych hasicu" */
  readonly meant: string
}

export interface ExplainedStep {
  /** The name of the rule, and its sentence. */
  readonly rule: string
  readonly says: string
  readonly reading: number
  /** How many documents the rule added. */
  readonly candidates: number
  readonly first: string | null
}

export interface ExplainedHit {
  readonly company: CompanyRow
  /** The names of the subject's other registrations, by which it is found too. */
  readonly otherRegistrations: readonly string[]
  readonly rule: string
  readonly reading: number
  /** The status, the legal form, the accents and the rank decided its place, in this order. */
  readonly formFits: boolean | null
  readonly accentsMissed: number
  /** Its rank among all companies of the country. The best is 0. */
  readonly rank: number
  readonly rankOf: string
}

export function explainCompanies(
  search: CompanySearch,
  index: CompanyIndex,
  { query: text, limit }: { readonly query: string; readonly limit: number },
): CompanyExplanation {
  let query: CompanyQuery | undefined
  let cost: SearchCost | undefined
  const steps: ExplainedStep[] = []
  const candidates = new Map<number, CompanyCandidate>()
  const readings: CompanyReading[] = []
  const readingNumber = (reading: CompanyReading): number => readings.indexOf(reading)
  const { hits: found } = search.find(text, {
    limit,
    trace: {
      onQuery(parsed) {
        query ??= parsed
        readings.push(...parsed.readings)
      },
      onStep({ rule: { name, description }, reading, candidates: found }) {
        for (const candidate of found) {
          if (!candidates.has(candidate.document)) candidates.set(candidate.document, candidate)
        }
        const first = found[0] === undefined ? null : index.columns.nameAt(index.rows[found[0].document]!)
        steps.push({ rule: name, says: description, reading: readingNumber(reading), candidates: found.length, first })
      },
      onEnd: (spent) => (cost = spent),
    },
  })
  const subjects = findSubjectRows(index.columns)
  const hits = found.map(({ document, rule, reading }): ExplainedHit => {
    const company = index.columns.at(index.rows[document]!)
    const { formMissed, accentsMissed } = candidates.get(document)!
    return {
      company,
      otherRegistrations: subjects.others.get(index.rows[document]!)?.map((row) => index.columns.nameAt(row)) ?? [],
      rule: rule.name,
      reading: readingNumber(reading),
      formFits: reading.forms.length === 0 ? null : formMissed === 0,
      accentsMissed,
      rank: document,
      rankOf: describeRank(company),
    }
  })
  return {
    query: text,
    words: query!.words,
    digits: query!.digits,
    accented: query!.accented.map((word) => word.text),
    readings: readings.map(({ words, forms, abbreviations }) => ({
      words,
      forms: forms.map((form) => LEGAL_FORMS[form]!.name),
      abbreviations: abbreviations.map(({ typed, meant }) => ({ typed: typed.join(' '), meant: meant.join(' ') })),
    })),
    steps,
    hits,
    ...cost!,
    verdict: explainFirst(hits, readings),
  }
}

/** Describes what decides the rank, the most important first. */
function describeRank(company: CompanyRow): string {
  const size = company.size === null || company.size === '000' ? 'size unknown' : `size band ${company.size}`
  return [
    company.status ?? 'living',
    size,
    company.naturalPerson ? 'natural person' : 'company',
    company.establishedOn === null ? 'founding unknown' : `founded ${company.establishedOn}`,
    `name of ${Buffer.byteLength(company.name)} bytes`,
  ].join(', ')
}

/** Explains in one sentence why the first hit is before the second. */
function explainFirst([first, second]: readonly ExplainedHit[], readings: readonly CompanyReading[]): string {
  if (first === undefined) return 'Nothing fits.'
  if (second === undefined) return 'It is the only one that fits.'
  if (isAbbreviated(first, readings) !== isAbbreviated(second, readings))
    return 'The first fits the words as typed, the second only what they are an abbreviation or the long form of.'
  if (first.rule !== second.rule) return `The first fits as ${first.rule}, the second only as ${second.rule}.`
  if (first.reading !== second.reading) return 'The first fits the more literal reading of the query.'
  if ((first.company.status === null) !== (second.company.status === null)) {
    return 'Both fit equally; the first is a living company.'
  }
  if (first.formFits !== second.formFits) return 'Both fit equally; the first has the legal form that was typed.'
  if (first.accentsMissed !== second.accentsMissed)
    return 'Both fit equally; the first has the accents that were typed.'
  if (first.rank < second.rank) {
    return `Both fit equally; the first ranks higher (${first.rankOf}) than the second (${second.rankOf}).`
  }
  return 'Both fit equally; the first fits a likelier way to read the words: to join them, to split them, or as a whole word and not the beginning of one.'
}

function isAbbreviated({ reading }: ExplainedHit, readings: readonly CompanyReading[]): boolean {
  return readings[reading]!.abbreviations.length !== 0
}
