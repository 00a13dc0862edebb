import { gunzip } from '../../stdx/gunzip.ts'
import { type InputError, inputErrorAt } from '../../stdx/input-error.ts'
import { parseJson } from '../../stdx/json-fields.ts'
import type { JsonRecord } from '../../stdx/json-record.ts'
import { type JsonMembers, readJsonRecords } from '../../stdx/json-records.ts'
import { attempt } from '../refuse-wrong-file.ts'
import type { ImportSet, RowSink, SourceFile } from '../registry.ts'
import { toRecord } from './to-record.ts'

export async function readRpo(set: ImportSet, sink: RowSink): Promise<void> {
  const faults = { fault: (fault: InputError) => sink.fault(fault) }
  for (const file of set.files) await attempt(faults, () => readFile(file, set, sink))
}

async function readFile(file: SourceFile, set: ImportSet, sink: RowSink): Promise<void> {
  sink.openFile(file)
  const source = { path: file.path, file: file.name, progress: (bytes: number) => sink.progress(bytes) }
  const format = { file: file.name, array: 'results' }
  await readJsonRecords(gunzip(source), format, {
    begin: (members) => checkExportDate(file, set.observedOn, members, sink),
    record: (record) => readRecord(record, file.name, sink),
    afterBlock: () => sink.drain(),
  })
}

function readRecord(record: JsonRecord, file: string, sink: RowSink): void {
  if (sink.isKnown(record.bytes)) return
  const outcome = parsed(record)
  if (outcome.outcome === 'record') {
    for (const label of outcome.missing) sink.missing(label)
    sink.record(outcome.key, outcome.company)
    return
  }
  if (outcome.outcome === 'none') {
    sink.gone(outcome.reason, outcome.key)
    return
  }
  const { key, field, reason } = outcome
  // Without the raw row: it may name persons.
  sink.reject({ file, line: record.line, record: record.number, key, field, reason })
}

function parsed(record: JsonRecord): ReturnType<typeof toRecord> {
  const raw = parseJson(record.text())
  if (raw === undefined) return { outcome: 'reject', key: null, field: 'record', reason: 'is not valid JSON' }
  return toRecord(raw)
}

/** Detects a file with a wrong name: dailies of a wrong day would be applied in a wrong order. */
function checkExportDate(file: SourceFile, day: string | null, members: JsonMembers, sink: RowSink): void {
  const exportDate = members.get('exportDate')
  if (exportDate === day) return
  const what =
    exportDate === undefined
      ? 'does not stand before results: it is the file of another source, or its format changed'
      : `is ${JSON.stringify(exportDate).slice(0, 40)}, but the name of the file says ${day}; fetch the file again and keep its name`
  sink.fault(inputErrorAt({ file: file.name, column: 'exportDate' }, what))
}
