import { assert } from '../../src/stdx/assert.ts'

/** Shares a whole number out in proportion to weights, each share at least `least`; the sum is exact. */
export function apportion(total: number, weights: readonly number[], least: number): number[] {
  const free = total - least * weights.length
  assert(0 <= free, `${total} cannot be shared by ${weights.length} that each want ${least}`)
  const sum = weights.reduce((all, weight) => all + weight, 0)
  let running = 0
  let given = 0
  return weights.map((weight) => {
    running += weight
    const upTo = Math.round((running / sum) * free)
    const share = upTo - given
    given = upTo
    return share + least
  })
}
