import type { PastImport, RecordHistory, RecordVersion } from '../catalog/record-history.ts'
import { decodeCompany } from '../records/canonical.ts'
import type { Dataset } from '../records/dataset.ts'
import { deriveStatus, type RecordStatus } from '../records/status.ts'

/** A record as the catalog had it after one import. */
export interface RecordState {
  readonly dataset: Dataset
  readonly history: RecordHistory
  readonly version: RecordVersion
  readonly generation: number
  readonly status: RecordStatus
}

export interface SourceRecord {
  readonly dataset: Dataset
  readonly history: RecordHistory
}

/** If two datasets have a record, the first one counts, as in a release. */
export function findState(records: readonly SourceRecord[], generation: number): RecordState | undefined {
  for (const { dataset, history } of records) {
    const version = history.versions.find(({ began, ended }) => began.generation <= generation && generation < ended)
    if (version === undefined) continue
    const retired = history.retirements.some(([from, to]) => from <= generation && generation < to)
    const dissolvedOn = dataset.kind === 'company' ? decodeCompany(version.body).dissolvedOn : null
    const status = deriveStatus({ withdrawn: false, dissolvedOn, retired })
    return { dataset, history, version, generation, status }
  }
  return undefined
}

/** As before, or as the first import of its scope brought it: earlier days are unknown. */
export function findBase(records: readonly SourceRecord[], since: number, until: number): RecordState | undefined {
  const known = findState(records, since)
  if (known !== undefined) return known
  const begins = records.map(({ history }) => history.versions[0]?.began).filter((began) => began !== undefined)
  const [first] = begins.toSorted((a, b) => a.generation - b.generation)
  const isUnknown = first?.isFirst === true && since < first.generation && first.generation <= until
  return isUnknown ? findState(records, first.generation) : undefined
}

/** The versions from one state to a later one, each after the one that it replaced. */
export function listSteps(before: RecordState, after: RecordState): (readonly [RecordVersion, RecordVersion])[] {
  if (before.history !== after.history) return [[before.version, after.version]]
  const { versions } = after.history
  const between = versions.slice(versions.indexOf(before.version), versions.indexOf(after.version) + 1)
  return between.slice(1).map((version, i) => [between[i]!, version])
}

/** The import with which a subject became what it is, or came to be shown by another record. */
export function findStatusImport(
  before: RecordState | undefined,
  after: RecordState,
  imports: ReadonlyMap<number, PastImport>,
): PastImport {
  const { history, dataset, status, generation } = after
  const histories = new Set([before?.history ?? history, history])
  const moments = [...histories]
    .flatMap(({ versions, retirements }) => [...versions.map(({ began }) => began.generation), ...retirements.flat()])
    .filter((moment) => (before?.generation ?? -1) < moment && moment <= generation)
    .toSorted((a, b) => b - a)
  let found = moments[0] ?? after.version.began.generation
  for (const moment of histories.size === 1 ? moments : []) {
    if (findState([{ dataset, history }], moment)?.status !== status) break
    found = moment
  }
  return imports.get(found)!
}
