import { type Random, seededRandom } from '../src/stdx/random.ts'
import type { Model } from './model.ts'

/** Random numbers for one thing about one entity: the same whatever else is drawn, for it or for others. */
export type Stream = (index: number) => Random

/**
 * Streams by name. Everything that is invented draws from a stream of its own, so that a new trap changes the records
 * it hits and no other ones.
 */
export interface Streams {
  (name: string): Stream
  readonly model: Model
}

export function makeStreams(seed: number, model: Model): Streams {
  const streamNamed = (name: string): Stream => {
    let base = seed | 0
    for (let i = 0; i < name.length; i++) base = Math.imul(base ^ name.charCodeAt(i), 0x01000193)
    return (index) => seededRandom(spread(base ^ spread(index + 1)))
  }
  return Object.assign(streamNamed, { model })
}

/** Neighbours go far apart, so that record 7 and record 8 have nothing in common. */
function spread(value: number): number {
  const mixed = Math.imul(value ^ (value >>> 16), 0x45d9f3b)
  return mixed ^ (mixed >>> 15)
}
