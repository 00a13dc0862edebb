import { Client } from 'pg'
import type { Country } from '../../src/records/country.ts'
import { startOwnPostgres } from '../../src/storage/testing/postgres.ts'
import { type Documents, ICO_QUERY, type Indexed, numberForms } from './documents.ts'
import type { List } from './list.ts'
import { type Query, type Searcher, SHOWN } from './searcher.ts'

/*
 * PostgreSQL with pg_trgm and unaccent as one would use it: a column of plain text with a trigram index, the query
 * matched against the best part of it (word similarity), the name weighed above the rest, then the rank.
 */

const SCHEMA = `
  create extension pg_trgm; create extension unaccent;
  create table documents (id integer, kind text, country text, name text, rest text, ico text, living boolean);
`

/** One by one: together they would be one transaction, in which there is no vacuum. */
const INDEX = [
  'update documents set name = lower(unaccent(name)), rest = lower(unaccent(rest))',
  "alter table documents add column plain text generated always as (name || ' ' || rest) stored",
  'create index on documents using gin (plain gin_trgm_ops)',
  'create index on documents (country, ico text_pattern_ops)',
  'vacuum analyze documents',
  'set pg_trgm.word_similarity_threshold = 0.45',
]

/** A name that is typed whole or begun comes first; then what is most like the query, the name counting twice. */
const FIND = `
  with asked as (select lower(unaccent($1)) as q)
  select id from documents, asked
  where kind = $2 and country = $3 and q <% plain
  order by (name = q) desc, starts_with(name, q) desc,
    2 * word_similarity(q, name) + 2 * word_similarity(q, plain) + similarity(q, name) desc, living desc, id
  limit ${SHOWN}`

const FIND_ICO = `select id from documents where country = $1 and kind = 'companies' and (ico like $2 || '%' or ico = lpad($2, 8, '0')) order by id limit ${SHOWN}`

export async function trigramSearcher(documents: Documents): Promise<Searcher> {
  const postgres = await startOwnPostgres({ shared_buffers: '256MB', max_parallel_workers_per_gather: '0' })
  const client = new Client({ connectionString: postgres.url })
  const close = async (): Promise<void> => {
    await client.end()
    await postgres[Symbol.asyncDispose]()
  }
  try {
    await fill(client, documents)
  } catch (error) {
    await close()
    throw error
  }
  const idsOf = async (sql: string, given: readonly string[]): Promise<number[]> => {
    const { rows } = await client.query<{ id: number }>(sql, [...given])
    return rows.map(({ id }) => id)
  }
  const find = async ({ kind, country, text }: Query) => {
    const { companies, entities, points } = documents[country]
    if (kind === 'companies') {
      const digits = text.replaceAll(' ', '')
      const ids = await (ICO_QUERY.test(text) ? idsOf(FIND_ICO, [country, digits]) : idsOf(FIND, [text, kind, country]))
      return ids.map((id) => companies.at(id)!)
    }
    const found = /\d/.test(text) ? { list: points, kind: 'points' } : { list: entities, kind: 'entities' }
    return (await idsOf(FIND, [text, found.kind, country])).map((id) => found.list.at(id)!)
  }
  return {
    engine: 'PostgreSQL pg_trgm',
    async suggest(query) {
      // A zero byte is no text for PostgreSQL.
      const text = query.text.replaceAll('\0', '').trim()
      return text === '' ? [] : (await find({ ...query, text })).map(({ names }) => ({ names }))
    },
    [Symbol.asyncDispose]: close,
  }
}

async function fill(client: Client, documents: Documents): Promise<void> {
  await client.connect()
  await client.query(SCHEMA)
  for (const [country, ofCountry] of Object.entries(documents)) await insert(client, country as Country, ofCountry)
  for (const statement of INDEX) await client.query(statement)
}

interface Row {
  readonly id: number
  readonly kind: string
  readonly name: string
  readonly rest: string
  readonly ico: string | null
  readonly living: boolean
}

/** Rows in one statement; a parameter holds them all as JSON. */
const ROWS_PER_INSERT = 20_000

async function insert(client: Client, country: Country, { companies, entities, points }: Indexed): Promise<void> {
  await insertRows(client, country, companies, ({ row }, id) => ({
    id,
    kind: 'companies',
    name: row.name,
    rest: `${row.otherNames.join(' ')} ${row.municipality ?? ''}`,
    ico: row.ico,
    living: row.status === null,
  }))
  await insertRows(client, country, entities, ({ row }, id) => ({
    id,
    kind: 'entities',
    name: row.street ?? row.municipalityPart ?? row.municipality,
    rest: `${row.municipality} ${row.postalDistrict ?? ''}`,
    ico: null,
    living: true,
  }))
  await insertRows(client, country, points, ({ row }, id) => ({
    id,
    kind: 'points',
    name: `${row.street ?? row.municipalityPart ?? row.municipality} ${numberForms(row).join('/')}`,
    rest: `${row.municipalityPart ?? ''} ${row.municipality} ${row.postalDistrict ?? ''} ${row.postalCode ?? ''}`,
    ico: null,
    living: true,
  }))
}

async function insertRows<T>(
  client: Client,
  country: Country,
  list: List<T>,
  rowOf: (document: T, id: number) => Row,
): Promise<void> {
  for (let from = 0; from < list.length; from += ROWS_PER_INSERT) {
    const count = Math.min(ROWS_PER_INSERT, list.length - from)
    const rows = Array.from({ length: count }, (_, i) => rowOf(list.at(from + i)!, from + i))
    await client.query(
      `insert into documents select id, kind, $1, name, rest, ico, living
       from jsonb_to_recordset($2) as t (id integer, kind text, name text, rest text, ico text, living boolean)`,
      [country, JSON.stringify(rows)],
    )
  }
}
