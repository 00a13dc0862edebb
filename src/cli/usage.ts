import type { Command } from 'commander'
import { buildStatement, type Statement } from '../ledger/accounting.ts'
import { type Month, monthAt } from '../ledger/calendar.ts'
import { isoDay } from '../stdx/clock.ts'
import { formatNumber } from '../stdx/format-count.ts'
import { InputError } from '../stdx/input-error.ts'
import { toOneLine } from '../stdx/to-one-line.ts'
import { type GlobalOptions, openContext, withGlobalOptions } from './context.ts'
import { parseMonth } from './parse.ts'
import { withBooks } from './with-books.ts'

export function usageCommand(program: Command): void {
  const command = program
    .command('usage')
    .description('Show what an account used in a month, by project, key and operation. May run beside a server.')
    .argument('<account>', 'the account')
    .option('--period <month>', 'a calendar month: 2026-11 (default: the current one)', parseMonth)
  withGlobalOptions(command).action(async (account: string, options: GlobalOptions & { period?: Month }) => {
    const context = openContext(options)
    const { period } = options.period ?? monthAt(context.clock.nowMs())
    const found = await withBooks(context, (books) => books.snapshot((rows) => buildStatement(rows, account, period)))
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
    for (const line of statementLines(found)) context.terminal.line(line)
    const { outcome: _outcome, days: _days, ...result } = found
    context.terminal.json(result)
  })
}

function statementLines(found: Statement): string[] {
  const sums = [
    ['allowance', found.allowanceUnits],
    ['confirmed', found.confirmedUnits],
    ['left', found.leftUnits],
  ] as const
  const title = `${toOneLine(found.account)}, ${found.period}, in units`
  const summary = formatTable(
    1,
    sums.map(([name, units]) => [name, formatNumber(units)]),
  ).map((row) => `  ${row}`)
  const credits = found.credits.map(
    ({ atMs, units, why }) => `  credit of ${formatNumber(units)} on ${isoDay(atMs)}: ${toOneLine(why)}`,
  )
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
