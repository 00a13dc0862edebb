import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createBandOf, FARTHEST_BAND } from './distance-bands.ts'

describe('distance bands from Košice (48.72, 21.26):', () => {
  const bandOf = createBandOf({ latitude: 48.72, longitude: 21.26 })
  for (const [what, latitude, longitude, band] of [
    ['here', 48.72, 21.26, 0],
    ['1.9 km north', 48.7371, 21.26, 0],
    ['2.1 km north', 48.7389, 21.26, 1],
    ['1.9 km east', 48.72, 21.2859, 0],
    ['2.1 km east', 48.72, 21.2887, 1],
    ['5.5 km south', 48.6705, 21.26, 2],
    ['14 km west', 48.72, 21.0692, 2],
    ['Prešov, 31 km', 49.0, 21.24, 3],
    ['Poprad, 81 km', 49.06, 20.3, 4],
    ['Bratislava', 48.15, 17.11, FARTHEST_BAND],
  ] as const) {
    test(`${what}: ${band}`, () => assert.equal(bandOf(latitude, longitude), band))
  }
})
