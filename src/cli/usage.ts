import type { Command } from 'commander'
import { inWords, type Month, monthAt, type Statement, statement } from '../ledger/ledger.ts'
import { InputError } from '../stdx/input-error.ts'
import { toOneLine } from '../stdx/to-one-line.ts'
import { type GlobalOptions, openContext, withGlobalOptions } from './context.ts'
import { parseMonth } from './parse-month.ts'
import { grouped } from './terminal.ts'
import { withBooks } from './with-books.ts'

export function usageCommand(program: Command): void {
  const command = program
    .command('usage')
    .description(
      'What an account used in a month, and who of it for what. Reads the journal, and may run beside the server.',
    )
    .argument('<account>', 'the account')
    .option('--period <month>', 'a month of the calendar: 2026-11 (default: this month)', parseMonth)
  withGlobalOptions(command).action(async (account: string, options: GlobalOptions & { period?: Month }) => {
    const context = openContext(options)
    const { period } = options.period ?? monthAt(context.clock.nowMs())
    const found = await withBooks(context, (books) => books.snapshot((rows) => statement(rows, account, period)))
    if (found.outcome === 'unknown_account') {
      throw new InputError(`there is no account ${toOneLine(account)} in the books. Check the name: capitals count.`)
    }
    if (found.outcome === 'differs') {
      const first = inWords(found.differences[0]!)
      throw new InputError(`the books and their journal do not agree (${first}). \`regista audit\` says what is wrong.`)
    }
    for (const line of statementLines(found)) context.terminal.line(line)
    const { outcome: _outcome, ...result } = found
    context.terminal.json(result)
  })
}

function statementLines(found: Statement): string[] {
  const sums = [
    ['allowance', found.allowanceUnits],
    ['confirmed', found.confirmedUnits],
    ['pending', found.pendingUnits],
    ['hold', found.holdUnits],
    ['left', found.leftUnits],
  ] as const
  const title = `${toOneLine(found.account)}, ${found.period}, in units`
  const summary = table(
    1,
    sums.map(([name, units]) => [name, grouped(units)]),
  ).map((row) => `  ${row}`)
  if (found.lines.length === 0) return [title, ...summary, '', 'nothing was used']
  const rows = found.lines.map((line) => [
    ...[line.project, line.credential, line.operation].map(toOneLine),
    ...[line.requests, line.confirmedUnits, line.pendingUnits, line.holdUnits].map(grouped),
  ])
  const head = ['project', 'key', 'operation', 'requests', 'confirmed', 'pending', 'hold']
  return [title, ...summary, '', ...table(3, [head, ...rows])]
}

/** Columns as wide as they must be: first so many of words, to the left, then numbers, to the right. */
function table(words: number, rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const padded = (cell: string, column: number): string =>
    column < words ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)
  return rows.map((row) => row.map(padded).join('  ').trimEnd())
}
