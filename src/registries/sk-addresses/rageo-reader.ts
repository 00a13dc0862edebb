import { type InputError, inputErrorAt } from '../../stdx/input-error.ts'
import { isJsonObject, parseJson } from '../../stdx/json-fields.ts'
import type { JsonRecord } from '../../stdx/json-record.ts'
import { type JsonMembers, readJsonRecords } from '../../stdx/json-records.ts'
import { readChunks } from '../../stdx/read-chunks.ts'
import type { RowSink, SourceFile } from '../registry.ts'
import { deliver } from './outcome.ts'
import { type FeatureOutcome, rageoToRecord } from './rageo-to-record.ts'

/**
 * The file of one region. A feature of another one fails it: importing it would retire every address of this region.
 */
export async function readRageo(file: SourceFile, region: string, sink: RowSink): Promise<void> {
  sink.openFile(file)
  const chunks = readChunks(file.path, (bytes) => sink.progress(bytes))
  const features = new Features(file.name, region, sink)
  const members = await readJsonRecords(
    chunks,
    { file: file.name, array: 'features' },
    {
      begin: (members) => checkReferenceSystem(file.name, members, sink),
      record: (record) => features.read(record),
      afterBlock: () => sink.drain(),
    },
  )
  checkReferenceSystem(file.name, members, sink)
}

class Features {
  readonly #file: string
  readonly #region: string
  readonly #regionQuoted: Buffer
  readonly #sink: RowSink

  constructor(file: string, region: string, sink: RowSink) {
    this.#file = file
    this.#region = region
    this.#regionQuoted = Buffer.from(JSON.stringify(region))
    this.#sink = sink
  }

  read(record: JsonRecord): void {
    // A known feature is not looked into, and it may be known from the file of its own region: so the region is looked
    // for in its bytes.
    const early = record.bytes.includes(this.#regionQuoted) ? undefined : this.#outcome(record)
    if (this.#sink.isKnown(record.bytes)) return
    const place = { file: this.#file, line: record.line, record: record.number }
    deliver(early ?? this.#outcome(record), place, record, this.#sink)
  }

  #outcome(record: JsonRecord): Exclude<FeatureOutcome, { outcome: 'other_region' }> {
    const outcome = parsed(record, this.#region)
    if (outcome.outcome !== 'other_region') return outcome
    this.#sink.fault(this.#otherRegion(record, outcome.region))
    return { outcome: 'reject', key: null, field: 'nuts3_id', reason: 'is another region than that of the file' }
  }

  #otherRegion(record: JsonRecord, region: string): InputError {
    return inputErrorAt(
      { file: this.#file, line: record.line, column: 'nuts3_id' },
      `feature ${record.number} is of region ${region}, but the name of the file says ${this.#region}; fetch the file again and keep its name`,
    )
  }
}

function parsed(record: JsonRecord, region: string): FeatureOutcome {
  const feature = parseJson(record.text())
  if (feature === undefined) return { outcome: 'reject', key: null, field: 'feature', reason: 'is not valid JSON' }
  return rageoToRecord(feature, region)
}

/** The only one that we read; it is also what GeoJSON means where it says nothing. */
const REFERENCE_SYSTEM = 'urn:ogc:def:crs:OGC:1.3:CRS84'

function checkReferenceSystem(file: string, members: JsonMembers, sink: RowSink): void {
  const crs = members.get('crs')
  if (crs === undefined || crs === null) return
  const properties = isJsonObject(crs) ? crs.properties : undefined
  const name = isJsonObject(properties) ? properties.name : undefined
  if (name === REFERENCE_SYSTEM) return
  sink.fault(
    inputErrorAt({ file, column: 'crs' }, `is ${JSON.stringify(crs).slice(0, 200)}; ${REFERENCE_SYSTEM} was expected`),
  )
}
