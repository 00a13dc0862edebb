import { AddressWriter } from '../src/http/suggestions/address-writer.ts'
import { CompanyWriter } from '../src/http/suggestions/company-writer.ts'
import { COUNTRIES, type Country } from '../src/records/country.ts'
import { OFFICIAL_URLS } from '../src/records/public-url.ts'
import { type AddressCandidate, AddressSearch, type CompanyFind, CompanySearch } from '../src/search/search.ts'
import { count, flag, readTrialOptions } from '../test/testing/trial.ts'
import { MACHINE, say, writeReport } from './report.ts'
import { sampleArguments, sampleName, sampleOptions } from './sample-data.ts'
import { sampleRelease } from './search/sample-release.ts'
import { addressSearcher, companySearcher, LIMIT } from './search/searched.ts'
import { type Steps, type Times, timeTyping } from './typing/time-typing.ts'
import { type Typing, typeAddresses, typeCompanies } from './typing/typed-texts.ts'

const chosen = readTrialOptions({
  name: 'bench:typing',
  what: 'What one keystroke costs one thread: whole inputs are typed letter by letter, and each prefix is a query, from its text to the bytes of its ten hits.',
  options: {
    ...sampleOptions('small'),
    typings: count('inputs of each country and kind', 300),
    rounds: count('the best of so many', 5),
    write: flag('puts the tables into bench/results/'),
  },
})

const LENGTHS = [
  ['2', 2, 2],
  ['3', 3, 3],
  ['4 to 6', 4, 6],
  ['7 to 12', 7, 12],
  ['13 to 24', 13, 24],
] as const

const buffer = Buffer.alloc(1 << 20)
const encode = (text: string): number => buffer.write(text, 'latin1')

const { release, indexes } = await sampleRelease(chosen)
const { manifest } = release
const command = `npm run bench:typing -- ${sampleArguments(chosen)} --typings ${chosen.typings} --rounds ${chosen.rounds}`
say(`# Typing, ${sampleName(chosen)}\n`)
say(
  `${MACHINE}; one thread; microseconds, each query at its best of ${chosen.rounds} rounds; command: \`${command}\`\n`,
)
say('| | queries | find | read and write | encode | mean | p50 | p99 | worst | stopped early |')
say('|---|---|---|---|---|---|---|---|---|---|')
const lengths: [name: string, typings: readonly Typing[], times: Times][] = []
for (const country of COUNTRIES)
  measure(`companies ${country}`, typeCompanies(indexes, country, chosen.typings), companySteps(country))
for (const country of COUNTRIES)
  measure(`addresses ${country}`, typeAddresses(indexes, country, chosen.typings), addressSteps(country))
say('\nMean by the length of the typed text:\n')
say(`| | ${LENGTHS.map(([name]) => name).join(' | ')} |`)
say(`|---|${LENGTHS.map(() => '---|').join('')}`)
for (const [name, typings, times] of lengths) {
  const queries = typings.flatMap(({ queries }) => queries)
  const cells = LENGTHS.map(([, from, to]) => {
    const some = times.all.filter((_, i) => from <= queries[i]!.length && queries[i]!.length <= to)
    return mean(some).toFixed(1)
  })
  say(`| ${[name, ...cells].join(' | ')} |`)
}
release.close()
if (chosen.write) writeReport('typing', chosen)

function companySteps(country: Country): Steps<readonly CompanyFind[]> {
  const index = indexes.companies[country]
  const search = new CompanySearch(index)
  const writer = new CompanyWriter(country, manifest, { index, urlTemplate: OFFICIAL_URLS.companies[country] })
  const { stopsEarly } = companySearcher(index, country)
  return {
    find: (query) => search.find(query, { limit: LIMIT }).hits,
    write: (found) => writer.write(found),
    encode,
    stopsEarly: (text) => stopsEarly({ text }),
  }
}

function addressSteps(country: Country): Steps<readonly AddressCandidate[]> {
  const index = indexes.addresses[country]
  const search = new AddressSearch(index)
  const writer = new AddressWriter(country, manifest, { index, urlTemplate: OFFICIAL_URLS.addresses[country] })
  const { stopsEarly } = addressSearcher(index)
  return {
    find: (query) => search.find(query, { limit: LIMIT }).hits,
    write: (found) => writer.write(found),
    encode,
    stopsEarly: (text) => stopsEarly({ text }),
  }
}

function measure<F>(name: string, typings: readonly Typing[], steps: Steps<F>): void {
  const times = timeTyping(typings, steps, chosen.rounds)
  lengths.push([name, typings, times])
  const sorted = times.all.toSorted()
  const at = (share: number): string => sorted[Math.floor(share * (sorted.length - 1))]!.toFixed(0)
  const means = [times.find, times.write, times.encode, times.all].map((all) => mean(all).toFixed(1))
  const early = `${((100 * times.stoppedEarly) / sorted.length).toFixed(2)} %`
  say(`| ${[name, sorted.length, ...means, at(0.5), at(0.99), at(1), early].join(' | ')} |`)
}

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
