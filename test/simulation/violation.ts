/** The ledger did what it must never do. The message begins with the name of the guarantee. */
export class Violation extends Error {
  constructor(guarantee: string, message: string) {
    super(`${guarantee}: ${message}`)
    this.name = 'Violation'
  }
}

/**
 * How a world came to its end. `finding`: a checker, the ledger's own assertions or its books saw that the ledger is wrong. `error`: code threw that should have run, which says
 * nothing of a guarantee.
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

/** So begins what `src/stdx/assert.ts` throws. */
const ASSERTION = 'assertion failed: '

/** `message` is only made when it is needed: this is asked after every event. */
export function ensure(holds: boolean, guarantee: string, message: () => string): asserts holds {
  if (!holds) throw new Violation(guarantee, message())
}
