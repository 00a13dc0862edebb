import { parseDay } from '../../records/date.ts'
import { inputErrorAt, raise } from '../../stdx/input-error.ts'
import { readFileHead } from '../../stdx/read-file-head.ts'
import { attempt, refuseWrongFile } from '../refuse-wrong-file.ts'
import type { ArrangeOptions, ImportSet, SourceFile } from '../registry.ts'
import { CSV_DATASET, RAGEO_DATASET, REGIONS } from './datasets.ts'

/** The column without which the CSV is not the CSV. */
const CSV_KEY = 'IDENTIFIKATOR'

const HEAD_BYTES = 4096

/**
 * What a file is, its content says; of which region or day it is, only its name does. The CSV comes first, then the
 * regions.
 */
export async function arrangeAddresses(files: readonly SourceFile[], options: ArrangeOptions): Promise<ImportSet[]> {
  const { fault = raise } = options
  const csvs: ImportSet[] = []
  const regions = new Map<string, ImportSet>()
  for (const file of files) {
    const set = await attempt(options, () => acceptFile(file))
    if (set?.dataset === CSV_DATASET) {
      const [first] = csvs
      if (first === undefined) csvs.push(set)
      else {
        fault(
          inputErrorAt(
            { file: file.name },
            `is a second national CSV besides ${first.files[0]!.name}; give the newer one`,
          ),
        )
      }
    } else if (set !== undefined) {
      if (regions.has(set.scope)) {
        fault(inputErrorAt({ file: file.name }, `region ${set.scope} is given twice; give it once`))
      } else regions.set(set.scope, set)
    }
  }
  return [...csvs, ...[...regions.values()].sort((a, b) => (a.scope < b.scope ? -1 : 1))]
}

/** The set that a file makes by itself. Throws an InputError for a file that makes none. */
export async function acceptFile(file: SourceFile): Promise<ImportSet> {
  await refuseWrongFile(file, { source: CSV_DATASET.registry, packings: ['none'] })
  return (await kindOf(file)) === 'csv' ? csvSet(file) : regionSet(file)
}

/** The delimiter that a CSV uses is seen in its first line. */
export async function csvDelimiter(file: SourceFile): Promise<',' | ';'> {
  return (await csvHeader(file)).includes(';') ? ';' : ','
}

export async function csvHeader(file: SourceFile): Promise<string> {
  return firstLine(await readFileHead(file.path, HEAD_BYTES)).trimEnd()
}

async function kindOf(file: SourceFile): Promise<'csv' | 'geojson'> {
  const head = await readFileHead(file.path, HEAD_BYTES)
  const line = firstLine(head)
  if (line.startsWith('{')) return 'geojson'
  if (line.includes(CSV_KEY)) return 'csv'
  throw inputErrorAt(
    { file: file.name, line: 1 },
    `neither begins with a { as the GeoJSON of RAGEO does, nor names the column ${CSV_KEY} as the national CSV does; it is the file of another source`,
  )
}

function firstLine(head: Buffer): string {
  return head.toString('utf8').replace('\ufeff', '').trimStart().split('\n', 1)[0]!
}

function csvSet(file: SourceFile): ImportSet {
  const day = /(?<![0-9])[0-9]{4}-[0-9]{2}-[0-9]{2}(?![0-9])/.exec(file.name)?.[0]
  const observedOn = day === undefined ? undefined : parseDay(day)
  return fullSet({ dataset: CSV_DATASET, scope: '', observedOn: observedOn ?? null, files: [file] })
}

const EIGHT_FILES = 'give the eight files address_by_nuts3_*.geojson instead'

function regionSet(file: SourceFile): ImportSet {
  const scope = /^address_by_nuts3_(SK[0-9]{3})\.geojson$/.exec(file.name)?.[1]
  if (scope !== undefined && REGIONS.includes(scope)) {
    return fullSet({ dataset: RAGEO_DATASET, scope, observedOn: null, files: [file] })
  }
  if (/^address_by_lau[12]_/.test(file.name)) {
    throw inputErrorAt({ file: file.name }, `repeats a part of the file of a region; ${EIGHT_FILES}`)
  }
  if (/^((street|building)_by_.*|lau[12]|nuts3)\.geojson$/.test(file.name)) {
    throw inputErrorAt({ file: file.name }, `holds no addresses; ${EIGHT_FILES}`)
  }
  throw inputErrorAt(
    { file: file.name },
    'does not say its region; keep the name under which the register publishes it, such as address_by_nuts3_SK010.geojson',
  )
}

function fullSet(set: Omit<ImportSet, 'coverage' | 'complete'>): ImportSet {
  return { ...set, coverage: 'full', complete: true }
}
