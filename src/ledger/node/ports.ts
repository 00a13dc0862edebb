/** The clock, timers and disk of a node. The ledger uses no others, so a simulation can replace them. */

/** Milliseconds that never go back and are the same in all threads of the process. Their origin has no meaning. */
export interface MonotonicClock {
  monotonicMs(): number
}

export interface Timers {
  /** Runs once, after this many milliseconds of the monotonic clock. The returned function cancels it. */
  after(ms: number, work: () => void): () => void
  /** Runs after everything that has already arrived was handled. */
  endOfTurn(work: () => void): void
}

/**
 * A request that was answered with a failure while it was unknown whether its line had been written. If the line is in
 * the books, it becomes void.
 */
export interface Note {
  readonly incarnation: number
  readonly seq: number
  readonly requestId: string
}

/** The notes of this node, on its own disk: the database cannot be reached when they are needed. */
export interface Notes {
  /** Resolves when all of them are on the disk. If it rejects, they may not be, and no client may be sent a failure. */
  add(intents: readonly Note[]): Promise<void>
  /** Deletes notes whose outcome the books know. A note that stays does no harm. */
  forget(intents: readonly Note[]): void
}

/** The notes as the node finds them when it starts. */
export interface NodeNotes extends Notes {
  /** The notes of earlier incarnations. */
  readonly found: readonly Note[]
  /** The last incarnation that the node remembers. Undefined: no node has used this folder, or its content is lost. */
  readonly lastIncarnation: number | undefined
  /** Resolves when the incarnation is remembered on the disk. */
  begin(incarnation: number): Promise<void>
}

/**
 * The last batch that this node knows to be in the books, kept outside them: a database restored from a copy is behind
 * it.
 */
export interface Mark {
  readonly booksId: string
  readonly timeline: string
  readonly isSynchronous: boolean
  readonly incarnation: number
  readonly seq: number
}

export interface MarkFile {
  read(): Mark | undefined
  /** Cheap, because it is not forced to the disk: a mark that is behind does no harm. */
  write(mark: Mark): void
}
