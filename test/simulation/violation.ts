/** The ledger broke a guarantee. The message begins with its name. */
export class Violation extends Error {
  constructor(guarantee: string, message: string) {
    super(`${guarantee}: ${message}`)
    this.name = 'Violation'
  }
}

/**
 * How a world failed. `finding`: a checker, an assertion of the ledger or its books found that the ledger is wrong.
 * `error`: other code threw, which says nothing about a guarantee.
 */
export interface Failure {
  readonly kind: 'finding' | 'error'
  readonly message: string
}

export function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { kind: 'error', message: String(error) }
  const { name, message, stack = message } = error
  if (name === 'Violation') return { kind: 'finding', message }
  return { kind: name === 'Damage' || message.startsWith(ASSERTION) ? 'finding' : 'error', message: stack }
}

/** The beginning of the messages of `src/stdx/assert.ts`. */
const ASSERTION = 'assertion failed: '

/** Builds `message` only when it is needed, because this runs after every event. */
export function ensure(holds: boolean, guarantee: string, message: () => string): asserts holds {
  if (!holds) throw new Violation(guarantee, message())
}
