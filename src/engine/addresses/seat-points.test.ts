import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { Address } from '../../records/address.ts'
import { exampleAddress } from '../testing/address-columns.ts'
import { AddressColumnsBuilder } from './address-columns-builder.ts'
import { type SeatPoint, SeatPoints } from './seat-points.ts'

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
    const full: SeatPoint = {
      municipality: 'Brno',
      municipalityCode: '582786',
      municipalityPart: 'Komárov',
      street: 'Krátká',
      postalCode: '61700',
      registrationNumber: '12',
      evidenceNumber: null,
      orientationNumber: '3',
      orientationLetter: 'a',
    }
    const bare: SeatPoint = {
      municipality: 'Lhota',
      municipalityCode: null,
      municipalityPart: null,
      street: null,
      postalCode: null,
      registrationNumber: null,
      evidenceNumber: '20',
      orientationNumber: null,
      orientationLetter: null,
    }
    const rows = [
      [3, exampleAddress({ ...full })],
      [5_000_000_000, exampleAddress({ ...bare })],
    ] as const
    withPoints(rows, (points) => {
      assert.deepEqual(
        ['3', '5000000000', '4', '03', 'x'].map((key) => points.of(key)),
        [full, bare, undefined, undefined, undefined],
      )
    })
  })

  test('name the municipalities of a postal code, and no code where two have the same name', () => {
    const at = (municipality: string, municipalityCode: string, postalCode: string | null) =>
      exampleAddress({ municipality, municipalityCode, postalCode, street: municipality === 'Ves' ? 'Krátká' : null })
    const rows = [
      [1, at('Lhota', '1', '26762')],
      [2, at('Lhota', '1', '26762')],
      [3, at('Ves', '2', '26762')],
      [4, at('Ves', '3', '26762')],
      [5, at('Brno', '4', null)],
    ] as const
    withPoints(rows, (points) => {
      assert.deepEqual(points.municipalitiesOf('26762'), [
        { name: 'Lhota', code: '1', hasStreets: false },
        { name: 'Ves', code: null, hasStreets: true },
      ])
      assert.deepEqual(points.municipalitiesOf('60200'), [])
    })
  })
})
