import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { Address } from '../../records/address.ts'
import { fieldsIn } from '../../stdx/testing/cases.ts'
import { exampleAddress } from '../testing/address-columns.ts'
import { AddressColumnsBuilder } from './address-columns-builder.ts'
import { SeatPoints } from './seat-points.ts'

function withPoints(rows: readonly (readonly [number, Address])[], work: (points: SeatPoints) => void): void {
  const dir = mkdtempSync(join(tmpdir(), 'regista-points-'))
  try {
    const builder = new AddressColumnsBuilder('cz', 'plain')
    for (const [key, address] of rows) builder.push(key, address, 0)
    builder.write(join(dir, 'columns'))
    work(SeatPoints.open(join(dir, 'columns')))
  } finally {
    rmSync(dir, { recursive: true })
  }
}

describe('the points of seats', () => {
  test('have by their key what seats take, with and without each value', () => {
    const place =
      'municipality=Brno; municipalityCode=582786; municipalityPart=Komárov; street=Krátká; postalCode=61700'
    const houseNumbers = 'registrationNumber=12; evidenceNumber=; orientationNumber=3; orientationLetter=a'
    const full = fieldsIn(`${place}; ${houseNumbers}`)
    const nothing = Object.fromEntries(Object.keys(full).map((name) => [name, null]))
    const bare = { ...nothing, municipality: 'Lhota', evidenceNumber: '20' }
    const rows = [full, bare].map((fields, i) => [[3, 5_000_000_000][i]!, exampleAddress(fields)] as const)
    withPoints(rows, (points) => {
      assert.deepEqual([points.of('3'), points.of('5000000000')], [full, bare])
      for (const key of ['4', '03', 'x']) assert.equal(points.of(key), undefined)
    })
  })

  test('name the municipalities of a postal code, and no code where two have the same name', () => {
    const at = (municipality: string, municipalityCode: string, postalCode: string | null) =>
      exampleAddress({ municipality, municipalityCode, postalCode, street: municipality === 'Ves' ? 'Krátká' : null })
    const lhota = at('Lhota', '1', '26762')
    const others = [at('Ves', '2', '26762'), at('Ves', '3', '26762'), at('Brno', '4', null)]
    const rows = [lhota, lhota, ...others].map((address, i) => [i + 1, address] as const)
    withPoints(rows, (points) => {
      assert.deepEqual(points.municipalitiesOf('26762'), [
        { name: 'Lhota', code: '1', hasStreets: false },
        { name: 'Ves', code: null, hasStreets: true },
      ])
      assert.deepEqual(points.municipalitiesOf('60200'), [])
    })
  })
})
