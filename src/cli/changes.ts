import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { CatalogHistory } from '../catalog/record-history.ts'
import { type Change, type ChangesQuery, describeUnknown, findChanges, type Moment } from '../changes/changes.ts'
import { COUNTRIES, type Country, KINDS, type Kind } from '../records/country.ts'
import { dayAfter, parseDay } from '../records/date.ts'
import { ReleaseFolder } from '../release/release.ts'
import { isoDay } from '../stdx/clock.ts'
import { formatCount, formatNumber } from '../stdx/format-count.ts'
import { InputError } from '../stdx/input-error.ts'
import { encodeCells } from './clean/encode-cells.ts'
import { NewFile } from './clean/new-file.ts'
import { addAction, type Context, openKnownCatalog, releasesDir } from './context.ts'
import { readListedRecords } from './read-listed-records.ts'
import { currentCall } from './shell.ts'
import { escapeControls, withoutControls } from './terminal.ts'

interface Options {
  readonly since: string
  readonly until?: string
  readonly country?: Country
  readonly kind?: Kind
  readonly list?: string
  readonly column?: string
  readonly out?: string
}

const CSV = { encoding: 'utf-8', delimiter: ';' } as const
const COLUMNS = [
  ...['row', 'country', 'kind', 'id', 'number', 'what', 'before', 'after', 'source', 'register_day', 'our_day'],
]

export function changesCommand(command: Command): void {
  command
    .requiredOption('--since <moment>', 'a day (of import, UTC, as 2026-11-01) or a kept release')
    .option('--until <moment>', 'a day, which is included, or a kept release (default: now)')
    .addOption(new Option('--country <country>', 'only this country (default: all)').choices(COUNTRIES))
    .addOption(new Option('--kind <kind>', 'only records of this kind (default: all)').choices(KINDS))
    .option('--list <file>', 'only what a list names: by regista_id, by regista_ico, or by a column of numbers')
    .option('--column <header>', 'the column of the list that has the company numbers')
    .option('--out <file>', 'write the changes to a file that does not exist yet')
  addAction(command, printChanges)
}

async function printChanges(context: Context, options: Options): Promise<void> {
  if (options.column !== undefined && options.list === undefined)
    throw new InvalidArgumentError('--column names a column of a list. Name the list with --list.')
  if (/\.xlsx$/i.test(options.out ?? ''))
    throw new InvalidArgumentError('--out is written as CSV. Name a file that ends with .csv.')
  // The objects of a row live shortly, as in `regista clean`.
  setFlagsFromString('--optimize-for-size')
  const countries = COUNTRIES.filter((one) => options.country === undefined || one === options.country)
  const list = options.list === undefined ? undefined : await readListedRecords(options.list, options.column, countries)
  using catalog = await openKnownCatalog(context)
  using history = catalog.history()
  const kinds = KINDS.filter((one) => (options.kind ?? list?.kind ?? one) === one)
  if (isoDay(context.clock.nowMs()) < (parseDay(options.since) ?? ''))
    throw new InvalidArgumentError('--since is a day to come.')
  const [since, until] = [findMoment(context, history, options.since), findUntil(context, history, options.until)]
  if (until.at <= since.at) throw new InvalidArgumentError('--until is not after --since.')
  const query = { since, until, countries, kinds, listed: list?.records }
  const unknown = [...describeUnknown(history, query)]
  using file = options.out === undefined ? undefined : new NewFile(options.out)
  const write = (text: string): void => {
    if (file !== undefined) file.write(`${text}\n`)
    else currentCall().stdout.write(`${context.json ? escapeControls(text) : withoutControls(text)}\n`)
  }
  if (!context.json) write(toCsv(COLUMNS))
  const counts = await writeChanges(context, write, { history, query })
  file?.finish()
  const changes = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const withoutNumber = list?.withoutNumber ?? 0
  for (const note of unknown) context.terminal.warn(note)
  if (withoutNumber !== 0) context.terminal.warn(`${formatCount(withoutNumber, 'row')} of the list without a number`)
  const byWhat = Object.entries(counts).map(([what, count]) => `${what} ${formatNumber(count)}`)
  context.terminal.warn(`${formatCount(changes, 'line')}${changes === 0 ? '' : `: ${byWhat.join(', ')}`}`)
  if (file !== undefined) context.terminal.json({ changes, counts, unknown, withoutNumber, out: options.out })
}

/** One line for each change and each row that names its record, and one for each row whose record is unknown. */
async function writeChanges(
  { interrupted, json }: Context,
  write: (text: string) => void,
  { history, query }: { readonly history: CatalogHistory; readonly query: ChangesQuery },
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  const put = (row: number | null, change: Omit<Change, 'rows'> | undefined): void => {
    const what = change?.what ?? 'unknown'
    counts[what] = (counts[what] ?? 0) + 1
    const { country, kind, id, number, before, after, source, registerDay, ourDay } = change ?? NOTHING
    const cells = [row, country, kind, id, number, what, before, after, source, registerDay, ourDay]
    write(json ? JSON.stringify(Object.fromEntries(COLUMNS.map((name, i) => [name, cells[i] ?? null]))) : toCsv(cells))
  }
  let done = 0
  for (const found of findChanges(history, query)) {
    if (found === undefined || ++done % 64 === 0) {
      await setImmediate()
      interrupted.throwIfAborted()
    }
    if (found === undefined) continue
    const { rows, ...change } = found
    for (const row of query.listed === undefined ? [null] : rows) put(row, change)
  }
  for (const row of query.listed?.unknownRows() ?? []) put(row, undefined)
  return counts
}

const NOTHING: Partial<Change> = {}

function toCsv(cells: readonly (string | number | null | undefined)[]): string {
  return encodeCells(
    cells.map((cell) => String(cell ?? '')),
    CSV,
  )
    .subarray(1)
    .toString()
}

function findUntil(context: Context, history: CatalogHistory, text: string | undefined): Moment {
  const day = parseDay(text ?? '')
  if (text === undefined || isoDay(context.clock.nowMs()) <= (day ?? ''))
    return { generation: Number.MAX_SAFE_INTEGER, at: '9999' }
  return findMoment(context, history, day === undefined ? text : dayAfter(day))
}

/** The catalog as it was when a day began, or when a release was built. */
function findMoment(context: Context, history: CatalogHistory, text: string): Moment {
  const day = parseDay(text)
  if (day !== undefined) {
    const at = `${day}T00:00:00.000Z`
    const before = history.imports.values().filter(({ importedAt }) => importedAt < at)
    return { generation: Math.max(0, ...before.map(({ generation }) => generation)), at }
  }
  const folder = new ReleaseFolder(releasesDir(context))
  const manifest = folder.ids().includes(text) ? folder.describe(text).manifest : undefined
  if (manifest === undefined)
    throw new InputError(`${text} is neither a day as 2026-11-01 nor a kept release. \`regista releases\` lists them.`)
  for (const { generation, importedAt, dataset } of manifest.sources) {
    if (history.imports.get(generation)?.importedAt !== importedAt)
      throw new InputError(`${text} was built from another catalog: its import of ${dataset.name} is not in this one.`)
  }
  return { generation: Math.max(0, ...manifest.sources.map(({ generation }) => generation)), at: manifest.createdAt }
}
