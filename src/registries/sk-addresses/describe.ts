import { splitCsvRow } from '../../stdx/csv.ts'
import { isJsonObject } from '../../stdx/json-fields.ts'
import { readChunks } from '../../stdx/read-chunks.ts'
import { compareColumns, compareFields, type FileDescription } from '../file-description.ts'
import { FIRST_RECORDS, firstRecords } from '../first-records.ts'
import type { SourceFile } from '../registry.ts'
import { acceptFile, csvDelimiter, csvHeader } from './arrange.ts'
import { CSV_RULES } from './csv-to-record.ts'
import { CSV_DATASET } from './datasets.ts'
import { FEATURE_PROPERTIES } from './feature-properties.ts'

export async function describeAddresses(file: SourceFile): Promise<FileDescription> {
  const set = await acceptFile(file)
  if (set.dataset === CSV_DATASET) {
    const header = splitCsvRow(await csvHeader(file), await csvDelimiter(file))
    return {
      what: 'national CSV of Slovak addresses',
      day: set.observedOn,
      dayFrom: set.observedOn === null ? NO_DAY : 'the name of the file',
      fields: compareColumns(header, CSV_RULES),
      members: null,
    }
  }
  const features = await firstRecords(
    readChunks(file.path, () => {}),
    { file: file.name, array: 'features' },
  )
  const seen = new Set(features.flatMap(({ properties }) => (isJsonObject(properties) ? Object.keys(properties) : [])))
  return {
    what: `RAGEO addresses of region ${set.scope}`,
    day: null,
    dayFrom: NO_DAY,
    fields: compareFields(`the properties of the first ${FIRST_RECORDS} features`, seen, FEATURE_PROPERTIES),
    members: null,
  }
}

const NO_DAY = 'none stated; the day of the import counts'
