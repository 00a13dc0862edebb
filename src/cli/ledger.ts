import type { Command } from 'commander'
import { type ArchiveReport, type ArchiveStep, archiveBooks } from '../ledger/accounting.ts'
import type { Month } from '../ledger/calendar.ts'
import { formatCount, formatNumber } from '../stdx/format-count.ts'
import { InputError } from '../stdx/input-error.ts'
import { DatabaseError } from '../storage/storage.ts'
import { type Context, type GlobalOptions, openContext, withGlobalOptions } from './context.ts'
import { parseMonth } from './parse-month.ts'

export function ledgerCommand(program: Command): void {
  const ledger = program.command('ledger').description('Maintain the books.')
  const archive = ledger
    .command('archive')
    .description(
      'Move charges of closed months that an audit has verified from the database to a file in the data folder. Audits, `usage` and backups read that file. May run beside a server. If the command is interrupted, run it again.',
    )
    .option(
      '--before <month>',
      'archive the charges of months before this one: 2026-11 (default: last month, so two months stay)',
      parseMonth,
    )
  withGlobalOptions(archive).action(async (options: GlobalOptions & { before?: Month }) => {
    const context = openContext(options)
    const report = await archiveNow(context, options.before?.period)
    for (const line of reportLines(report)) context.terminal.line(line)
    for (const fault of report.notRemoved)
      context.terminal.warn(`cannot remove archived batches from the database: ${fault}`)
    context.terminal.json({ ok: report.notRemoved.length === 0, ...report })
    if (report.notRemoved.length !== 0) process.exitCode = 1
  })
}

async function archiveNow({ dataDir, terminal, interrupted }: Context, before: string | undefined) {
  const step = async ({ what, batches }: ArchiveStep): Promise<void> => {
    interrupted.throwIfAborted()
    const work = what === 'removed' ? 'removing archived batches' : 'writing the archive'
    terminal.progress({ what: work, rows: batches, bytes: 0, bytesTotal: 0, rejected: 0 })
  }
  try {
    const place = { data: dataDir, databaseUrl: process.env.REGISTA_DATABASE_URL || undefined }
    const report = await archiveBooks(place, { before, step })
    terminal.progressDone()
    return report
  } catch (error) {
    terminal.progressDone()
    if (!(error instanceof DatabaseError)) throw error
    throw new InputError(`the database failed: ${error.message}. Nothing is lost; run the command again.`)
  }
}

function reportLines(report: ArchiveReport & { readonly before: string }): string[] {
  const { file, bytes, batches, lines, removedBatches, stay, before } = report
  const left = [
    [stay.month, `with charges to ${before} or later or to an open month, or after such a batch`],
    [stay.unverified, 'not verified yet; a server audits every hour'],
    [stay.last_of_incarnation, 'last of their incarnation, which always stay'],
  ] as const
  const reasons = left.filter(([count]) => count !== 0).map(([count, reason]) => `  ${formatNumber(count)} ${reason}`)
  return [
    file === null
      ? `nothing to archive before ${before}`
      : `archived ${formatCount(lines, 'charge')} to months before ${before} (${formatCount(batches, 'batch', 'batches')}) in archive/${file}, ${formatCount(bytes, 'byte')}`,
    ...(removedBatches === 0
      ? []
      : [`removed ${formatCount(removedBatches, 'archived batch', 'archived batches')} from the database`]),
    ...(reasons.length === 0 ? [] : ['batches that stay in the database:', ...reasons]),
    ...(file === null ? [] : ['Copy the file to the data folder of every other node, and into your backups.']),
  ]
}
