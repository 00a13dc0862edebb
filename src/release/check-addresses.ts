import { join } from 'node:path'
import { AddressColumns } from '../engine/addresses/addresses.ts'
import type { Address } from '../records/address.ts'
import { decodeAddress } from '../records/canonical.ts'
import { InputError } from '../stdx/input-error.ts'
import { foldRegion } from './build-addresses.ts'
import { createCheckError, readBack, type SegmentCheck, selectOwnDatasets } from './read-back.ts'

export function checkAddresses(check: SegmentCheck): number {
  const { segment, dir } = check
  const columns = AddressColumns.open(join(dir, `${segment.name}.columns`))
  for (let i = 1; i < columns.length; i++) {
    const key = columns.keys.at(i)
    if (key <= columns.keys.at(i - 1)) throw createCheckError(check, key, 'stands out of order')
  }
  const regions = regionalRegions(check)
  const expected = expectedPoints(check, regions)
  if (columns.length !== expected) {
    throw new InputError(
      `${segment.name}: the catalog has ${expected} points to show, the release ${columns.length}. It was not published.`,
    )
  }
  return readBack(check, ([key, , , body, , retired, withdrawn], source) => {
    const point = decodeAddress(body)
    const index = columns.keys.indexOf(key)
    const from = index < 0 ? undefined : segment.datasets[columns.datasetAt(index)]
    const covered = !isRegional(source.observedOn) && regions.has(foldRegion(point.region))
    const shown = retired === null && withdrawn === 0 && !covered
    // A point that moved between regions may stand in both Slovak datasets; it is shown as the regional file has it.
    if (shown && index < 0) throw createCheckError(check, key, 'is missing')
    if (!shown && from === source.dataset.name) throw createCheckError(check, key, 'is shown and should not be')
    if (shown && from === source.dataset.name) compareFields(check, key, point, columns.at(index))
  })
}

function compareFields(check: SegmentCheck, key: number, expected: Address, stored: Address): void {
  for (const name of Object.keys(expected) as (keyof Address)[]) {
    const value = expected[name]
    const filledIn = value === null && check.segment.country === 'sk' && CODES.includes(name)
    if (!filledIn && !same(value, stored[name])) {
      throw createCheckError(check, key, `has ${name} ${stored[name]}, the catalog ${value}`)
    }
  }
}

/** What the release finds for Slovak points whose source has none. */
const CODES: readonly string[] = ['municipalityCode', 'countyCode', 'regionCode']

function same(a: string | number | null, b: string | number | null): boolean {
  return typeof a === 'number' && typeof b === 'number' ? Math.abs(a - b) < 1e-7 : a === b
}

function isRegional(observedOn: Readonly<Record<string, string>>): boolean {
  return !('' in observedOn)
}

/** Counted by the database, not by the code that built the columns. */
function expectedPoints(check: SegmentCheck, regions: ReadonlySet<string>): number {
  const own = selectOwnDatasets(check)
  const regional = own.find(({ observedOn }) => isRegional(observedOn))
  if (regional === undefined) return own.reduce((points, { id }) => points + check.snapshot.countLiving(id), 0)
  let points = 0
  for (const source of own) {
    for (const [region, count, alsoRegional] of check.snapshot.livingByRegion(source.id, regional?.id)) {
      if (isRegional(source.observedOn)) points += count
      else if (!regions.has(foldRegion(region))) points += count - alsoRegional
    }
  }
  return points
}

/** Regions for which there is a regional file. */
function regionalRegions(check: SegmentCheck): ReadonlySet<string> {
  const regional = selectOwnDatasets(check).find(({ observedOn }) => isRegional(observedOn))
  if (regional === undefined) return new Set()
  return new Set(check.snapshot.livingByRegion(regional.id, undefined).map(([region]) => foldRegion(region)))
}
