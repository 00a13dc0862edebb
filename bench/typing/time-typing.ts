import type { Typing } from './typed-texts.ts'

/** The steps from a typed text to the bytes of an answer's hits. */
export interface Steps<Found> {
  /** To numbers of documents. */
  find(query: string): Found
  /** Reads the records and writes them, unless it wrote them lately. */
  write(found: Found): string
  encode(text: string): number
  stopsEarly(query: string): boolean
}

/** Microseconds of each query, in the order of the queries. */
export interface Times {
  readonly find: Float64Array
  readonly write: Float64Array
  readonly encode: Float64Array
  readonly all: Float64Array
  /** How many queries the work budget ends. */
  readonly stoppedEarly: number
}

/**
 * Times each query in several rounds and keeps its shortest time of each step: whatever else the machine does only
 * adds to it.
 */
export function timeTyping<F>(typings: readonly Typing[], steps: Steps<F>, rounds: number): Times {
  const queries = typings.flatMap(({ queries }) => queries)
  const shortest = () => new Float64Array(queries.length).fill(Number.POSITIVE_INFINITY)
  const [find, write, encode] = [shortest(), shortest(), shortest()] as const
  // The first round warms up the compiler.
  for (let round = -1; round < rounds; round++)
    for (let i = 0; i < queries.length; i++) {
      const query = queries[i]!
      const begunMs = performance.now()
      const found = steps.find(query)
      const foundMs = performance.now()
      const text = steps.write(found)
      const writtenMs = performance.now()
      steps.encode(text)
      const encodedMs = performance.now()
      if (round < 0) continue
      keepShorter(find, i, foundMs - begunMs)
      keepShorter(write, i, writtenMs - foundMs)
      keepShorter(encode, i, encodedMs - writtenMs)
    }
  return {
    find,
    write,
    encode,
    all: find.map((us, i) => us + write[i]! + encode[i]!),
    stoppedEarly: queries.reduce((count, query) => count + (steps.stopsEarly(query) ? 1 : 0), 0),
  }
}

function keepShorter(shortest: Float64Array, i: number, ms: number): void {
  if (ms * 1000 < shortest[i]!) shortest[i] = ms * 1000
}
