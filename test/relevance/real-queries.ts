import { readFileSync } from 'node:fs'
import type { Address } from '../../src/records/address.ts'
import { COUNTRIES, type Country } from '../../src/records/country.ts'
import { AddressSearch, CompanySearch } from '../../src/search/search.ts'
import { flag, readTrialOptions, text } from '../testing/trial.ts'
import { fts5Searcher } from './fts5-searcher.ts'
import { lazyList } from './list.ts'
import { ALL_RULES, type RuleLists } from './rule-lists.ts'
import { ruleTable } from './rule-trial.ts'
import { openReleaseOf } from './sample-release.ts'
import { KINDS, type Kind, type Query, type Searcher, SHOWN, type Suggestion } from './searcher.ts'
import { type AddressRow, allPoints, companiesByRank, type Entity, entitiesByRank } from './static-rank.ts'
import { trigramSearcher } from './trigram-searcher.ts'

/*
 * Asks queries of people about their real records, which are no part of the project. A line of the file: country, kind
 * (company or address), query, what is right, group; parted by tabs, `#` begins a comment. Right is the register's own
 * number, or several with commas: a company number, or the number of an address point. `street~N` is the street of
 * point N or a house in it, `part~N` its part of the municipality, `place~N` the municipality, `in~N` anything there.
 */

const chosen = readTrialOptions({
  name: 'relevance:queries',
  what: 'Ask the queries of a file about the current release of a data folder: how often is the right record first?',
  options: {
    data: text('the data folder', ''),
    queries: text('the file of queries; the head of test/relevance/real-queries.ts says what is in it', ''),
    misses: flag('every query whose record is not first, and what came'),
    without: text('only: what a rule gains, harms and costs, or all of them', ''),
    baselines: flag('asks SQLite FTS5 and PostgreSQL the same'),
  },
})
if (chosen.data === '' || chosen.queries === '') {
  process.stderr.write('relevance:queries: name the folder with --data and the file with --queries\n')
  process.exit(2)
}

interface RealQuery extends Query {
  readonly expected: readonly string[]
  readonly group: string
}

const release = openReleaseOf(chosen.data)
const queries = readFileSync(chosen.queries, 'utf8').split('\n').filter(isQuery).map(readQuery)
const spots = Object.fromEntries(COUNTRIES.map((country) => [country, findSpots(country)])) as unknown as Record<
  Country,
  ReadonlyMap<string, AddressRow>
>
if (chosen.without !== '') {
  const texts = queries.map((query) => query.text)
  print(await ruleTable(chosen.without, texts, async (rules) => placesOf(oursSearcher(rules))))
  process.exit()
}
await ask('Regista', oursSearcher(ALL_RULES))
if (chosen.baselines) {
  const documents = Object.fromEntries(COUNTRIES.map((country) => [country, documentsIn(country)])) as never
  for (const start of [fts5Searcher, trigramSearcher]) {
    await using searcher = await start(documents)
    await ask(searcher.engine, searcher)
  }
}

function isQuery(line: string): boolean {
  return line !== '' && !line.startsWith('#')
}

function readQuery(line: string): RealQuery {
  const [country, kind, query, expected, group] = line.split('\t')
  const kinds: Readonly<Record<string, Kind>> = { company: KINDS[0], address: KINDS[1] }
  if (kinds[kind!] === undefined || expected === undefined) throw new Error(`${chosen.queries}: not a query: ${line}`)
  const asked = { country: country as Country, kind: kinds[kind!]!, text: query!, near: null }
  return { ...asked, expected: expected.split(','), group: `${country} ${kind} ${group ?? ''}` }
}

/** The points that stand for a street, a part or a municipality. */
function findSpots(country: Country): Map<string, AddressRow> {
  const wanted = new Set(
    queries.filter((query) => query.country === country).flatMap(({ expected }) => expected.map(pointOf)),
  )
  const columns = release.addressColumns(country)
  const found = new Map<string, AddressRow>()
  for (let row = 0; row < (columns?.length ?? 0); row++) {
    const key = columns!.sourceKeyAt(row)
    if (wanted.has(key)) found.set(key, columns!.at(row))
  }
  return found
}

function pointOf(expected: string): string {
  return expected.slice(expected.indexOf('~') + 1)
}

/** The name of a street or place. */
function entityName({ street, municipality, municipalityPart }: Entity | AddressRow): string {
  return `entity ${[street ?? '', municipality, municipalityPart ?? ''].join('|')}`
}

function pointNames(row: AddressRow, key: string): string[] {
  return [`point ${key}`, entityName(row).replace('entity', 'house')]
}

