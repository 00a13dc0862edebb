import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { COUNTRIES, type Country } from '../../src/records/country.ts'
import { inputErrorAt } from '../../src/stdx/input-error.ts'
import { type Expectation, parseExpectation } from './expectation.ts'
import { KINDS, type Position, type Query, SHOWN } from './searcher.ts'

/** A query, the required suggestions, and the reason. */
export interface Case {
  /** `addresses-abbreviations.tsv:12`, or the number of a seeded query. */
  readonly place: string
  /** The file's name without its ending. */
  readonly theme: string
  readonly query: Query
  readonly expected: Expectation
  readonly atMostRank: number
  readonly because: string
}

const HEADER = ['query', 'country', 'near', 'expected', 'at most rank', 'because']

/** Every `.tsv` of a folder. */
export function readCases(dir: string): Case[] {
  const names = readdirSync(dir).filter((name) => name.endsWith('.tsv'))
  return names.sort().flatMap((name) => parseCases(name, readFileSync(join(dir, name), 'utf8')))
}

/**
 * `name` begins with the kind of record: `companies-legal-forms.tsv`. Throws with file and line of the first line that
 * is not a case.
 */
export function parseCases(name: string, text: string): Case[] {
  const kind = KINDS.find((one) => name.startsWith(`${one}-`))
  if (kind === undefined)
    throw inputErrorAt({ file: name }, `the name begins with ${KINDS.map((one) => `${one}-`).join(' or ')}`)
  const cases: Case[] = []
  const lines = text.split('\n').map((content, i) => ({ content, at: { file: name, line: i + 1 } }))
  const [header, ...rows] = lines.filter(({ content }) => content !== '' && !content.startsWith('#'))
  if (header?.content !== HEADER.join('\t')) {
    throw inputErrorAt(
      header?.at ?? { file: name },
      `the first line names the columns: ${HEADER.join(', ')}, with tabs between`,
    )
  }
  const seen = new Map<string, number>()
  for (const { content, at } of rows) {
    const fields = content.split('\t')
    if (fields.length !== HEADER.length) {
      throw inputErrorAt(at, `has ${fields.length} fields; ${HEADER.length} were expected, with tabs between`)
    }
    const [typed, country, near, expected, rank, because] = fields as [string, string, string, string, string, string]
    const before = seen.get(JSON.stringify([typed, country, near, expected]))
    if (before !== undefined) throw inputErrorAt(at, `is the same case as line ${before}`)
    seen.set(JSON.stringify([typed, country, near, expected]), at.line)
    if (!COUNTRIES.includes(country as Country)) {
      throw inputErrorAt({ ...at, column: 'country' }, `is ${JSON.stringify(country)}, not ${COUNTRIES.join(' or ')}`)
    }
    const atMostRank = Number(rank)
    if (!Number.isInteger(atMostRank) || atMostRank < 1 || SHOWN < atMostRank) {
      throw inputErrorAt(
        { ...at, column: 'at most rank' },
        `is ${JSON.stringify(rank)}, not a number from 1 to ${SHOWN}`,
      )
    }
    if (because.trim() === '') throw inputErrorAt({ ...at, column: 'because' }, 'is empty: which rule is it?')
    cases.push({
      place: `${name}:${at.line}`,
      theme: name.slice(0, -'.tsv'.length),
      query: { kind, country: country as Country, text: typed, near: parsePosition(near, at) },
      expected: parseExpectation(expected, at),
      atMostRank,
      because,
    })
  }
  return cases
}

function parsePosition(text: string, at: { readonly file: string; readonly line: number }): Position | null {
  if (text === '') return null
  const [, latitude, longitude] = /^(-?\d+\.\d+), ?(-?\d+\.\d+)$/.exec(text) ?? []
  if (longitude === undefined) {
    throw inputErrorAt(
      { ...at, column: 'near' },
      `is ${JSON.stringify(text)}, not latitude and longitude like 48.15, 17.11`,
    )
  }
  return { latitude: Number(latitude), longitude: Number(longitude) }
}
