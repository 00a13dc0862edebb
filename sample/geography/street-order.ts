import type { Stream, Streams } from '../streams.ts'

/** The rank of an area among those that may have streets, the largest first. `nth` is its position in the country. */
export type StreetOrder = (points: number, nth: number) => number

/**
 * In model 1 the largest areas have streets. In model 2 any area may, a larger one sooner (a weighted draw without
 * repetition) or no sooner than others, so that common names stand in hundreds of small municipalities as well.
 */
export function streetOrder(stream: Streams, name: string, draw: 'by size' | 'evenly'): StreetOrder {
  if (stream.model === 1) return (points) => points
  const drawn: Stream = stream(name)
  return (points, nth) => drawn(nth).fraction() ** (draw === 'by size' ? 1 / points : 1)
}
