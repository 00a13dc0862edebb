import type { RankedEntity } from '../../engine/addresses/addresses.ts'
import { compareText } from '../../stdx/compare-text.ts'

/** The heavier street or place comes first, then the name, then the source id. */
export function compareEntities(a: RankedEntity, b: RankedEntity): number {
  return weightSquared(b) - weightSquared(a) || compareText(a.name, b.name) || compareText(a.sourceId, b.sourceId)
}

/**
 * The weight of a place is its number of points. The weight of a street is the geometric mean of its points and those
 * of its municipality: the main street of a city comes before villages, and before a longer street of a village.
 * Compared as squares, which are whole numbers.
 */
function weightSquared({ kind, points, municipality }: RankedEntity): number {
  return points * (kind === 'street' ? municipality!.points : points)
}
