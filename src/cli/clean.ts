import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { setFlagsFromString } from 'node:v8'
import { type Command, InvalidArgumentError } from 'commander'
import { COUNTRIES } from '../records/country.ts'
import { ReleaseFolder, WithdrawnRecords } from '../release/release.ts'
import { formatCount, formatNumber } from '../stdx/format-count.ts'
import { InputError } from '../stdx/input-error.ts'
import { applyChoices, detectCleaned, readChoices } from './clean/apply-review.ts'
import {
  type Columns,
  type FirstRows,
  findColumn,
  formatColumns,
  type Kind,
  proposeColumns,
  readColumns,
  readFirstRows,
} from './clean/choose-columns.ts'
import { type CleanSummary, cleanList } from './clean/clean-list.ts'
import { cellsById, createCleaner } from './clean/cleaner.ts'
import { findMistake } from './clean/find-mistake.ts'
import { detectFormat, type ListFormat } from './clean/list-file.ts'
import { addAction, type Context, releasesDir } from './context.ts'
import { openRelease } from './open-release.ts'

interface Options {
  readonly column?: readonly string[]
  readonly country?: string
  readonly review?: string
  readonly yes?: boolean
  readonly anyway?: boolean
  readonly sheet?: string
}

export function cleanCommand(command: Command): void {
  for (const kind of ['addresses', 'companies'] as const) {
    const roles =
      kind === 'addresses'
        ? 'street=Ulica,number=Číslo,town=Mesto,postcode=PSČ, or address=Adresa'
        : 'ico=IČO,name=Firma,town=Mesto'
    const clean = command
      .command(kind)
      .description(`Match a list of ${kind} with the release, and write it with what is certain of each row.`)
      .argument('<input>', 'a CSV file or workbook (.xlsx) with a header')
      .argument('<output>', 'a file that does not exist yet: a workbook if it ends with .xlsx, else CSV')
      .option(
        '--column <columns>',
        `which columns hold what: ${roles}; may be repeated, and so may number`,
        (one: string, before: string[] = []) => [...before, one],
      )
      .option('--country <country>', 'sk, cz, or column:NAME (default: each row is searched in all)', parseCountry)
      .option('--sheet <name>', 'the sheet of a workbook (default: the first one)')
      .option('--review <file>', 'also write the rows that a person must see, with candidates to choose from')
      .option('--yes', 'take the proposed columns without asking')
      .option('--anyway', 'clean also where the first rows show a mistake')
    addAction(clean, (context, input: string, output: string, options: Options) =>
      cleanFile(context, kind, { input, output, ...options }),
    )
  }
  const apply = command
    .command('apply')
    .description('Write a cleaned list with the choices of its review.')
    .argument('<cleaned>', 'the output of regista clean')
    .argument('<review>', 'its review, with 1, 2, 3 or 0 in the column choice')
    .argument('<output>', 'a file that does not exist yet')
  addAction(apply, applyReview)
}

async function cleanFile(
  context: Context,
  kind: Kind,
  options: Options & { readonly input: string; readonly output: string },
): Promise<void> {
  // Rows live shortly. Otherwise V8 lets the heap grow by 80 MB before it collects what is left of them.
  setFlagsFromString('--optimize-for-size')
  const { country, input, output, review } = options
  if (review !== undefined && resolve(review) === resolve(output))
    throw new InputError(`--review names the output, ${output}. Choose another name for one of them.`)
  const format = await detectFormat(input, options.sheet)
  if (format.columns.some((column) => column.startsWith('regista_')))
    throw new InputError(`${input} has columns of \`regista clean\` already. Take the list from before it.`)
  const rows = await readFirstRows(format)
  const chosen = await decideColumns(context, kind, { format, rows }, options)
  const columns = country?.startsWith('column:')
    ? { ...chosen, country: [findColumn(country.slice('column:'.length), format.columns, input)] }
    : chosen
  const place = COUNTRIES.find((one) => one === country)
  using release = openRelease(releasesDir(context))
  const cleaner = createCleaner(kind, release, readWithdrawn(context))
  const mistake = findMistake({ kind, format, rows, columns, cleaner, country: place })
  if (mistake !== undefined && options.anyway !== true)
    throw new InputError(`${input}: ${mistake} To clean it all the same, add --anyway.`)
  const beganMs = context.clock.nowMs()
  const summary = await cleanList(context, format, { kind, columns, cleaner, country: place, output, review })
  const rowsPerSecond = Math.round(summary.rows / Math.max(0.001, (context.clock.nowMs() - beganMs) / 1000))
  printSummary(context, { ...summary, rowsPerSecond, input, output, review })
}

