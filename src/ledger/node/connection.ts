import type { DebitResult, ToTeller } from './messages.ts'

/**
 * The bookkeeper's end of the way to one thread that sells. The number of a thread that has ended is given to another, and that one counts its tickets from the
 * beginning: so an answer belongs to a connection and not to a number.
 */
export class Connection {
  readonly teller: number
  readonly #deliver: (message: ToTeller) => void
  #results: (number | DebitResult)[] = []
  #state: 'open' | 'gone' = 'open'

  constructor(teller: number, deliver: (message: ToTeller) => void) {
    this.teller = teller
    this.#deliver = deliver
  }

  get isOpen(): boolean {
    return this.#state === 'open'
  }

  end(): void {
    this.#state = 'gone'
  }

  send(message: ToTeller): void {
    if (this.isOpen) this.#deliver(message)
  }

  /** Answers of one commit go in one message. */
  answer(ticket: number, result: DebitResult): void {
    this.#results.push(ticket, result)
    if (2 < this.#results.length) return
    queueMicrotask(() => {
      const results = this.#results
      this.#results = []
      this.send({ kind: 'debited', results })
    })
  }
}
