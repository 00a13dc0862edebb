/** Ordered rows that are read when they are needed, because those of a whole country do not fit into memory. */
export interface List<T> extends Iterable<T> {
  readonly length: number
  at(index: number): T | undefined
}

export function lazyList<T>(length: number, at: (index: number) => T): List<T> {
  return {
    length,
    at: (index) => (0 <= index && index < length ? at(index) : undefined),
    *[Symbol.iterator]() {
      for (let i = 0; i < length; i++) yield at(i)
    },
  }
}
