import { hash } from 'node:crypto'
import { basename } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { isCertain, type Status } from '../../matching/matching.ts'
import type { Country } from '../../records/country.ts'
import { foldLetters } from '../../text/fold-letters.ts'
import type { Context } from '../context.ts'
import { type Columns, type Kind, readCell } from './choose-columns.ts'
import { CELLS, type CleanedRow, type Cleaner } from './cleaner.ts'
import { type ListFormat, type ListRow, readRows } from './list-file.ts'
import { createList } from './new-list.ts'

const CANDIDATES = 3
/** A person looks at rows below this score. */
const SURE = 90
/** Between two looks for Ctrl-C. */
const ROWS_AT_ONCE = 64

export interface CleanSummary {
  readonly rows: number
  readonly byStatus: Readonly<Record<string, number>>
  readonly differences: readonly { readonly difference: string; readonly rows: number }[]
  /** Why most rows without a record have none; undefined if each has one. */
  readonly reason: string | undefined
  readonly skipped: readonly { readonly line: number; readonly reason: string }[]
  readonly toReview: number
}

interface CleanOptions {
  readonly kind: Kind
  readonly columns: Columns
  readonly cleaner: Cleaner
  /** The country of all rows, whatever a column says. */
  readonly country: Country | undefined
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
export async function cleanList(
  { interrupted, terminal }: Pick<Context, 'interrupted' | 'terminal'>,
  format: ListFormat,
  options: CleanOptions,
): Promise<CleanSummary> {
  const width = CELLS[options.kind].length
  const tally = new Tally()
  let done = 0
  const breathe = async (): Promise<void> => {
    await setImmediate()
    interrupted.throwIfAborted()
    const { rows } = tally
    terminal.progress({ what: basename(format.path), unit: 'bytes', done, total: format.bytes, rows })
  }
  using output = createList(options.output, format)
  using review = options.review === undefined ? undefined : createList(options.review, format)
  for await (const row of readRows(format, (bytes) => (done += bytes))) {
    const lineEnd = row.lineEnd || '\n'
    if (row.isHeader) {
      output.write(row, headerOf(options.kind))
      review?.write({ ...row, lineEnd }, REVIEW_HEADER)
      continue
    }
    if (row.isBegun) await breathe()
    if (row.isBegun || (row.bytes.length === 0 && row.problem === undefined)) {
      output.write(row, [])
      continue
    }
    tally.rows += 1
    if (tally.rows % ROWS_AT_ONCE === 0) await breathe()
    const problem = describeProblem(row, format)
    if (problem !== undefined) {
      tally.skip(row.line, problem)
      output.write(row, ['skipped', problem, '0', '', ...pad([], width)])
      continue
    }
    const cleaned = cleanFields(row.fields!, options)
    const isSure = tally.add(cleaned)
    const { choice, differences } = cleaned
    const state = [choice.status, differences.join('; '), String(choice.score)]
    output.write(row, [...state, String(choice.next ?? ''), ...pad(cleaned.cells, width)])
    if (isSure || review === undefined) continue
    const key = rowKey(row.number, row.fields!)
    review.write({ ...row, lineEnd }, [key, ...state, ...candidateCells(cleaned), ''])
  }
  terminal.progressDone()
  output.finish()
  review?.finish()
  return tally.summarize()
}

export function cleanFields(
  fields: readonly string[],
  { columns, cleaner, country }: Pick<CleanOptions, 'columns' | 'cleaner' | 'country'>,
): CleanedRow {
  const place = country ?? readCountry(readCell(fields, columns.country))
  return place === null ? ABROAD : cleaner((role) => readCell(fields, columns[role]), place)
}

const REASONS: Readonly<Partial<Record<Status, string>>> = {
  ambiguous: 'several records fit equally',
  none: 'the release has nothing like them',
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
  readonly #reasons = new Map<string, number>()

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
    if (!isCertain(status))
      count(this.#reasons, REASONS[status] ?? differences.find((one) => /: (conflict|missing)$/.test(one)) ?? status)
    return isSure
  }

  summarize(): CleanSummary {
    const reason = sortByCount(this.#reasons)[0]?.[0]
    return {
      rows: this.rows,
      byStatus: Object.fromEntries(sortByCount(this.#statuses)),
      differences: sortByCount(this.#differences)
        .slice(0, 10)
        .map(([difference, rows]) => ({ difference, rows })),
      reason,
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

/**
 * The number of a row and a hash of its fields, so that a choice is never written to another row. They are the same in
 * CSV and in a workbook, whose cells like formulas have no apostrophe.
 */
export function rowKey(number: number, fields: readonly string[]): string {
  const text = fields.map((field) => field.replace(/^'/, '')).join('\0')
  return `${number}-${hash('sha256', text, 'hex').slice(0, 8)}`
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
  // A shop numbers countries as it likes.
  if (
    folded === '' ||
    /^(?!(203|703)$)\d+$/.test(folded) ||
    /^(cs|csr|cssr|csfr|c[sz]echoslovakia|ceskoslovensko)$/.test(folded)
  )
    return undefined
  if (/^(sk|svk|sr|703)$|^slow|slov(ak|ensk)/.test(folded)) return 'sk'
  return /^(cz|cze|cr|203|cesko)$|cesk[ae]|czech|^tsche/.test(folded) ? 'cz' : null
}
