import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import type { AddressColumns, AddressIndex } from '../../src/engine/addresses/addresses.ts'
import type { CompanyIndex } from '../../src/engine/companies/companies.ts'
import type { Country } from '../../src/records/country.ts'
import { splitWords } from '../../src/text/words.ts'
import { type Indexes, LIMIT, ofEach } from './searched.ts'

/*
 * The strong baseline: SQLite's full text search over the same records, with everything that makes it fast. Prefixes
 * are indexed, positions are not kept, texts neither, and rows are numbered in rank order, so that it too may stop at
 * the tenth hit.
 */

export interface Fts5 {
  readonly companies: Readonly<Record<Country, Fts5Table>>
  readonly addresses: Readonly<Record<Country, Fts5Table>>
}

/** Which words are beginnings of words. */
export type Beginnings = 'last' | 'every'

export interface Fts5Table {
  /** How many were found, ten at most. */
  find(text: string, beginnings: Beginnings): number
  close(): void
}

/**
 * Opens the tables that an earlier run left in the folder, and builds those that are missing: minutes at national
 * scale.
 */
export function openFts5(indexes: Indexes, dir: string): Fts5 {
  mkdirSync(dir, { recursive: true })
  return {
    companies: ofEach((country) => {
      const index = indexes.companies[country]
      return openTable(dir, { name: `companies-${country}`, numbers: index.rows, texts: () => companyTexts(index) })
    }),
    addresses: ofEach((country) => {
      const { columns } = indexes.addresses[country]
      return openTable(dir, {
        name: `addresses-${country}`,
        numbers: Float64Array.from(columns.keys),
        texts: () => pointTexts(columns),
      })
    }),
  }
}

export function closeFts5({ companies, addresses }: Fts5): void {
  for (const table of [...Object.values(companies), ...Object.values(addresses)]) table.close()
}

interface TableSource {
  readonly name: string
  /** What the rows are numbered by: other numbers, another file. */
  readonly numbers: Uint32Array | Float64Array
  readonly texts: () => Iterable<string>
}

/** Much more than it uses: its pages are never the reason that it is slow. */
const CACHE_KB = 512 * 1024
const MAP_BYTES = 8 * 2 ** 30

function openTable(dir: string, source: TableSource): Fts5Table {
  const { numbers, name } = source
  const fingerprint = crc32(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength)).toString(16)
  const path = join(dir, `${name}-${fingerprint}.db`)
  if (!existsSync(path)) {
    for (const old of readdirSync(dir)) if (old.startsWith(name)) rmSync(join(dir, old))
    buildTable(path, source)
  }
  const database = new DatabaseSync(path, { readOnly: true })
  database.exec(`pragma cache_size = -${CACHE_KB}; pragma mmap_size = ${MAP_BYTES}`)
  const statement = database.prepare(`select rowid from found where found match ? order by rowid limit ${LIMIT}`)
  statement.setReturnArrays(true)
  return {
    find: (text, beginnings) => {
      const match = matchOf(text, beginnings)
      return match === '' ? 0 : statement.all(match).length
    },
    close: () => database.close(),
  }
}

/** Every word as a text of its own, so that none is taken for an operator. */
function matchOf(text: string, beginnings: Beginnings): string {
  const words = splitWords(text).map((word) => `"${word.text}"`)
  return words.length === 0 ? '' : `${words.join(beginnings === 'every' ? '* ' : ' ')}*`
}

const PROGRESS_EVERY = 500_000
/** Words are gathered in memory before they are written: fewer pieces to merge. */
const HASH_BYTES = 256 * 2 ** 20

function buildTable(path: string, { name, numbers, texts }: TableSource): void {
  const startedMs = performance.now()
  const progress = (what: string): void => {
    process.stderr.write(`FTS5 ${name}: ${what}, ${((performance.now() - startedMs) / 1000).toFixed(0)} s\n`)
  }
  const temporary = `${path}.tmp`
  rmSync(temporary, { force: true })
  const database = new DatabaseSync(temporary)
  database.exec(`pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -${CACHE_KB}`)
  database.exec(
    `create virtual table found using fts5(words, prefix = '1 2 3 4', detail = none, content = '',
     tokenize = "unicode61 remove_diacritics 2")`,
  )
  database.exec(`insert into found(found, rank) values ('hashsize', ${HASH_BYTES})`)
  const insert = database.prepare('insert into found(rowid, words) values (?, ?)')
  database.exec('begin')
  let row = 0
  for (const text of texts()) {
    insert.run(row++, text)
    if (row % PROGRESS_EVERY === 0) progress(`${row} of ${numbers.length} rows`)
  }
  database.exec('commit')
  progress('merging')
  database.exec(`insert into found(found) values ('optimize')`)
  database.close()
  renameSync(temporary, path)
  progress('built')
}

/** What companies are found by: their names, and the municipality. */
function* companyTexts({ columns, rows }: CompanyIndex): Generator<string> {
  for (const row of rows) {
    const { name, otherNames, municipality } = columns.at(row)
    yield [name, ...otherNames, municipality ?? ''].join(' ')
  }
}

function* pointTexts(columns: AddressColumns): Generator<string> {
  for (let row = 0; row < columns.length; row++) yield pointText(columns.at(row))
}

function pointText(a: ReturnType<AddressIndex['columns']['at']>): string {
  const letter = a.orientationLetter === null ? null : `${a.orientationNumber}${a.orientationLetter}`
  return [
    a.street,
    a.registrationNumber,
    a.evidenceNumber,
    a.orientationNumber,
    letter,
    a.municipality,
    a.municipalityPart === a.municipality ? null : a.municipalityPart,
    a.postalCode,
  ]
    .filter((text) => text !== null)
    .join(' ')
}
