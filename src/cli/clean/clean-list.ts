import { hash } from 'node:crypto'
import { basename } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { isCertain } from '../../matching/matching.ts'
import type { Country } from '../../records/country.ts'
import { foldLetters } from '../../text/fold-letters.ts'
import type { Context } from '../context.ts'
import type { Columns, Kind } from './choose-columns.ts'
import { CELLS, type CleanedRow, type Cleaner } from './cleaner.ts'
import { encodeCells, type ListFormat, type ListRow, NewFile, readRows } from './list-file.ts'

const CANDIDATES = 3
/** A person looks at rows below this score. */
const SURE = 90
/** Between two looks for Ctrl-C. */
const ROWS_AT_ONCE = 64

export interface CleanSummary {
  readonly rows: number
  readonly byStatus: Readonly<Record<string, number>>
  readonly differences: readonly { readonly difference: string; readonly rows: number }[]
  readonly skipped: readonly { readonly line: number; readonly reason: string }[]
  readonly toReview: number
}

interface CleanOptions {
  readonly kind: Kind
  readonly columns: Columns
  readonly cleaner: Cleaner
  /** The column of the country, or the country of all rows. */
  readonly country: { readonly column: number } | Country | undefined
  readonly output: string
  readonly review: string | undefined
}

export function headerOf(kind: Kind): string[] {
  return ['status', 'differences', 'score', 'next', ...CELLS[kind]].map((name) => `regista_${name}`)
}

const ABROAD: CleanedRow = {
  choice: { status: 'none', score: 0, next: null },
  differences: ['country: conflict'],
  cells: [],
  candidates: () => [],
}

/** Reads a list row by row and writes each with what is certain of it behind. */
export async function cleanList(context: Context, format: ListFormat, options: CleanOptions): Promise<CleanSummary> {
  const width = CELLS[options.kind].length
  const tally = new Tally()
  let done = 0
  using output = new NewFile(options.output)
  using review = options.review === undefined ? undefined : new NewFile(options.review)
  for await (const row of readRows(format, (bytes) => (done += bytes))) {
    if (row.line === 1) {
      output.write(row.bytes, encodeCells(headerOf(options.kind), format), row.lineEnd)
      review?.write(row.bytes, encodeCells(REVIEW_HEADER, format), row.lineEnd || '\n')
      continue
    }
    if (row.bytes.length === 0) {
      output.write(row.lineEnd)
      continue
    }
    tally.rows += 1
    if (tally.rows % ROWS_AT_ONCE === 0) {
      await setImmediate()
      context.interrupted.throwIfAborted()
      const { rows } = tally
      context.terminal.progress({ what: basename(format.path), unit: 'bytes', done, total: format.bytes, rows })
    }
    const problem = describeProblem(row, format)
    if (problem !== undefined) {
      tally.skip(row.line, problem)
      // Spreadsheets leave out empty cells at the end. Ours stand below their headers all the same.
      const filling = format.delimiter.repeat(Math.max(0, format.columns.length - (row.fields?.length ?? Infinity)))
      const cells = ['skipped', problem, '0', '', ...pad([], width)]
      output.write(row.bytes, filling, encodeCells(cells, format), row.lineEnd)
      continue
    }
    const cleaned = cleanFields(row.fields!, options)
    const isSure = tally.add(cleaned)
    const { choice, differences } = cleaned
    const state = [choice.status, differences.join('; '), String(choice.score)]
    const cells = [...state, String(choice.next ?? ''), ...pad(cleaned.cells, width)]
    output.write(row.bytes, encodeCells(cells, format), row.lineEnd)
    if (isSure || review === undefined) continue
    const reviewed = [rowKey(row), ...state, ...candidateCells(cleaned), '']
    review.write(row.bytes, encodeCells(reviewed, format), row.lineEnd || '\n')
  }
  context.terminal.progressDone()
  output.finish()
  review?.finish()
  return tally.summarize()
}

function cleanFields(fields: readonly string[], { columns, cleaner, country }: CleanOptions): CleanedRow {
  const place = typeof country === 'object' ? readCountry(fields[country.column]!) : country
  return place === null ? ABROAD : cleaner((role) => fields[columns[role] ?? -1] ?? '', place)
}

/** How many skipped rows the summary names. */
const SKIPPED_NAMED = 20

/** What the summary says about the rows. */
class Tally {
  rows = 0
  #toReview = 0
  readonly #skipped: { line: number; reason: string }[] = []
  readonly #statuses = new Map<string, number>()
  readonly #differences = new Map<string, number>()

  skip(line: number, reason: string): void {
    count(this.#statuses, 'skipped')
    if (this.#skipped.length < SKIPPED_NAMED) this.#skipped.push({ line, reason })
  }

  /** False if a person must look at the row. */
  add({ choice: { status, score }, differences }: CleanedRow): boolean {
    count(this.#statuses, status)
    for (const difference of differences) count(this.#differences, difference)
    const isSure = isCertain(status) && SURE <= score
    if (!isSure) this.#toReview += 1
    return isSure
  }

  summarize(): CleanSummary {
    return {
      rows: this.rows,
      byStatus: Object.fromEntries(sortByCount(this.#statuses)),
      differences: sortByCount(this.#differences)
        .slice(0, 10)
        .map(([difference, rows]) => ({ difference, rows })),
      skipped: this.#skipped,
      toReview: this.#toReview,
    }
  }
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

function sortByCount(counts: ReadonlyMap<string, number>): [string, number][] {
  return [...counts].sort(([, a], [, b]) => b - a)
}

const REVIEW_HEADER = [
  ...['regista_row', 'regista_status', 'regista_differences', 'regista_score'],
  ...[1, 2, 3].flatMap((n) => [`candidate_${n}`, `candidate_${n}_id`]),
  'choice',
]

/** The line of a row and a hash of its bytes, so that a choice is never written to another row. */
export function rowKey({ line, bytes }: Pick<ListRow, 'line' | 'bytes'>): string {
  return `${line}-${hash('sha256', bytes, 'hex').slice(0, 8)}`
}

function describeProblem({ problem, fields }: ListRow, { columns }: ListFormat): string | undefined {
  if (problem !== undefined || fields === undefined) return problem
  return fields.length === columns.length ? undefined : `has ${fields.length} fields, the header has ${columns.length}`
}

function candidateCells({ candidates }: CleanedRow): string[] {
  return pad(
    candidates()
      .slice(0, CANDIDATES)
      .flatMap(({ text, id }) => [text, id]),
    2 * CANDIDATES,
  )
}

function pad(cells: readonly string[], length: number): string[] {
  return Array.from({ length }, (_, i) => cells[i] ?? '')
}

/** "SK", "Slovensko", "703", "Č. R.", "Czechia": undefined for an empty cell, null for another country. */
function readCountry(text: string): Country | undefined | null {
  const folded = foldLetters(text).replaceAll(/[^a-z0-9]/g, '')
  if (folded === '' || /^(cs|csr|cssr|csfr|c[sz]echoslovakia|ceskoslovensko)$/.test(folded)) return undefined
  if (/^(sk|svk|sr|703)$|^slow|slov(ak|ensk)/.test(folded)) return 'sk'
  return /^(cz|cze|cr|203|cesko)$|cesk[ae]|czech|^tsche/.test(folded) ? 'cz' : null
}
