import type { Command } from 'commander'
import { type AuditReport, auditBooks, formatDifference } from '../ledger/accounting.ts'
import { formatCount, formatNumber } from '../stdx/format-count.ts'
import { addAction } from './context.ts'
import { currentCall } from './shell.ts'
import { booksPlace, readingBooks } from './with-books.ts'

export function auditCommand(command: Command): void {
  command.option('--full', 'read everything again, including what earlier audits verified')
  addAction(command, async (context, { full }: { full?: true }) => {
    const progress = (done: number, total: number): void =>
      context.terminal.progress({ what: 'auditing', unit: 'batches', done, total })
    const depth = full === true ? 'full' : 'new'
    const report = await readingBooks(() => auditBooks(booksPlace(context), depth, progress))
    context.terminal.progressDone()
    for (const line of reportLines(report)) context.terminal.line(line)
    const differences = report.differences.map((found) => ({ ...found, sentence: formatDifference(found) }))
    context.terminal.json({ ok: report.differencesTotal === 0, ...report, differences })
    if (report.differencesTotal !== 0) currentCall().exitCode = 1
  })
}

function reportLines({ depth, checked, differences, differencesTotal, failed }: AuditReport): string[] {
  const counts = [
    formatCount(checked.accountMonths, 'month of an account', 'months of accounts'),
    formatCount(checked.batches, 'batch', 'batches'),
    formatCount(checked.lines, 'line'),
  ]
  const scope = `read ${depth === 'full' ? 'everything' : 'everything new'}: ${counts.join(', ')}`
  if (differencesTotal === 0) return [scope, 'the books agree with their journal']
  const unlisted = differencesTotal - differences.length
  const untrusted = failed === 'all' ? 'all accounts' : failed.join(', ')
  return [
    scope,
    ...differences.map((found) => `BAD ${formatDifference(found)}`),
    ...(unlisted === 0 ? [] : [`and ${formatNumber(unlisted)} more`]),
    `${formatCount(differencesTotal, 'difference')}; do not trust: ${untrusted}. Keep a copy of the books before you change anything.`,
  ]
}
