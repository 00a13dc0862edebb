/** What a bookkeeper needs of the world. The simulation gives it a world of its own; nothing in the ledger touches another clock, timer or disk. */

/** Milliseconds that never go back and that all threads of the process agree on. Where they began means nothing. */
export interface MonotonicClock {
  monotonicMs(): number
}

export interface Timers {
  /** Once, after so many milliseconds of the monotonic clock. The answer cancels it. */
  after(ms: number, work: () => void): () => void
  /** After everything that has already arrived was handled. */
  endOfTurn(work: () => void): void
}

/** A debit that was answered with a failure before anybody knew whether it had been written. Should it turn up, it is void. */
export interface VoidIntent {
  readonly incarnation: number
  readonly seq: number
  readonly requestId: string
}

/** The intents of this node, on a disk of its own: the database is what cannot be reached when they are needed. */
export interface IntentLog {
  /** They are on the disk when it returns. Throws if they are not: then nobody may be told that the request failed. */
  add(intents: readonly VoidIntent[]): void
  all(): readonly VoidIntent[]
  /** The books know of all of these now. */
  forget(intents: readonly VoidIntent[]): void
}

/** The last batch that this node knows to be in the books, kept outside them: a database that was put back from a copy is behind it. */
export interface Mark {
  readonly booksId: string
  readonly timeline: string
  readonly isSynchronous: boolean
  readonly incarnation: number
  readonly seq: number
}

export interface MarkFile {
  read(): Mark | undefined
  /** Cheap, and not forced to the disk: a mark that is itself behind does no harm. */
  write(mark: Mark): void
}
