import type { ByteString } from '../../stdx/byte-string.ts'

export interface HitCacheOptions<Hit> {
  /** Room for the hits that are kept. */
  readonly keptBytes: number
  /** A whole number that is not negative. */
  readonly keyOf: (hit: Hit) => number
  /** A hit as JSON, always the same for the same key. */
  readonly write: (key: number) => string
}

/** Room for the array that is being written. A longer one is joined from several pieces. */
const ARRAY_BYTES = 1 << 16
/** A longer hit is written anew each time. */
const HIT_BYTES_MAX = ARRAY_BYTES / 2
/** A power of two, so that no division is needed. */
const PLACES = 1 << 13

const OPENING_BRACKET = 0x5b
const COMMA = 0x2c

/**
 * Writes the hits of one release, and keeps the JSON of those that it wrote last: most hits of a keystroke were among
 * those of the one before. They are bytes in a ring. A string of each would live longer than most objects, so V8 would
 * copy it twice and keep it until the next full collection.
 */
export class HitCache<Hit> {
  readonly #keyOf: (hit: Hit) => number
  readonly #write: (key: number) => string
  /** The array that is being written, and behind it the ring. */
  readonly #bytes: Buffer
  /** Each key has one place; a key that comes later takes it. */
  readonly #keys = new Int32Array(PLACES).fill(-1)
  readonly #starts = new Int32Array(PLACES)
  readonly #lengths = new Int32Array(PLACES)
  /** In which lap of the ring each was written. */
  readonly #laps = new Int32Array(PLACES)
  #lap = 0
  /** Where the next one is written. */
  #next = ARRAY_BYTES

  constructor({ keptBytes, keyOf, write }: HitCacheOptions<Hit>) {
    this.#bytes = Buffer.alloc(ARRAY_BYTES + keptBytes)
    this.#keyOf = keyOf
    this.#write = write
  }

  /** A JSON array. */
  write(hits: readonly Hit[]): ByteString {
    const bytes = this.#bytes
    let before = ''
    bytes[0] = OPENING_BRACKET
    let end = 1
    for (let i = 0; i < hits.length; i++) {
      if (0 < i) bytes[end++] = COMMA
      const key = this.#keyOf(hits[i]!)
      const place = key & (PLACES - 1)
      if (!this.#has(key, place)) {
        const json = this.#write(key)
        if (HIT_BYTES_MAX < json.length) {
          before += bytes.toString('latin1', 0, end) + json
          end = 0
          continue
        }
        this.#keep(key, place, json)
      }
      const start = this.#starts[place]!
      const length = this.#lengths[place]!
      if (ARRAY_BYTES - 1 < end + length) {
        before += bytes.toString('latin1', 0, end)
        end = 0
      }
      bytes.copyWithin(end, start, start + length)
      end += length
    }
    return `${before}${bytes.toString('latin1', 0, end)}]` as ByteString
  }

  /** What stands before the next place was written in this lap, and the rest in the lap before. */
  #has(key: number, place: number): boolean {
    if (this.#keys[place] !== key) return false
    const age = this.#lap - this.#laps[place]!
    return age === 0 || (age === 1 && this.#next <= this.#starts[place]!)
  }

  #keep(key: number, place: number, json: string): void {
    if (this.#bytes.length < this.#next + json.length) {
      this.#next = ARRAY_BYTES
      this.#lap++
    }
    this.#keys[place] = key
    this.#starts[place] = this.#next
    this.#lengths[place] = json.length
    this.#laps[place] = this.#lap
    this.#next += this.#bytes.write(json, this.#next, 'latin1')
  }
}
