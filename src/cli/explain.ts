import { Argument, type Command, Option } from 'commander'
import { COUNTRIES, type Country } from '../records/country.ts'
import { Release, ReleaseFolder } from '../release/release.ts'
import { type CompanyExplanation, CompanySearch, explainCompanies } from '../search/search.ts'
import { GivenError } from '../stdx/given-error.ts'
import { type GlobalOptions, openContext, withGlobalOptions } from './context.ts'
import { releasesDir } from './publish.ts'

interface Options extends GlobalOptions {
  readonly country: Country
}

/** What an answer of the service has at most. */
const LIMIT = 10

export function explainCommand(program: Command): void {
  const command = program
    .command('explain')
    .description('Show each step of a search, and why the first hit is first.')
    .addArgument(new Argument('<kind>', 'what is looked for').choices(['companies', 'addresses']))
    .argument('<query...>', 'what somebody types')
    .addOption(new Option('--country <country>', 'which country').choices([...COUNTRIES]).default('sk'))
  withGlobalOptions(command).action((kind: string, words: string[], options: Options) => {
    const context = openContext(options)
    const query = words.join(' ')
    using release = openRelease(releasesDir(context))
    const index = release.companyIndex(options.country)
    if (index === undefined) {
      throw new GivenError(
        `the release has no ${kind} of ${options.country}. Import a source of them, then \`regista publish\`.`,
      )
    }
    const explanation = explainCompanies(new CompanySearch(index), index, { query, limit: LIMIT })
    for (const line of companyLines(explanation)) context.terminal.line(line)
    context.terminal.json(explanation)
  })
}

function openRelease(dir: string): Release {
  const folder = new ReleaseFolder(dir)
  const id = folder.currentId()
  if (id === null) throw new GivenError('there is no release yet. Run `regista import` and `regista publish` first.')
  return Release.open(folder.path(id))
}

function companyLines(explanation: CompanyExplanation): string[] {
  const { query, words, digits, accented, readings, steps, hits } = explanation
  const several = 1 < readings.length
  const readingName = (reading: number): string => (several ? ` (reading ${reading + 1})` : '')
  return [
    `query     ${query}`,
    `words     ${words.join(' · ') || 'none: nothing to look for'}${words.length === 0 ? '' : ', the last one perhaps unfinished'}`,
    ...(digits === null ? [] : [`digits    ${digits}: perhaps a company number`]),
    ...(accented.length === 0 ? [] : [`accents   ${accented.join(' · ')}: names written so come first among equals`]),
    ...readings.map(
      (reading, i) =>
        `reading ${i + 1} ${reading.words.join(' · ')}${reading.forms.length === 0 ? '' : `, and the legal form ${reading.forms.join(' or ')}`}`,
    ),
    '',
    'asked, in this order, until there were enough',
    ...steps.map(
      ({ tier, says, reading, candidates, first }) =>
        `  ${String(candidates).padStart(4)}  ${tier.padEnd(18)} ${says}${readingName(reading)}${first === null ? '' : `; first: ${first}`}`,
    ),
    `  work: ${explanation.workSpent}${explanation.stoppedEarly ? '. The budget of a query was spent: there may be more that fits' : ''}`,
    '',
    'hits',
    ...hits.flatMap((hit, i) => [
      `  ${String(i + 1).padStart(2)}. ${hit.company.name}  ${hit.company.ico ?? 'no number'}  ${hit.company.address}`,
      `      ${hit.tier}${readingName(hit.reading)}; ${formText(hit.formFits)}${hit.accentsMissed === 0 ? '' : 'accents differ; '}rank ${hit.rank}: ${hit.rankOf}`,
    ]),
    '',
    explanation.verdict,
  ]
}

function formText(fits: boolean | null): string {
  if (fits === null) return ''
  return fits ? 'legal form as typed; ' : 'another legal form; '
}
