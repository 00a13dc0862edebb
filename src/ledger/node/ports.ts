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

/** A debit that was answered with a failure while it was not known whether its line had been written. If the line is in the books, it is void. */
export interface VoidIntent {
  readonly incarnation: number
  readonly seq: number
  readonly requestId: string
}

/** The notes of this node, on its own disk: the database cannot be reached when they are needed. */
export interface Notes {
  /** Resolves when all of them are on the disk. Rejects if they may not be: then no client may be told that its request failed. */
  add(intents: readonly VoidIntent[]): Promise<void>
  /** The books know what became of these. A note that outlives this does no harm. */
  forget(intents: readonly VoidIntent[]): void
}

/** The notes as the node finds them when it starts. */
export interface NodeNotes extends Notes {
  /** What earlier incarnations left. */
  readonly found: readonly VoidIntent[]
  /** The last incarnation that the node remembers. Undefined: no node has used this folder, or its content is lost. */
  readonly lastIncarnation: number | undefined
  /** Resolves when the incarnation is remembered on the disk. */
  begin(incarnation: number): Promise<void>
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
