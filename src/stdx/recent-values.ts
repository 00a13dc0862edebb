import { assert } from './assert.ts'

/**
 * The values of the keys that were asked for last. Each key has one place, so an answer costs two reads; a key that
 * comes later takes the place.
 */
export class RecentValues<T> {
  readonly #make: (key: number) => T
  readonly #mask: number
  readonly #keys: Int32Array
  readonly #values: (T | undefined)[]

  /**
   * `size` is a power of two, so that no division is needed. `make` returns the same value for the same key. Keys are
   * not negative.
   */
  constructor(size: number, make: (key: number) => T) {
    assert(0 < size && (size & (size - 1)) === 0, 'the size is a power of two')
    this.#make = make
    this.#mask = size - 1
    this.#keys = new Int32Array(size).fill(-1)
    this.#values = new Array<T | undefined>(size).fill(undefined)
  }

  get(key: number): T {
    const place = key & this.#mask
    if (this.#keys[place] !== key) {
      this.#values[place] = this.#make(key)
      this.#keys[place] = key
    }
    return this.#values[place] as T
  }
}
