import { hash } from 'node:crypto'
import { join } from 'node:path'
import type { CatalogSnapshot, SnapshotDataset } from '../catalog/catalog.ts'
import { decodeAddress } from '../records/canonical.ts'
import { GivenError } from '../stdx/given-error.ts'
import { AddressColumns } from './address-columns.ts'
import { CompanyColumns } from './company-columns.ts'
import { type Detail, DetailStore } from './detail-store.ts'
import type { Segment } from './segment.ts'
import { statusOf } from './status.ts'

export interface SegmentCheck {
  readonly snapshot: CatalogSnapshot
  readonly segment: Segment
  readonly datasets: readonly SnapshotDataset[]
  readonly dir: string
  /** Per dataset the generation of the release before: what was written later is read back whole. Null: there was none. */
  readonly since: ReadonlyMap<string, number> | null
}

/** Of what did not change, one record in this many is read back. */
const SAMPLE_EVERY = 100

/**
 * Opens the finished files as a server would and compares them with the catalog. Throws if a single record differs: a release that
 * is wrong must never be switched to. Returns how many records were read back.
 */
export function checkSegment(check: SegmentCheck): number {
  return check.segment.kind === 'company' ? checkCompanies(check) : checkAddresses(check)
}

function checkCompanies({ snapshot, segment, datasets, dir, since }: SegmentCheck): number {
  const details = new DetailStore(join(dir, `${segment.name}.details.db`), segment.country)
  try {
    const columns = CompanyColumns.open(join(dir, `${segment.name}.columns`))
    const expected = expectedCompanies(snapshot, segment, datasets)
    const stored = details.count()
    if (stored !== expected || columns.length !== expected) {
      throw new GivenError(
        `${segment.name}: the catalog has ${expected} records, the release ${stored} details and ${columns.length} rows. It was not published.`,
      )
    }
    return readBack({ snapshot, segment, datasets, since }, (key, row) => {
      const detail = details.byKey(key)
      if (detail === undefined) throw wrong(segment, key, 'is missing')
      if (detail.origin.dataset === row.dataset) {
        compareDetail(segment, { key, detail, bodySha256: details.storedBodySha256(key) }, row)
      }
      const answer = detail.company.ico === null ? undefined : details.byIco(detail.company.ico)
      if (answer?.outcome === 'not_found') throw wrong(segment, key, 'is not found by its ICO')
      if (details.byId(detail.id)?.origin.sourceKey !== detail.origin.sourceKey)
        throw wrong(segment, key, 'is not found by its id')
    })
  } finally {
    details.close()
  }
}

interface CatalogRow {
  readonly dataset: string
  readonly sha256: string
  readonly body: string
  readonly retired: boolean
  readonly withdrawn: boolean
}

interface StoredDetail {
  readonly key: number
  readonly detail: Detail
  readonly bodySha256: string | undefined
}

function compareDetail(segment: Segment, { key, detail, bodySha256 }: StoredDetail, row: CatalogRow): void {
  if (detail.origin.recordSha256 !== row.sha256 || bodySha256 !== row.sha256)
    throw wrong(segment, key, 'is another version than the catalog has')
  const { dissolvedOn } = detail.company
  const withdrawn = detail.status === 'removed'
  if (row.withdrawn && !withdrawn) throw wrong(segment, key, 'was withdrawn and is shown')
  if (!withdrawn && detail.status !== statusOf({ withdrawn, dissolvedOn, retired: row.retired }))
    throw wrong(segment, key, 'has a wrong status')
}

function checkAddresses({ snapshot, segment, datasets, dir, since }: SegmentCheck): number {
  const columns = AddressColumns.open(join(dir, `${segment.name}.columns`))
  for (let i = 1; i < columns.length; i++) {
    if (columns.keys[i]! <= columns.keys[i - 1]!) throw wrong(segment, columns.keys[i]!, 'stands out of order')
  }
  return readBack({ snapshot, segment, datasets, since }, (key, row) => {
    const index = columns.find(key)
    if (row.retired || row.withdrawn) return
    if (index < 0) {
      // A national record whose region came as a regional file of its own is rightly absent.
      if (segment.country === 'cz') throw wrong(segment, key, 'is missing')
      return
    }
    // A point that two Slovak datasets have is kept as one of them has it; the other one is no measure for it.
    const dataset = segment.datasets[columns.datasetAt(index)]
    if (dataset === undefined) throw wrong(segment, key, 'comes from no dataset of the segment')
    if (dataset !== row.dataset) return
    const expected = decodeAddress(row.body)
    const stored = columns.at(index)
    for (const name of Object.keys(expected) as (keyof typeof expected)[]) {
      if (expected[name] !== null && !same(expected[name], stored[name]))
        throw wrong(segment, key, `has ${name} ${stored[name]}, the catalog ${expected[name]}`)
    }
  })
}

function same(a: string | number, b: string | number | null): boolean {
  return typeof a === 'number' && typeof b === 'number' ? Math.abs(a - b) < 1e-7 : a === b
}

function readBack(
  { snapshot, segment, datasets, since }: Omit<SegmentCheck, 'dir'>,
  compare: (key: number, row: CatalogRow) => void,
): number {
  let read = 0
  for (const { id, dataset } of datasets) {
    if (dataset.kind !== segment.kind || !segment.datasets.includes(dataset.name)) continue
    const changedSince = since?.get(dataset.name) ?? Number.MAX_SAFE_INTEGER
    const rows = snapshot.recordsToCheck(id, { changedSince, sampleEvery: SAMPLE_EVERY })
    for (const [key, , sha256, body, , retired, withdrawn] of rows) {
      read += 1
      if (!hash('sha256', body, 'buffer').equals(sha256))
        throw wrong(segment, key, 'does not have the hash that the catalog gave it')
      compare(key, {
        dataset: dataset.name,
        sha256: Buffer.from(sha256).toString('hex'),
        body,
        retired: retired !== null,
        withdrawn: withdrawn === 1,
      })
    }
  }
  return read
}

/** Records of the first dataset, and those of the second whose key the first lacks. */
function expectedCompanies(snapshot: CatalogSnapshot, segment: Segment, datasets: readonly SnapshotDataset[]): number {
  const own = segment.datasets.flatMap((name) =>
    datasets.filter(({ dataset }) => dataset.name === name && dataset.kind === 'company'),
  )
  const [first, second] = own
  if (first === undefined) return 0
  return snapshot.count(first.id) + (second === undefined ? 0 : snapshot.countBeyond(second.id, first.id))
}

function wrong(segment: Segment, key: number, what: string): GivenError {
  return new GivenError(
    `${segment.name}: record ${key} ${what}. The release was not published; the one before goes on. Please report this.`,
  )
}
