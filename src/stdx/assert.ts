/** For bugs of this program only. A wrong input gets an `InputError`. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`assertion failed: ${message}`)
}

/** Ends a `switch` over a union: a missing member fails to compile. */
export function unreachable(value: never): never {
  throw new Error(`assertion failed: unexpected ${JSON.stringify(value)}`)
}
