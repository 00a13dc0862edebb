/**
 * Counts the concurrent requests of each account. Each thread has its own counts, in memory that all threads read.
 * When a thread has died, its counts are cleared before another thread gets its place.
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

  /** `account`: its number. Counting before comparing keeps two threads from both taking the last place. */
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

/** Accounts whose numbers differ by a multiple of this share a count. That many on one server are not expected. */
const ACCOUNTS = 2 ** 14

function place(thread: number, account: number): number {
  return thread * ACCOUNTS + (account % ACCOUNTS)
}
