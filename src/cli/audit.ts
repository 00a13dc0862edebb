import type { Command } from 'commander'
import { type AuditReport, auditBooks, formatDifference } from '../ledger/accounting.ts'
import { type GlobalOptions, openContext, withGlobalOptions } from './context.ts'
import { formatNumber } from './terminal.ts'
import { readingBooks } from './with-books.ts'

export function auditCommand(program: Command): void {
  const command = program
    .command('audit')
    .description(
      'Compare the books with their journal. Reads what is new since the last audit of a server. Changes nothing, and may run beside a server. Exit code 1 if anything differs.',
    )
    .option('--full', 'read everything again, including what earlier audits verified')
  withGlobalOptions(command).action(async ({ full, ...options }: GlobalOptions & { full?: true }) => {
    const context = openContext(options)
    const place = { data: context.dataDir, databaseUrl: process.env.REGISTA_DATABASE_URL || undefined }
    const report = await readingBooks(() => auditBooks(place, full === true ? 'full' : 'new'))
    for (const line of reportLines(report)) context.terminal.line(line)
    const differences = report.differences.map((found) => ({ ...found, sentence: formatDifference(found) }))
    context.terminal.json({ ok: report.differencesTotal === 0, ...report, differences })
    if (report.differencesTotal !== 0) process.exitCode = 1
  })
}

function reportLines({ depth, checked, differences, differencesTotal, failed }: AuditReport): string[] {
  const counts = [
    `${formatNumber(checked.accounts)} accounts`,
    `${formatNumber(checked.periods)} months`,
    `${formatNumber(checked.grants)} grants`,
    `${formatNumber(checked.batches)} batches`,
    `${formatNumber(checked.lines)} lines`,
  ]
  const looked = `read ${depth === 'full' ? 'everything' : 'what is new'}: ${counts.join(', ')}`
  if (differencesTotal === 0) return [looked, 'everything agrees']
  const unlisted = differencesTotal - differences.length
  const whose = failed === 'all' ? 'all accounts' : failed.join(', ')
  return [
    looked,
    ...differences.map((found) => `BAD ${formatDifference(found)}`),
    ...(unlisted === 0 ? [] : [`and ${formatNumber(unlisted)} more`]),
    whose === ''
      ? `differences: ${formatNumber(differencesTotal)}, all of them of archive files. Copy those from a backup or from the node that archived; the servers go on charging.`
      : `differences: ${formatNumber(differencesTotal)}; not to be trusted: ${whose}. Keep a copy of the books before you change anything.`,
  ]
}
