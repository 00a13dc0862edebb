import { type Command, InvalidArgumentError } from 'commander'
import { buildStatement, listPeriods, type Statement, sumUseOfAll } from '../ledger/accounting.ts'
import { dayAt, type Month, monthAfter, monthAt, monthOf } from '../ledger/calendar.ts'
import { isoDay } from '../stdx/clock.ts'
import { formatNumber } from '../stdx/format-count.ts'
import { InputError } from '../stdx/input-error.ts'
import { toOneLine } from '../stdx/to-one-line.ts'
import { addAction, type Context } from './context.ts'
import { parseMonth } from './parse.ts'
import { currentCall } from './shell.ts'
import { withBooks } from './with-books.ts'

export function usageCommand(command: Command): void {
  command
    .argument('[account]', 'the account')
    .option('--period <month>', 'a calendar month: 2026-11 (default: the current one)', parseMonth)
    .option('--all', 'every account that used something, by operation')
    .option('--csv', 'with --all: a table with commas, for a spreadsheet')
  addAction(command, async (context, account: string | undefined, options: UsageOptions) => {
    const { period, startsAtMs } = options.period ?? monthAt(context.clock.nowMs())
    if (context.clock.nowMs() < startsAtMs) throw new InvalidArgumentError(`The month ${period} has not begun.`)
    if (options.csv === true && options.all !== true) throw new InvalidArgumentError('--csv needs --all.')
    if (options.all === true && account !== undefined)
      throw new InvalidArgumentError('Name an account, or use --all, not both.')
    if (options.all === true) return await showAll(context, period, options.csv === true)
    if (account === undefined) throw new InvalidArgumentError('Name an account, or use --all.')
    const found = await readAt(context, period, (rows) => buildStatement(rows, account, period))
    if (found.outcome === 'unknown_account') {
      throw new InputError(
        `there is no account ${toOneLine(account)} in the books. Check the name: it is case-sensitive.`,
      )
    }
    if (found.outcome === 'differs') {
      throw new InputError(
        `the books and their journal do not agree (${found.difference}). \`regista audit\` lists the differences.`,
      )
    }
    for (const line of statementLines(found, context.clock.nowMs())) context.terminal.line(line)
    const { outcome: _outcome, days: _days, ...result } = found
    context.terminal.json(result)
  })
}

type UsageOptions = { readonly period?: Month; readonly all?: true; readonly csv?: true }

/** A month before the books is more likely mistyped than wanted. */
async function readAt<T>(
  context: Context,
  period: string,
  read: (rows: Parameters<typeof listPeriods>[0]) => Promise<T>,
): Promise<T> {
  return await withBooks(context, (books) =>
    books.snapshot(async (rows) => {
      const [first] = await listPeriods(rows)
      if (first !== undefined && period < first) throw new InputError(`the books begin in ${first}.`)
      return await read(rows)
    }),
  )
}

async function showAll(context: Context, period: string, isCsv: boolean): Promise<void> {
  const { terminal } = context
  const found = await readAt(context, period, (rows) => sumUseOfAll(rows, period))
  const names = [...new Set(found.flatMap(({ operations }) => operations.map(({ operation }) => operation)))].sort()
  const head = ['account', 'period', 'allowance_units', 'confirmed_units', ...names.map((name) => `${name}_units`)]
  const rows = found.map(({ account, allowanceUnits, confirmedUnits, operations }) => {
    const byName = new Map(operations.map((one) => [one.operation, one.confirmedUnits]))
    const units = names.map((name) => byName.get(name) ?? 0)
    return [account, period, ...[allowanceUnits, confirmedUnits, ...units].map(String)]
  })
  if (isCsv) for (const row of [head, ...rows]) terminal.line(row.map(quoteForCsv).join(','))
  else for (const row of formatTable(2, [head, ...rows])) terminal.line(row)
  terminal.json({ period, accounts: found })
  const differing = found.flatMap(({ account, differs }) => (differs ? [toOneLine(account)] : []))
  if (differing.length === 0) return
  terminal.warn(`the books and their journal do not agree: ${differing.join(', ')}. \`regista audit\` says how.`)
  currentCall().exitCode = 1
}

function quoteForCsv(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

const BAR_WIDTH = 40

/** `[########------] 64 %, 2 950 by the end of the month if it goes on like that`, or the day on which it is used up */
export function formatProgressOfMonth(
  { allowanceUnits, confirmedUnits, period }: Pick<Statement, 'allowanceUnits' | 'confirmedUnits' | 'period'>,
  nowMs: number,
): string {
  const share = allowanceUnits === 0 ? 0 : Math.min(1, confirmedUnits / allowanceUnits)
  const bar = '#'.repeat(Math.round(share * BAR_WIDTH)).padEnd(BAR_WIDTH, '-')
  const { startsAtMs, endsAtMs } = monthOf(period)!
  const passed = (nowMs - startsAtMs) / (endsAtMs - startsAtMs)
  // A few hours say nothing about a month.
  const isTelling = FORECAST_SHARE_MIN <= passed && passed < 1 && 0 < share && share < 1
  const usedUpAtMs = nowMs + ((nowMs - startsAtMs) * (1 - share)) / share
  const forecast =
    usedUpAtMs < endsAtMs
      ? `used up on ${dayAt(usedUpAtMs).day}`
      : `${formatNumber(Math.round(confirmedUnits / passed))} by the end of the month`
  return `[${bar}] ${Math.floor(share * 100)} %${isTelling ? `, ${forecast} if it goes on like that` : ''}`
}

const FORECAST_SHARE_MIN = 0.1

function statementLines(found: Statement, nowMs: number): string[] {
  const sums = [
    ['allowance', found.allowanceUnits],
    ['confirmed', found.confirmedUnits],
    ['left', found.leftUnits],
  ] as const
  const next = monthAfter(monthOf(found.period)!).period
  const title = `${toOneLine(found.account)}, ${found.period} (ends ${next}-01 00:00, Europe/Bratislava), in units`
  const summary = formatTable(
    1,
    sums.map(([name, units]) => [name, formatNumber(units)]),
  ).map((row) => `  ${row}`)
  const credits = found.credits.map(
    ({ atMs, units, why }) => `  credit of ${formatNumber(units)} on ${isoDay(atMs)}: ${toOneLine(why)}`,
  )
  summary.push(`  ${formatProgressOfMonth(found, nowMs)}`)
  if (found.lines.length === 0) return [title, ...summary, ...credits, '', 'nothing was used']
  const rows = found.lines.map((line) => [
    ...[line.project, line.credential, line.operation].map(toOneLine),
    ...[line.requests, line.confirmedUnits].map(formatNumber),
  ])
  const head = ['project', 'key', 'operation', 'requests', 'confirmed']
  return [title, ...summary, ...credits, '', ...formatTable(3, [head, ...rows])]
}

/** Aligns columns: the first `words` columns to the left, the numbers after them to the right. */
function formatTable(words: number, rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const padded = (cell: string, column: number): string =>
    column < words ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)
  return rows.map((row) => row.map(padded).join('  ').trimEnd())
}
