import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { chebyshevSurface, type PlaneMap } from './chebyshev-surface.ts'
import { fc } from './testing/properties.ts'

const box = { xMin: 2, xMax: 4, yMin: -1, yMax: 1 }
const smooth: PlaneMap = (x, y) => [Math.sin(x / 3) * Math.exp(y / 4), Math.sqrt(x * x + (y + 9) ** 2)]
const coordinate = (min: number, max: number) => fc.double({ min, max, noNaN: true })

describe('chebyshevSurface', () => {
  const surface = chebyshevSurface(smooth, box)

  test('equals the map anywhere in the box, including its edges', () => {
    fc.assert(
      fc.property(coordinate(box.xMin, box.xMax), coordinate(box.yMin, box.yMax), (x, y) => {
        const [a, b] = surface(x, y)
        const [exactA, exactB] = smooth(x, y)
        assert.ok(Math.abs(a - exactA) < 1e-9 && Math.abs(b - exactB) < 1e-9, `${a} ${exactA} ${b} ${exactB}`)
      }),
      { numRuns: 500 },
    )
  })

  test('calls the map itself outside the box', () => {
    for (const x of [9, 1.999, 4.001]) assert.deepEqual(surface(x, 0), smooth(x, 0))
    for (const y of [5, -1.001, 1.001]) assert.deepEqual(surface(3, y), smooth(3, y))
  })
})
