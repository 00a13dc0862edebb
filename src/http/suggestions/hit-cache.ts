/** About two megabytes of a country's addresses, and less of its companies. */
const HITS_MAX = 4096

/**
 * The hits of one release that were written last, each as JSON. Most hits of a keystroke were among those of the one
 * before.
 */
export class HitCache {
  readonly #write: (key: number) => string
  readonly #keys = new Int32Array(HITS_MAX).fill(-1)
  readonly #texts = new Array<string>(HITS_MAX).fill('')

  /** `write` returns the same text for the same key, which is not negative. */
  constructor(write: (key: number) => string) {
    this.#write = write
  }

  get(key: number): string {
    const place = key % HITS_MAX
    if (this.#keys[place] !== key) {
      this.#texts[place] = flatten(this.#write(key))
      this.#keys[place] = key
    }
    return this.#texts[place]!
  }
}

const scratch = Buffer.alloc(1 << 16)

/** V8 would otherwise copy the text piece by piece whenever it is sent. */
function flatten(text: string): string {
  return scratch.length < text.length ? text : scratch.toString('latin1', 0, scratch.write(text, 'latin1'))
}
