import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PLANS } from '../plan.ts'
import { makeWorld } from '../world.ts'
import { krovak } from './czech-points.ts'

describe('krovak', () => {
  for (const [what, y, x, latitude, longitude] of [
    ['Pražský hrad', 744384.54, 1042569.73, 50.08947978, 14.39860631],
    ['Praha-Holešovice', 741928.31, 1042585.42, 50.09235233, 14.43264242],
    ['west Bohemia', 868208.61, 1095793.64, 49.452262, 12.806988],
    ['Trojanovice', 479862.17, 1133960.17, 49.53818237, 18.19338238],
  ] as const) {
    test(`converts ${what} to the RÚIAN position, within a decimetre`, () => {
      const [foundY, foundX] = krovak(longitude, latitude)
      assert.ok(Math.hypot(foundY - y, foundX - x) < 0.1, `${foundY} ${foundX}`)
    })
  }
})

const { slovakPoints, czechPoints } = makeWorld(PLANS.small, { seed: 1, model: 2, today: '2026-11-21' })

test('Slovak points are in Slovakia and have distinct ids', () => {
  const ids = new Set<string>()
  for (let i = 0; i < slovakPoints.country.points; i++) {
    const { id, longitude, latitude } = slovakPoints.at(i)
    ids.add(id)
    if (longitude === null || latitude === null) continue
    assert.ok(16.8 <= longitude && longitude <= 22.6, `${longitude}`)
    assert.ok(47.6 <= latitude && latitude <= 49.7, `${latitude}`)
  }
  assert.equal(ids.size, slovakPoints.country.points)
})

test('Czech points are in Czechia, in positive metres, and have distinct codes', () => {
  const ids = new Set<number>()
  for (let i = 0; i < czechPoints.country.points; i++) {
    const { id, y, x } = czechPoints.at(i)
    ids.add(id)
    if (y === null || x === null) continue
    assert.ok(430_000 <= y && y <= 902_000 && 936_000 <= x && x <= 1_220_000, `${y} ${x}`)
  }
  assert.equal(ids.size, czechPoints.country.points)
})

test('no two Slovak points of a street have the same orientation number', () => {
  const seen = new Set<string>()
  for (let i = 0; i < slovakPoints.country.points; i++) {
    const { area, street, orientation } = slovakPoints.at(i)
    if (street === null || orientation === '' || orientation.includes('-')) continue
    const key = `${area.firstPoint} ${street.code} ${orientation}`
    assert.ok(!seen.has(key), `${area.municipality.name} ${street.name} ${orientation}`)
    seen.add(key)
  }
})
