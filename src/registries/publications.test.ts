import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addDays } from '../records/date.ts'
import { findNextFile } from './publications.ts'
import { REGISTRIES } from './registries.ts'

const CASES: readonly [dataset: string, observedOn: string, file: string, stateOf: string, expectedOn: string][] = [
  ['sk-rpo', '2026-11-21', 'actual_2026-11-22.json.gz', '2026-11-22', '2026-11-23'],
  ['sk-rpo', '2026-12-31', 'actual_2027-01-01.json.gz', '2027-01-01', '2027-01-02'],
  ['sk-addresses-rageo', '2026-11-21', 'address_by_nuts3_*.geojson', '2026-11-22', '2026-11-23'],
  ['sk-addresses-csv', '2026-08-21', 'adresy_podla_krajov.csv', '2026-11-21', '2026-11-21'],
  ['sk-addresses-csv', '2026-11-30', 'adresy_podla_krajov.csv', '2027-02-28', '2027-02-28'],
  ['cz-addresses', '2026-10-31', '20261130_OB_ADR_csv.zip', '2026-11-30', '2026-12-01'],
  ['cz-addresses', '2028-01-31', '20280229_OB_ADR_csv.zip', '2028-02-29', '2028-03-01'],
  ['cz-addresses', '2026-11-12', '20261130_OB_ADR_csv.zip', '2026-11-30', '2026-12-01'],
  ['cz-res', '2026-10-31', 'res_data.csv', '2026-11-15', '2026-11-17'],
  ['cz-res', '2026-11-15', 'res_data.csv', '2026-11-30', '2026-12-02'],
  ['cz-res', '2026-11-14', 'res_data.csv', '2026-11-15', '2026-11-17'],
  ['cz-vr', '2026-11-21', 'ares_vreo_all.tar.gz', '2026-11-22', '2026-11-23'],
]

describe('the next file', () => {
  for (const [dataset, observedOn, file, stateOf, expectedOn] of CASES) {
    test(`of ${dataset} after ${observedOn} is ${file}, expected on ${expectedOn}`, () => {
      assert.deepEqual(findNextFile(dataset, observedOn), { file, stateOf, expectedOn })
    })
  }

  test('of every dataset is later than its data, and is due before they count as stale', () => {
    const datasets = REGISTRIES.flatMap(({ datasets }) => datasets)
    assert.equal(datasets.length, 6)
    for (const { name, rhythmDays } of datasets) {
      for (let day = '2027-12-01'; day < '2028-04-01'; day = addDays(day, 1)) {
        const next = findNextFile(name, day)!
        assert(day < next.stateOf && next.stateOf <= next.expectedOn, `${name} ${day}`)
        assert(next.expectedOn <= addDays(day, rhythmDays + 1), `${name} ${day}: ${next.expectedOn}`)
      }
    }
  })
})
