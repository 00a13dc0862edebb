import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { enterOpening, exportJournal } from '../ledger/accounting.ts'
import { type Month, monthAt } from '../ledger/calendar.ts'
import { formatCount } from '../stdx/format-count.ts'
import { InputError } from '../stdx/input-error.ts'
import { DatabaseError } from '../storage/storage.ts'
import { addAction, type Context } from './context.ts'
import { parseMonth } from './parse.ts'
import { booksPlace, readingBooks } from './with-books.ts'

export function ledgerCommand(ledger: Command): void {
  exportCommand(ledger)
  openingCommand(ledger)
}

/** `ledger export` */
function exportCommand(ledger: Command): void {
  const command = ledger
    .command('export')
    .description(
      'Write the charges of old months that an audit has verified to a compressed file, one line per charge. With --delete the database drops them; sums and statements stay. May run beside a server. If the command is interrupted, run it again.',
    )
    .requiredOption('--out <folder>', 'the folder of the file')
    .option('--before <month>', 'charges of months before this one: 2026-11 (default: last month)', parseMonth)
    .option('--delete', 'remove the written charges from the database')
  addAction(command, async (context, options: ExportOptions) => {
    const now = monthAt(context.clock.nowMs())
    const before = options.before?.period ?? monthAt(now.startsAtMs - 1).period
    if (options.delete === true && now.period < before)
      throw new InputError(`--delete removes only charges of months that have ended: --before ${now.period} at most.`)
    const report = await exportNow(context, { before, out: resolve(options.out), deletes: options.delete === true })
    for (const line of reportLines(report, before)) context.terminal.line(line)
    context.terminal.json({ before, ...report })
  })
}

type ExportReport = Awaited<ReturnType<typeof exportJournal>>

type ExportOptions = { readonly out: string; readonly before?: Month; readonly delete?: true }

async function exportNow(
  context: Context,
  options: { readonly before: string; readonly out: string; readonly deletes: boolean },
): Promise<ExportReport> {
  const { terminal, interrupted } = context
  const progress: Parameters<typeof exportJournal>[1]['progress'] = ({ step, batches: done, total }) => {
    interrupted.throwIfAborted()
    terminal.progress({ what: `${step} charges`, unit: 'batches', done, total })
  }
  try {
    return await exportJournal(booksPlace(context), { ...options, progress })
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    throw new InputError(`the database failed: ${error.message}. Nothing is lost; run the command again.`)
  } finally {
    terminal.progressDone()
  }
}

function reportLines({ file, sha256, batches, lines, deletedBatches }: ExportReport, before: string): string[] {
  const charges = `${formatCount(lines, 'charge')} (${formatCount(batches, 'batch', 'batches')})`
  return [
    ...(file === null
      ? [`nothing to export before ${before}`]
      : [`wrote ${charges} of months before ${before} to ${file}`, `sha256 ${sha256}`]),
    ...(deletedBatches === 0 ? [] : [`removed ${formatCount(deletedBatches, 'batch', 'batches')} from the database`]),
  ]
}

/** `ledger opening` */
function openingCommand(ledger: Command): void {
  const command = ledger
    .command('opening')
    .description(
      'Enter what accounts used of the running month in other books: a text file with one account and its units per line, separated by a comma. Each account takes its opening units of a month once.',
    )
    .argument('<file>', 'the file')
  addAction(command, async (context, file: string) => {
    const sums = readSums(file)
    const { period, entered } = await readingBooks(() => enterOpening(booksPlace(context), sums))
    const known = sums.length - entered
    context.terminal.line(
      `entered the opening units of ${formatCount(entered, 'account')} in ${period}${known === 0 ? '' : `; ${formatCount(known, 'account')} had them already`}`,
    )
    context.terminal.json({ period, entered, known })
  })
}

function readSums(file: string): { readonly account: string; readonly units: number }[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    throw new InputError(`${file} cannot be read. Check the path.`)
  }
  const sums = new Map<string, number>()
  for (const [i, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const refuse = (why: string) => new InputError(`${file}:${i + 1}: ${why}. Nothing was entered.`)
    const [account = '', units = '', ...rest] = line.split(',').map((part) => part.trim())
    if (account === '' || !/^\d{1,13}$/.test(units) || rest.length !== 0)
      throw refuse('expected an account and its units, as in "acc_1,250"')
    if (sums.has(account)) throw refuse(`${account} stands there twice`)
    sums.set(account, Number(units))
  }
  // An account that has used nothing needs no line.
  return [...sums].flatMap(([account, units]) => (units === 0 ? [] : [{ account, units }]))
}
