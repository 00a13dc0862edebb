import type { InspectedFile, InspectedSet, Inspection, ValueReport } from '../importing/importing.ts'
import type { FieldComparison, Reject } from '../registries/registries.ts'
import { formatNumber } from '../stdx/format-count.ts'
import { replaceUnprintable } from '../stdx/input-error.ts'
import type { Terminal } from './terminal.ts'

/** Prints each file, each set, and the verdict last, where it is seen. */
export function printInspection(inspection: Inspection, terminal: Terminal): void {
  const lines = [
    ...inspection.files.flatMap(fileLines),
    ...inspection.sets.flatMap(setLines),
    ...inspection.notes.map((note) => `note: ${note}`),
    inspection.accepted ? 'An import would be accepted.' : 'An import would be refused:',
    ...inspection.reasons.map((reason) => `  ${reason}`),
  ]
  // Names of fields and members come from the files and may contain anything.
  for (const line of lines) terminal.line(replaceUnprintable(line))
}

function fileLines({ path, bytes, problem, description, rows }: InspectedFile): string[] {
  if (description === null) return [`${path}`, `  not usable: ${problem}`, '']
  const { what, day, dayFrom, fields, members } = description
  const size = [`${formatNumber(bytes ?? 0)} bytes`, ...(rows === null ? [] : [`${formatNumber(rows)} rows read`])]
  const lines = [`${path}`, `  ${what}`, `  ${size.join(', ')}`, `  date: ${day ?? 'none'} (${dayFrom})`]
  if (fields !== null) lines.push(...fieldLines(fields))
  if (members !== null) {
    lines.push(`  members: ${formatNumber(members.found)} read, not read: ${members.others.join(', ') || 'none'}`)
  }
  return [...lines, '']
}

function fieldLines({ where, found, missing, unknown }: FieldComparison): string[] {
  const lines = [`  fields in ${where}: ${found.length} known`]
  if (missing.length !== 0) lines.push(`    missing: ${missing.join(', ')}`)
  if (unknown.length !== 0) lines.push(`    unknown: ${unknown.join(', ')}`)
  return lines
}

function setLines(set: InspectedSet): string[] {
  const what = [set.dataset, set.scope].filter((part) => part !== '').join(' ')
  const title = set.observedOn === null ? what : `${what}, as of ${set.observedOn}`
  const end = set.readToEnd ? '' : ' before a fault'
  const lines = [`${title}: ${formatNumber(set.rows)} rows, ${formatNumber(set.records)} records${end}`]
  for (const [reason, rows] of Object.entries(set.counts.skippedBy))
    lines.push(`  skipped ${formatNumber(rows)}: ${reason}`)
  for (const [label, rows] of Object.entries(set.counts.missingBy))
    lines.push(`  noted ${formatNumber(rows)}: ${label}`)
  if (set.counts.rejected !== 0) lines.push(...rejectLines(set))
  return [...lines, ...valueLines(set.values, set.records), '']
}

function rejectLines({ counts, rejectedBy, firstRejects }: InspectedSet): string[] {
  const fields = rejectedBy.map(({ field, rows }) => `${field || 'row'} ${formatNumber(rows)}`).join(', ')
  const more = counts.rejected - firstRejects.length
  return [
    `  rejected ${formatNumber(counts.rejected)}: ${fields}`,
    ...firstRejects.map((reject) => `    ${rejectLine(reject)}`),
    ...(more === 0 ? [] : [`    … and ${formatNumber(more)} more`]),
  ]
}

function rejectLine({ file, line, record, key, field, reason }: Reject): string {
  const place = [
    file,
    ...(line === undefined ? [] : [`line ${line}`]),
    ...(record === undefined ? [] : [`record ${record}`]),
    ...(field === '' ? [] : [`column ${field}`]),
  ]
  return `${place.join(', ')}: ${reason}${key === null ? '' : ` (key ${key})`}`
}

function valueLines({ keys, ranges, filled, codes }: ValueReport, records: number): string[] {
  if (records === 0) return []
  const share = (count: number): string => `${Math.floor((count / records) * 1000) / 10} %`
  const always = filled.filter((one) => one.records === records).map(({ field }) => field)
  const never = filled.filter((one) => one.records === 0).map(({ field }) => field)
  const partly = filled.filter((one) => 0 < one.records && one.records < records)
  return [
    ...(keys === null ? [] : [`  keys: ${keys.from} to ${keys.to}`]),
    ...ranges.map(({ field, from, to }) => `  ${field}: ${from} to ${to}`),
    ...codes.map(
      ({ field, values, mostFrequent }) =>
        `  ${field}: ${formatNumber(values)} values: ${mostFrequent.map((one) => `${one.value} (${formatNumber(one.records)})`).join(', ')}`,
    ),
    `  always filled: ${always.join(', ') || 'nothing'}`,
    `  partly filled: ${partly.map(({ field, records: count }) => `${field} ${share(count)}`).join(', ') || 'nothing'}`,
    `  never filled: ${never.join(', ') || 'nothing'}`,
  ]
}
