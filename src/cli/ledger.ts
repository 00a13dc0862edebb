import { resolve } from 'node:path'
import type { Command } from 'commander'
import { exportJournal } from '../ledger/accounting.ts'
import { type Month, monthAfter, monthAt } from '../ledger/calendar.ts'
import { formatCount } from '../stdx/format-count.ts'
import { InputError } from '../stdx/input-error.ts'
import { DatabaseError } from '../storage/storage.ts'
import { addAction, type Context } from './context.ts'
import { parseMonth } from './parse.ts'
import { booksPlace } from './with-books.ts'

/** `ledger export` */
export function ledgerCommand(ledger: Command): void {
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
    const last = monthAfter(now).period
    if (last < before) throw new InputError(`the running month is ${now.period}: --before ${last} at most.`)
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
    throw new InputError(
      `the charges cannot be exported: ${error.message.replace(/\.$/, '')}. Nothing is lost; run the command again.`,
    )
  } finally {
    terminal.progressDone()
  }
}

function reportLines({ file, sha256, batches, lines, deletedBatches }: ExportReport, before: string): string[] {
  const charges = `${formatCount(lines, 'charge')} (${formatCount(batches, 'batch', 'batches')})`
  return [
    ...(file === null
      ? [`nothing to export before ${before}: only charges that an audit of a server has verified are written`]
      : [`wrote ${charges} of months before ${before} to ${file}`, `sha256 ${sha256}`]),
    ...(deletedBatches === 0 ? [] : [`removed ${formatCount(deletedBatches, 'batch', 'batches')} from the database`]),
  ]
}
