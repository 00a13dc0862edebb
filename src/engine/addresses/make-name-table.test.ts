import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { SectionArray } from '../../stdx/section-file.ts'
import { writeSections } from '../../stdx/section-file.ts'
import { fc } from '../../stdx/testing/properties.ts'
import { exampleAddress, indexPoints } from '../testing/address-columns.ts'
import { ADDRESS_INDEX, AddressIndex } from './address-index.ts'
import { makeNameTable } from './make-name-table.ts'
import { NAMES } from './name-table.ts'

function namesIn(sections: Iterable<[string, SectionArray]>): Record<string, number[]> {
  return Object.fromEntries(
    [...sections].filter(([name]) => name.startsWith(NAMES)).map(([name, of]) => [name, [...of]]),
  )
}

const town = fc.constantFrom(
  { municipality: 'Ústí nad Labem', municipalityCode: '1', county: 'A' },
  { municipality: 'Ústí', municipalityCode: '2', county: null },
  { municipality: 'Lhota', municipalityCode: null, county: 'A' },
  { municipality: 'Lhota', municipalityCode: null, county: 'B' },
  { municipality: 'LHOTA', municipalityCode: null, county: null },
)
const address = fc
  .record({
    town,
    municipalityPart: fc.constantFrom(null, 'Lhota', 'Ústí-Střed', 'Horní Lhota'),
    street: fc.constantFrom(null, 'Lhota', 'Sv. Čecha', 'Čecha', 'Nám. 17. listopadu', 'Ústí nad Labem'),
    registrationNumber: fc.constantFrom('1', '2'),
  })
  .map(({ town, ...rest }) => exampleAddress({ ...town, ...rest }))

const catalog = fc.array(address, { maxLength: 30 }).map((all) => all.map((address, key) => ({ key, address })))

describe('the table of names that is made of an index', () => {
  test('equals the one that was built with it', () => {
    fc.assert(
      fc.property(catalog, (points) => {
        const index = indexPoints(points)
        assert.deepEqual(namesIn(makeNameTable(index)), namesIn(index.toShare.index))
      }),
      { numRuns: 200 },
    )
  })

  test('serves a file of before, in shared memory', () => {
    const [points] = fc.sample(fc.array(address, { minLength: 20, maxLength: 20 }), 1)
    const { columns, toShare } = indexPoints(points!.map((address, key) => ({ key, address })))
    const dir = mkdtempSync(join(tmpdir(), 'regista-name-table-'))
    try {
      const before = [...toShare.index].filter(([name]) => !name.startsWith(NAMES))
      writeSections(join(dir, 'index'), ADDRESS_INDEX, Object.fromEntries(before))
      const { index } = AddressIndex.open(join(dir, 'index'), columns).toShare
      assert.deepEqual(namesIn(index), namesIn(toShare.index))
      for (const [name, { buffer }] of index) assert(buffer instanceof SharedArrayBuffer, name)
    } finally {
      rmSync(dir, { recursive: true })
    }
  })
})
