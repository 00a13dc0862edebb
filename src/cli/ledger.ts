import type { Command } from 'commander'
import { type ArchiveReport, type ArchiveStep, archiveBooks } from '../ledger/accounting.ts'
import type { Month } from '../ledger/calendar.ts'
import { InputError } from '../stdx/input-error.ts'
import { DatabaseError } from '../storage/storage.ts'
import { type Context, type GlobalOptions, openContext, withGlobalOptions } from './context.ts'
import { parseMonth } from './parse-month.ts'
import { formatNumber } from './terminal.ts'

export function ledgerCommand(program: Command): void {
  const ledger = program.command('ledger').description('Maintain the books.')
  const archive = ledger
    .command('archive')
    .description(
      'Move charges of old months from the database to a file in the data folder. Audits, `usage` and backups read them there. Only months that are closed for good are moved, and only what an audit of a server has verified. May run beside a server. If it was stopped, run it again.',
    )
    .option(
      '--before <month>',
      'archive charges to months before this one: 2026-11 (default: last month, so that two months stay)',
      parseMonth,
    )
  withGlobalOptions(archive).action(async (options: GlobalOptions & { before?: Month }) => {
    const context = openContext(options)
    const report = await archiveNow(context, options.before?.period)
    for (const line of reportLines(report)) context.terminal.line(line)
    for (const fault of report.notRemoved) context.terminal.warn(`not removed from the database: ${fault}`)
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
    throw new InputError(`the database did not go on: ${error.message}. Nothing is lost; run the command again.`)
  }
}

function reportLines(report: ArchiveReport & { readonly before: string }): string[] {
  const { file, bytes, batches, lines, removedBatches, stay, before } = report
  const { month, unverified } = stay
  const left = [
    ...(month === 0
      ? []
      : [
          `${formatNumber(month)} charge months from ${before} on, or months that are not closed, or follow such a batch`,
        ]),
    ...(unverified === 0 ? [] : [`${formatNumber(unverified)} are not verified yet: a server audits every hour`]),
    ...(stay.last_of_incarnation === 0
      ? []
      : [`${formatNumber(stay.last_of_incarnation)} are the last ones of a server's incarnation, which always stay`]),
  ]
  return [
    file === null
      ? `nothing to archive before ${before}`
      : `archived ${formatNumber(lines)} charges to months before ${before} (${formatNumber(batches)} batches) in archive/${file}, ${formatNumber(bytes)} bytes`,
    ...(removedBatches === 0 ? [] : [`removed ${formatNumber(removedBatches)} archived batches from the database`]),
    ...(left.length === 0 ? [] : ['batches that stay in the database:', ...left.map((line) => `  ${line}`)]),
    ...(file === null ? [] : ['Copy the file to the data folder of every other node, and into your backups.']),
  ]
}
