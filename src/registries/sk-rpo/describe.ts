import { gunzip } from '../../stdx/gunzip.ts'
import { compareFields, type FileDescription } from '../file-description.ts'
import { FIRST_RECORDS, firstRecords } from '../first-records.ts'
import type { SourceFile } from '../registry.ts'
import { acceptFile } from './arrange.ts'
import { RECORD_FIELDS } from './record-fields.ts'

export async function describeRpo(file: SourceFile): Promise<FileDescription> {
  const name = await acceptFile(file)
  if (name.kind === 'list') {
    return { what: 'list of the parts of an init; not read', day: null, dayFrom: 'none', fields: null, members: null }
  }
  const chunks = gunzip({ path: file.path, file: file.name, progress() {} })
  const seen = new Set((await firstRecords(chunks, { file: file.name, array: 'results' })).flatMap(Object.keys))
  return {
    what: name.kind === 'init' ? `part ${name.part} of the RPO init of ${name.day}` : `RPO daily of ${name.day}`,
    day: name.day,
    dayFrom: 'the name of the file, which exportDate must repeat',
    fields: compareFields(`the first ${FIRST_RECORDS} records`, seen, RECORD_FIELDS),
    members: null,
  }
}
