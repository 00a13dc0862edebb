/**
 * Opens when all accounts in the books are as the operator wants them. Older books lack accounts and allowances that
 * came later, so charges that were lost with them would not fit.
 */
export class AccountsGate {
  readonly #asked = Promise.withResolvers<void>()
  #incarnation: number
  #opened = Promise.withResolvers<void>()

  constructor(incarnation: number) {
    this.#incarnation = incarnation
  }

  /** Resolves when something waits at the gate for the first time. */
  get asked(): Promise<void> {
    return this.#asked.promise
  }

  /** A new incarnation may have found other books. */
  close(incarnation: number): void {
    this.#incarnation = incarnation
    this.#opened = Promise.withResolvers()
  }

  /** What was compared for an earlier incarnation does not count. */
  open(incarnation: number): void {
    if (incarnation === this.#incarnation) this.#opened.resolve()
  }

  wait(): Promise<void> {
    this.#asked.resolve()
    return this.#opened.promise
  }
}
