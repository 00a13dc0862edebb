import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fc } from '../../stdx/testing/properties.ts'
import { byProj4, toWgs84 } from './to-wgs84.ts'

const METRES_PER_DEGREE = 111_320

describe('toWgs84', () => {
  for (const [place, y, x, latitude, longitude] of [
    ['Pražský hrad', 744384.54, 1042569.73, 50.08947978, 14.39860631],
    ['Praha-Holešovice', 741928.31, 1042585.42, 50.09235233, 14.43264242],
    ['west Bohemia', 868208.61, 1095793.64, 49.452262, 12.806988],
    ['Trojanovice', 479862.17, 1133960.17, 49.53818237, 18.19338238],
  ] as const) {
    test(`puts ${place} within a metre of where it is published`, () => {
      const point = toWgs84(y, x)
      const north = (point.latitude - latitude) * METRES_PER_DEGREE
      const east = (point.longitude - longitude) * METRES_PER_DEGREE * Math.cos((latitude * Math.PI) / 180)
      assert.ok(Math.hypot(north, east) <= 1, `${Math.hypot(north, east)} m off`)
    })
  }

  test('returns seven decimals', () => {
    assert.deepEqual(toWgs84(744384.54, 1042569.73), { latitude: 50.0894798, longitude: 14.3986063 })
  })

  test('differs from proj4 by less than a tenth of a millimetre, anywhere in Czechia', () => {
    const y = fc.integer({ min: 430_000, max: 904_000 })
    const x = fc.integer({ min: 934_000, max: 1_222_000 })
    fc.assert(
      fc.property(y, x, (y, x) => {
        const [latitude, longitude] = byProj4(y, x)
        const point = toWgs84(y, x)
        const rounding = 0.51e-7
        assert.ok(Math.abs(point.latitude - latitude) < rounding && Math.abs(point.longitude - longitude) < rounding)
      }),
      { numRuns: 500 },
    )
  })

  test('swapped axes give a point outside the bounding box', () => {
    const swapped = toWgs84(1042569.73, 744384.54)
    assert.ok(51.5 < swapped.latitude && swapped.longitude < 12, JSON.stringify(swapped))
  })
})
