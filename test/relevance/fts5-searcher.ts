import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { foldLetters } from '../../src/text/fold-letters.ts'
import { splitWords } from '../../src/text/words.ts'
import { type Documents, ICO_QUERY, type Indexed, numberForms } from './documents.ts'
import { type Query, type Searcher, SHOWN, type Suggestion } from './searcher.ts'

/*
 * SQLite's full-text search as one would use it who knows it: diacritics dropped, indexes of short prefixes, the name
 * weighed above the rest, the last word a prefix, all words first and any of them only when all are not found; an exact
 * name and a name that starts so come first, then the living.
 */

const SCHEMA = `
  create virtual table companies using fts5(name, otherNames, municipality, tokenize = "unicode61 remove_diacritics 2", prefix = '1 2 3 4');
  create table company (id integer primary key, plain text, living integer, ico text);
  create index company_ico on company (ico);
  create virtual table entities using fts5(name, place, tokenize = "unicode61 remove_diacritics 2", prefix = '1 2 3 4');
  create virtual table points using fts5(street, numbers, place, postalCode, tokenize = "unicode61 remove_diacritics 2", prefix = '1 2 3 4');
`

/** Numbers of documents are given in the order of their rank, so that they settle what is equal otherwise. */
const FIND = {
  companies: `select id as rowid from companies join company on id = companies.rowid where companies match :match
    order by plain = :plain desc, substr(plain, 1, length(:plain)) = :plain desc, living desc,
      case when substr(plain, 1, length(:plain)) = :plain then id end, bm25(companies, 10, 5, 2), id limit ${SHOWN}`,
  icos: `select id as rowid from company where ico >= :from and ico < :to order by id limit ${SHOWN}`,
  entities: `select rowid from entities where entities match :match order by bm25(entities, 5, 1), rowid limit ${SHOWN}`,
  points: `select rowid from points where points match :match order by bm25(points, 5, 5, 2, 2), rowid limit ${SHOWN}`,
} as const

export function fts5Searcher(documents: Documents): Searcher {
  const database = new Map(
    Object.entries(documents).map(([country, ofCountry]) => [country, build(ofCountry)] as const),
  )
  return {
    engine: 'SQLite FTS5',
    async suggest(query) {
      const { documents: shown, find } = database.get(query.country)!
      const { source, rows } = find(query)
      return rows.map((row) => ({ names: shown[source].at(row)!.names }) satisfies Suggestion)
    },
    async [Symbol.asyncDispose]() {
      for (const { close } of database.values()) close()
    },
  }
}

type Source = 'companies' | 'entities' | 'points'

interface Built {
  readonly documents: Indexed
  find(query: Query): { readonly source: Source; readonly rows: readonly number[] }
  close(): void
}

function build(documents: Indexed): Built {
  const database = new DatabaseSync(':memory:')
  database.exec(`${SCHEMA} begin`)
  insert(database, documents)
  database.exec(
    "commit; insert into companies (companies) values ('optimize'); insert into points (points) values ('optimize')",
  )
  const statements = Object.fromEntries(
    Object.entries(FIND).map(([name, sql]) => [name, database.prepare(sql)]),
  ) as Record<keyof typeof FIND, StatementSync>
  const rowsOf = (name: keyof typeof FIND, values: Record<string, string>): number[] =>
    statements[name].all(values).map(({ rowid }) => Number(rowid))
  const byWords = (source: Source, text: string, values: Record<string, string>): number[] => {
    const words = splitWords(text).map(({ text: word }) => `"${word}"`)
    if (words.length === 0) return []
    const all = rowsOf(source, { ...values, match: `${words.join(' ')}*` })
    return all.length !== 0 ? all : rowsOf(source, { ...values, match: `${words.join(' OR ')}*` })
  }
  return {
    documents,
    find({ kind, text }) {
      if (kind === 'addresses') {
        const source = /\d/.test(text) ? 'points' : 'entities'
        return { source, rows: byWords(source, text, {}) }
      }
      if (ICO_QUERY.test(text)) {
        const digits = text.replaceAll(' ', '')
        const rows = rowsOf('icos', { from: digits, to: `${digits}:` })
        return { source: 'companies', rows: rows.length !== 0 ? rows : rowsOf('icos', padded(digits)) }
      }
      return { source: 'companies', rows: byWords('companies', text, { plain: foldLetters(text.trim()) }) }
    },
    close: () => database.close(),
  }
}

function padded(digits: string): { from: string; to: string } {
  return { from: digits.padStart(8, '0'), to: `${digits.padStart(8, '0')}:` }
}

function insert(database: DatabaseSync, { companies, entities, points }: Indexed): void {
  const words = database.prepare('insert into companies (rowid, name, otherNames, municipality) values (?, ?, ?, ?)')
  const company = database.prepare('insert into company values (?, ?, ?, ?)')
  for (let i = 0; i < companies.length; i++) {
    const { row } = companies.at(i)!
    words.run(i, row.name, row.otherNames.join(' '), row.municipality)
    company.run(i, foldLetters(row.name), row.status === null ? 1 : 0, row.ico)
  }
  const entity = database.prepare('insert into entities (rowid, name, place) values (?, ?, ?)')
  for (let i = 0; i < entities.length; i++) {
    const { row } = entities.at(i)!
    const name = row.street ?? row.municipalityPart ?? row.municipality
    entity.run(i, name, `${row.municipality} ${row.postalDistrict ?? ''}`)
  }
  const point = database.prepare(
    'insert into points (rowid, street, numbers, place, postalCode) values (?, ?, ?, ?, ?)',
  )
  for (let i = 0; i < points.length; i++) {
    const { row } = points.at(i)!
    const places = [row.municipalityPart, row.municipality, row.postalDistrict].filter((one) => one !== null)
    const { postalCode } = row
    const codes = postalCode === null ? '' : `${postalCode} ${postalCode.slice(0, 3)} ${postalCode.slice(3)}`
    point.run(
      i,
      row.street ?? row.municipalityPart ?? row.municipality,
      numberForms(row).join(' '),
      places.join(' '),
      codes,
    )
  }
}
