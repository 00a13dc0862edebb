import type { CompanyExplanation } from '../search/search.ts'
import { workLine } from './explain-work.ts'

/** An explanation for a person who does not know the code. */
export function companyLines(explanation: CompanyExplanation): string[] {
  const { query, words, digits, accented, readings, steps, hits } = explanation
  const several = 1 < readings.length
  const readingName = (reading: number): string => (several ? ` (reading ${reading + 1})` : '')
  return [
    `query      ${query}`,
    `words      ${words.length === 0 ? 'none: there is nothing to look for' : `${words.join(' · ')}, the last one perhaps unfinished`}`,
    ...(digits === null ? [] : [`digits     ${digits}: perhaps a company number`]),
    ...(accented.length === 0 ? [] : [`accents    ${accented.join(' · ')}: names written so come first among equals`]),
    ...readings.map(
      ({ words: read, forms, abbreviations }, i) =>
        `reading ${i + 1}  ${[
          read.join(' · '),
          ...(forms.length === 0 ? [] : [`and the legal form ${forms.join(' or ')}`]),
          ...abbreviations.map(({ typed, meant }) => `"${typed}" meant as "${meant}"`),
        ].join(', ')}`,
    ),
    '',
    'asked in this order, until there was enough',
    ...steps.map(
      ({ rule, says, reading, candidates, first }) =>
        `  ${String(candidates).padStart(4)} found  ${rule.padEnd(21)} ${says}${readingName(reading)}${first === null ? '' : `; first: ${first}`}`,
    ),
    workLine(explanation),
    '',
    'hits',
    ...hits.flatMap((hit, i) => [
      `  ${String(i + 1).padStart(2)}. ${hit.company.name}  ${hit.company.ico ?? 'no number'}  ${hit.company.address}`,
      `      ${hit.rule}${readingName(hit.reading)}; ${formText(hit.formFits)}${hit.accentsMissed === 0 ? '' : 'accents differ; '}rank ${hit.rank}: ${hit.rankOf}`,
      ...(hit.otherRegistrations.length === 0
        ? []
        : [`      also registered as ${hit.otherRegistrations.join(' · ')}`]),
    ]),
    '',
    explanation.verdict,
  ]
}

function formText(fits: boolean | null): string {
  if (fits === null) return ''
  return fits ? 'legal form as typed; ' : 'another legal form; '
}
