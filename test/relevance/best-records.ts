/** The best of all offered records: those with the least key. */
export class BestRecords {
  #key: readonly number[] | undefined
  #names: string[] = []

  /** The maximum number of equal records. No list of suggestions is longer. */
  static readonly #EQUALS_MAX = 1000

  offer(key: readonly number[], name: () => string): void {
    const order = this.#key === undefined ? -1 : compareKeys(key, this.#key)
    if (0 < order) return
    if (order < 0) {
      this.#key = key
      this.#names = []
    }
    if (this.#names.length < BestRecords.#EQUALS_MAX) this.#names.push(name())
  }

  get names(): readonly string[] {
    return this.#names
  }
}

/** Returns the first reading that any record matches. */
export function firstFound(readings: readonly BestRecords[]): readonly string[] {
  return readings.find(({ names }) => names.length !== 0)?.names ?? []
}

/** Number by number; the smaller comes first. */
export function compareKeys(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length; i++) {
    const difference = a[i]! - b[i]!
    if (difference !== 0) return difference
  }
  return 0
}
