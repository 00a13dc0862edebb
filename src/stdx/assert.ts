/** For our own mistakes only: an input of somebody else never trips an assertion, it gets an answer. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`assertion failed: ${message}`)
}

/** Ends a `switch` over a union: a new member fails to compile where it was forgotten. */
export function unreachable(value: never): never {
  throw new Error(`assertion failed: unexpected ${JSON.stringify(value)}`)
}