function isRight(names: readonly string[], { country, expected }: RealQuery): boolean {
  return expected.some((one) => {
    const [how, point] = one.includes('~') ? one.split('~') : ['', one]
    if (how === '') return names.includes(`ico ${point}`) || names.includes(`point ${point}`)
    const spot = spots[country].get(point!)
    if (spot === undefined) return false
    return names.some((name) => {
      const [kind, rest] = [name.slice(0, name.indexOf(' ')), name.slice(name.indexOf(' ') + 1)]
      const [street, municipality, part] = rest.split('|')
      if (kind === 'point' || municipality !== spot.municipality) return false
      if (how === 'street')
        return street === (spot.street ?? '') && (street !== '' || part === (spot.municipalityPart ?? ''))
      if (how === 'part') return part === spot.municipalityPart && (kind === 'house' || street === '')
      return how === 'in' || (kind === 'entity' && street === '' && (part === '' || part === municipality))
    })
  })
}

function oursSearcher(rules: RuleLists): Pick<Searcher, 'suggest'> {
  const searches = new Map<string, (text: string) => readonly Suggestion[]>()
  for (const country of COUNTRIES) {
    const [companies, addresses] = [release.companyIndex(country), release.addressIndex(country)]
    if (companies !== undefined) {
      const search = new CompanySearch(companies, rules.companies)
      searches.set(`companies ${country}`, (text) =>
        search.search(text, { limit: SHOWN }).map(({ company }) => ({ names: [`ico ${company.ico}`, company.name] })),
      )
    }
    if (addresses !== undefined) {
      const search = new AddressSearch(addresses, rules.addresses)
      searches.set(`addresses ${country}`, (text) =>
        search.search(text, { limit: SHOWN }).map(({ address, sourceId }) => ({
          names: [
            ...pointNames(address as AddressRow, sourceId),
            ...(hasNumber(address) ? [] : [entityName(address as AddressRow)]),
          ],
        })),
      )
    }
  }
  return {
    suggest: ({ kind, country, text }) => Promise.resolve(searches.get(`${kind} ${country}`)?.(text) ?? []),
  }
}

function hasNumber({ registrationNumber, evidenceNumber, orientationNumber }: Address): boolean {
  return registrationNumber !== null || evidenceNumber !== null || orientationNumber !== null
}

/** The records as the baselines index them, each named by its number. */
function documentsIn(country: Country) {
  const columns = release.addressColumns(country)!
  const [points, companies] = [allPoints(columns), companiesByRank(release.companyColumns(country)!)]
  return {
    companies: lazyList(companies.length, (i) => {
      const row = companies.at(i)!
      return { row, names: [`ico ${row.ico}`, row.name] }
    }),
    entities: entitiesByRank(points).map((row) => ({ row, names: [entityName(row)] })),
    points: lazyList(points.length, (i) => {
      const row = points.at(i)!
      return { row, names: pointNames(row, columns.sourceKeyAt(i)) }
    }),
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

async function placesOf(searcher: Pick<Searcher, 'suggest'>): Promise<number[]> {
  const places: number[] = []
  for (const query of queries) places.push(await placeOf(query, searcher))
  return places
}

/** From 1; 0 if it is not shown. */
async function placeOf(query: RealQuery, searcher: Pick<Searcher, 'suggest'>): Promise<number> {
  return (await searcher.suggest(query)).findIndex(({ names }) => isRight(names, query)) + 1
}

interface Count {
  asked: number
  first: number
  five: number
}

async function ask(engine: string, searcher: Pick<Searcher, 'suggest'>): Promise<void> {
  const counts = new Map<string, Count>()
  for (const query of queries) {
    const hits = await searcher.suggest(query)
    const place = hits.findIndex(({ names }) => isRight(names, query))
    const [all] = query.group.split(/ (?=\S*$)/)
    for (const group of [query.group, `${all} all`]) {
      const count = counts.getOrInsertComputed(group, () => ({ asked: 0, first: 0, five: 0 }))
      count.asked += 1
      if (place === 0) count.first += 1
      if (0 <= place && place < 5) count.five += 1
    }
    if (chosen.misses && place !== 0)
      print(`${place < 0 ? 'missed' : `at ${place + 1}`}\t${query.group}\t${query.text}\t${hits[0]?.names.at(-1)}`)
  }
  print(`\n| ${engine} | queries | first | among five |\n| --- | --- | --- | --- |`)
  const percent = (part: number, of: number): string => `${((100 * part) / of).toFixed(1)} %`
  for (const [group, { asked, first, five }] of [...counts].sort(([a], [b]) => a.localeCompare(b)))
    print(`| ${group} | ${asked} | ${percent(first, asked)} | ${percent(five, asked)} |`)
}
