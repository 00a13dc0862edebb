import { InputError } from '../../stdx/input-error.ts'
import type { Context } from '../context.ts'
import { findColumn, type Kind } from './choose-columns.ts'
import { headerOf, rowKey } from './clean-list.ts'
import { CELLS } from './cleaner.ts'
import { detectFormat, type ListFormat, readRows } from './list-file.ts'
import { createList } from './new-list.ts'

interface Choices {
  /** The id of the chosen record by the key of its row; null for none of them. */
  readonly byRow: ReadonlyMap<string, string | null>
  readonly notUnderstood: readonly { readonly line: number; readonly reason: string }[]
}

/** Reads what a person wrote into the column `choice`: 1, 2, 3, 0 for none of them, or nothing. */
export async function readChoices(path: string): Promise<Choices> {
  const format = await detectFormat(path)
  const [key, choice, ...ids] = ['regista_row', 'choice', 'candidate_1_id', 'candidate_2_id', 'candidate_3_id'].map(
    (name) => findColumn(name, format.columns, path),
  ) as [number, number, ...number[]]
  const byRow = new Map<string, string | null>()
  const chosenTwice = new Set<string>()
  const notUnderstood: { line: number; reason: string }[] = []
  for await (const { line, isHeader, fields, bytes, problem, isBegun } of readRows(format)) {
    if (isHeader || isBegun || (bytes.length === 0 && problem === undefined)) continue
    const chosen = fields?.[choice]?.trim() ?? ''
    const row = fields?.[key]?.trim() ?? ''
    const id = chosen === '0' ? null : fields?.[ids[Number(chosen) - 1] ?? -1]
    if (problem !== undefined || fields?.length !== format.columns.length)
      notUnderstood.push({ line, reason: problem ?? 'has another number of fields than the header' })
    else if (chosen === '') continue
    else if (id === undefined || id === '')
      notUnderstood.push({ line, reason: 'choice is none of 1, 2, 3 with a candidate, or 0' })
    else if (chosenTwice.has(row) || (byRow.has(row) && byRow.get(row) !== id)) {
      chosenTwice.add(row)
      byRow.delete(row)
      notUnderstood.push({ line, reason: `another choice stands beside row ${row}` })
    } else byRow.set(row, id)
  }
  return { byRow, notUnderstood }
}

interface Cleaned {
  readonly format: ListFormat
  readonly kind: Kind
}

/** A list that `regista clean` has written. */
export async function detectCleaned(path: string): Promise<Cleaned> {
  const format = await detectFormat(path)
  for (const kind of ['addresses', 'companies'] as const) {
    const header = headerOf(kind)
    if (format.columns.slice(-header.length).join() === header.join()) return { format, kind }
  }
  throw new InputError(
    `${path} does not end with the columns of \`regista clean\`. Name its output first, then the review.`,
  )
}

/** Writes the cleaned list with the chosen records. Returns the keys of rows that it did not find. */
export async function applyChoices(
  { interrupted }: Pick<Context, 'interrupted'>,
  { format, kind }: Cleaned,
  { byRow }: Choices,
  { cells, path }: { readonly cells: ReadonlyMap<string, readonly string[]>; readonly path: string },
): Promise<ReadonlySet<string>> {
  const left = new Set(byRow.keys())
  const numbers = new Set([...left].map((key) => Number.parseInt(key, 10)))
  const width = headerOf(kind).length
  using output = createList(path, { ...format, columns: format.columns.slice(0, -width) })
  for await (const row of readRows(format)) {
    interrupted.throwIfAborted()
    const given = row.fields?.slice(0, -width) ?? []
    const key = numbers.has(row.number) ? rowKey(row.number, given) : ''
    const id = byRow.get(key)
    const chosen = id == null ? undefined : cells.get(id)
    if (id === undefined || (id !== null && chosen === undefined)) {
      output.write(row, [])
      continue
    }
    left.delete(key)
    const isEnded = kind === 'companies' && chosen?.[CELLS.companies.indexOf('company_status')] !== 'active'
    const state =
      id === null
        ? ['none', 'chosen by a person', '0', '']
        : [isEnded ? 'ended' : 'corrected', 'chosen by a person', '100', '']
    const rest = Array.from({ length: width - state.length }, (_, i) => chosen?.[i] ?? '')
    const bytes = cutCells(row.bytes, format.delimiter, width)
    output.write({ ...row, bytes, fields: given }, [...state, ...rest])
  }
  output.finish()
  return left
}

/** The bytes of a row without its last cells. From behind: only ours are sure to have quotes in pairs. */
function cutCells(bytes: Buffer, delimiter: string, count: number): Buffer {
  let isInside = false
  let [at, left] = [bytes.length, count]
  while (0 < left && 0 < at--) {
    if (bytes[at] === 34) isInside = !isInside
    else if (!isInside && bytes[at] === delimiter.charCodeAt(0)) left -= 1
  }
  return bytes.subarray(0, Math.max(0, at))
}
