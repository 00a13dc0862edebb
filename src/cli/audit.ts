import type { Command } from 'commander'
import { type AuditReport, audit, inWords } from '../ledger/ledger.ts'
import { type GlobalOptions, openContext, withGlobalOptions } from './context.ts'
import { grouped } from './terminal.ts'
import { withBooks } from './with-books.ts'

export function auditCommand(program: Command): void {
  const command = program
    .command('audit')
    .description(
      'Sum up the journal of the books and compare: every unit of every account. Changes nothing, and may run beside the server. Exit code 1 if anything differs.',
    )
  withGlobalOptions(command).action(async (options: GlobalOptions) => {
    const context = openContext(options)
    const report = await withBooks(context, (books) => books.snapshot(audit))
    for (const line of reportLines(report)) context.terminal.line(line)
    const differences = report.differences.map((found) => ({ ...found, sentence: inWords(found) }))
    context.terminal.json({ ok: report.differencesTotal === 0, ...report, differences })
    if (report.differencesTotal !== 0) process.exitCode = 1
  })
}

function reportLines({ checked, differences, differencesTotal, failed }: AuditReport): string[] {
  const counts = [
    `${grouped(checked.accounts)} accounts`,
    `${grouped(checked.periods)} months`,
    `${grouped(checked.grants)} grants`,
    `${grouped(checked.batches)} batches`,
    `${grouped(checked.lines)} lines`,
  ]
  const looked = `looked at ${counts.join(', ')}`
  if (differencesTotal === 0) return [looked, 'everything agrees']
  const unlisted = differencesTotal - differences.length
  const whose = failed === 'all' ? 'all accounts' : failed.join(', ')
  return [
    looked,
    ...differences.map((found) => `BAD ${inWords(found)}`),
    ...(unlisted === 0 ? [] : [`and ${grouped(unlisted)} more`]),
    `differences: ${grouped(differencesTotal)}; not to be trusted: ${whose}. Keep a copy of the books before you change anything.`,
  ]
}
