/**
 * How many requests of each account are under way, counted by each thread for itself in memory that all share: a thread that dies takes its own along, and what it counted is
 * cleared before another gets its place.
 */
export class Concurrency {
  readonly memory: SharedArrayBuffer
  readonly #counts: Int16Array
  readonly #threads: number

  static make({ threads }: { readonly threads: number }): Concurrency {
    return new Concurrency(new SharedArrayBuffer(threads * ACCOUNTS * 2))
  }

  constructor(memory: SharedArrayBuffer) {
    this.memory = memory
    this.#counts = new Int16Array(memory)
    this.#threads = this.#counts.length / ACCOUNTS
  }

  /** `account`: its number. Counted before it is compared, so that two threads never both take the last place. */
  enter(thread: number, account: number, most: number): 'entered' | 'too_many' {
    Atomics.add(this.#counts, place(thread, account), 1)
    if (this.underWay(account) <= most) return 'entered'
    this.leave(thread, account)
    return 'too_many'
  }

  leave(thread: number, account: number): void {
    Atomics.sub(this.#counts, place(thread, account), 1)
  }

  underWay(account: number): number {
    let sum = 0
    for (let thread = 0; thread < this.#threads; thread++) sum += Atomics.load(this.#counts, place(thread, account))
    return sum
  }

  forget(thread: number): void {
    for (let account = 0; account < ACCOUNTS; account++) Atomics.store(this.#counts, place(thread, account), 0)
  }
}

/** Accounts whose numbers are so far apart share a count: more than that on one server is not expected, and does little harm. */
const ACCOUNTS = 2 ** 14

function place(thread: number, account: number): number {
  return thread * ACCOUNTS + (account % ACCOUNTS)
}