/** Nothing is guessed in silence: each column is named, and a person or `--yes` agrees to a proposal. */
async function decideColumns(
  context: Context,
  kind: Kind,
  { format, rows }: { readonly format: ListFormat; readonly rows: FirstRows },
  { column, yes }: Options,
): Promise<Columns> {
  const columns = column === undefined ? proposeColumns(kind, format, rows) : readColumns(kind, column, format)
  if (Object.keys(columns).length === 0)
    throw new InputError(
      `no column of ${format.path} looks like ${kind}. Name them with --column. Its columns are ${format.columns.join(', ')}.`,
    )
  for (const [i, header] of format.columns.entries()) {
    const role = Object.keys(columns).find((one) => columns[one]!.includes(i))
    context.terminal.warn(`column ${header}: ${role ?? 'not used'}`)
  }
  if (column !== undefined || yes === true) return columns
  if (!process.stdin.isTTY)
    throw new InputError(
      `repeat with --yes to take these columns, or name others: --column '${formatColumns(columns, format)}'`,
    )
  const reading = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await reading
    .question('Take these columns? [y/N] ', { signal: context.interrupted })
    .finally(() => reading.close())
  if (/^(y|yes|a|ano|áno)$/i.test(answer.trim())) return columns
  throw new InputError('nothing was cleaned. Name the columns with --column.')
}

type Printed = CleanSummary & {
  readonly rowsPerSecond: number
  readonly input: string
  readonly output: string
  readonly review: string | undefined
}

function printSummary({ terminal }: Context, summary: Printed): void {
  const { rows, byStatus, differences, reason, skipped, toReview, rowsPerSecond, input, output, review } = summary
  terminal.line(`${output}: ${formatCount(rows, 'row')}, ${formatNumber(rowsPerSecond)} a second`)
  for (const [status, count] of Object.entries(byStatus))
    terminal.line(`  ${status.padEnd(10)} ${formatNumber(count).padStart(9)}  ${((100 * count) / rows).toFixed(1)} %`)
  if (differences.length !== 0) terminal.line('most frequent differences')
  for (const { difference, rows } of differences) terminal.line(`  ${formatNumber(rows).padStart(9)}  ${difference}`)
  if (reason !== undefined) terminal.line(`most frequent reason of rows without a record: ${reason}`)
  for (const { line, reason } of skipped) terminal.warn(`${input}, line ${line}: ${reason}; the row was skipped`)
  const hidden = (byStatus.skipped ?? 0) - skipped.length
  if (0 < hidden)
    terminal.warn(`${input}: ${formatCount(hidden, 'more row')} skipped; regista_differences has the reasons`)
  if (review !== undefined) terminal.line(`${review}: ${formatCount(toReview, 'row')} for a person`)
  terminal.json(summary)
}

async function applyReview(context: Context, cleaned: string, review: string, output: string): Promise<void> {
  const list = await detectCleaned(cleaned)
  const choices = await readChoices(review)
  using release = openRelease(releasesDir(context))
  const ids = new Set([...choices.byRow.values()].filter((id) => id !== null))
  const cells = cellsById(list.kind, release, readWithdrawn(context), ids)
  const left = await applyChoices(context, list, choices, { cells, path: output })
  for (const { line, reason } of choices.notUnderstood)
    context.terminal.warn(`${review}, line ${line}: ${reason}; the row stays as it was`)
  for (const key of left) {
    const id = choices.byRow.get(key)
    const why =
      id != null && !cells.has(id) ? 'the release has no longer the chosen record' : `no such row in ${cleaned}`
    context.terminal.warn(`${review}, row ${key}: ${why}; the row stays as it was`)
  }
  const applied = choices.byRow.size - left.size
  context.terminal.line(`${output}: ${formatCount(applied, 'choice')} applied`)
  context.terminal.json({ output, applied, notUnderstood: choices.notUnderstood, notFound: [...left] })
}

function readWithdrawn(context: Context): WithdrawnRecords {
  return new WithdrawnRecords(new ReleaseFolder(releasesDir(context)).withdrawals())
}

function parseCountry(text: string): string {
  if (text.startsWith('column:') || (COUNTRIES as readonly string[]).includes(text)) return text
  throw new InvalidArgumentError(`Expected ${COUNTRIES.join(', ')} or column:NAME.`)
}
