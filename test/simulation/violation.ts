/** The ledger did what it must never do. The message begins with the name of the guarantee. */
export class Violation extends Error {
  constructor(guarantee: string, message: string) {
    super(`${guarantee}: ${message}`)
    this.name = 'Violation'
  }
}

/** `message` is only made when it is needed: this is asked after every event. */
export function demand(holds: boolean, guarantee: string, message: () => string): asserts holds {
  if (!holds) throw new Violation(guarantee, message())
}
