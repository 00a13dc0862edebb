import { Argument, type Command, InvalidArgumentError, Option } from 'commander'
import { COUNTRIES, type Country } from '../records/country.ts'
import type { Release } from '../release/release.ts'
import {
  type AddressExplanation,
  AddressSearch,
  type CompanyExplanation,
  CompanySearch,
  explainAddresses,
  explainCompanies,
  type Position,
} from '../search/search.ts'
import { InputError } from '../stdx/input-error.ts'
import { addAction, releasesDir } from './context.ts'
import { addressLines } from './explain-addresses.ts'
import { companyLines } from './explain-companies.ts'
import { openRelease } from './open-release.ts'

interface Options {
  readonly country: Country
  readonly near?: Position
}

/** The most hits that an API answer has. */
const LIMIT = 10

export function explainCommand(command: Command): void {
  command
    .addArgument(new Argument('<kind>', 'what to search for').choices(['companies', 'addresses']))
    .argument('<query...>', 'what a person types')
    .addOption(new Option('--country <country>', 'which country').choices([...COUNTRIES]).default('sk'))
    .option('--near <latitude,longitude>', 'the position of the person; addresses only', parsePosition)
  addAction(command, (context, kind: 'companies' | 'addresses', words: string[], options: Options) => {
    if (kind === 'companies' && options.near !== undefined) {
      throw new InputError('--near is for addresses: companies are not ranked by where the person is.')
    }
    using release = openRelease(releasesDir(context))
    const query = words.join(' ')
    const [explanation, lines] =
      kind === 'companies'
        ? explained(companies(release, query, options), companyLines)
        : explained(addresses(release, query, options), addressLines)
    for (const line of lines) context.terminal.line(line)
    context.terminal.json(explanation)
  })
}

function explained<E>(explanation: E, lines: (explanation: E) => string[]): [E, string[]] {
  return [explanation, lines(explanation)]
}

function companies(release: Release, query: string, { country }: Options): CompanyExplanation {
  const index = release.explainableCompanyIndex(country)
  if (index === undefined) throw nothingOf('companies', country)
  return explainCompanies(new CompanySearch(index), index, { query, limit: LIMIT })
}

function addresses(release: Release, query: string, { country, near }: Options): AddressExplanation {
  const index = release.addressIndex(country)
  if (index === undefined) throw nothingOf('addresses', country)
  return explainAddresses(new AddressSearch(index), { query, limit: LIMIT, ...(near === undefined ? {} : { near }) })
}

function nothingOf(kind: string, country: Country): InputError {
  return new InputError(`the release has no ${kind} of ${country}. Import a source of them, then \`regista publish\`.`)
}

function parsePosition(text: string): Position {
  const [latitude, longitude, ...more] = text.split(',').map(Number)
  const isSound =
    latitude !== undefined && longitude !== undefined && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  if (!isSound || more.length !== 0) throw new InvalidArgumentError('Expected two numbers as 48.72,21.26')
  return { latitude, longitude }
}
