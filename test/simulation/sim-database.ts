import type { Random } from '../../src/stdx/random.ts'
import { type Database, DatabaseError, type Queries } from '../../src/storage/storage.ts'
import type { Thread } from './event-heap.ts'
import type { Kernel } from './kernel.ts'

/** What can go wrong between a server and its database. Shares of all operations, and states that last. */
export interface DatabaseFaults {
  /** The request is lost; it may still run later, when the server has given up. */
  losesRequest: number
  /** The share of lost requests that run late. */
  runsLate: number
  /** The operation is done, and its answer is lost. */
  losesReply: number
  /** The commit fails on the disk. It is not there, and may be found in the log by the next start. */
  tearsCommit: number
  /** No operation reaches the database. */
  isAway: boolean
  /** The disk is full: nothing is written, and what only reads is answered. */
  isFull: boolean
  /** Nothing returns before this time. */
  stallsUntilMs: number
  /** The operation with this number from now on never returns, nor do those after it on its connection; 0: none. */
  mutesIn: number
}

export function noFaults(): DatabaseFaults {
  return {
    losesRequest: 0,
    runsLate: 0.5,
    losesReply: 0,
    tearsCommit: 0,
    isAway: false,
    isFull: false,
    stallsUntilMs: 0,
    mutesIn: 0,
  }
}

/** The database itself, shared by all servers of a world. */
export class SimStore {
  readonly database: Database
  readonly kernel: Kernel
  /** A torn commit that a power cut brings back, until another commit has overwritten it. */
  #torn: (() => Promise<unknown>) | undefined
  /** Operations run one at a time. */
  #last: Promise<unknown> = Promise.resolve()
  /** Raised when other books take the place of these: no old backend lives on. */
  epoch = 0

  constructor(kernel: Kernel, database: Database) {
    this.kernel = kernel
    this.database = database
  }

  /** Runs an operation now, at one moment of the world. */
  run<T>(work: (database: Database) => Promise<T>, kind: 'commits' | 'reads'): Promise<T> {
    const run = this.#last.then(async () => {
      const result = await work(this.database)
      if (kind === 'commits') this.#torn = undefined
      return result
    })
    this.#last = run.catch(() => undefined)
    return this.kernel.awaiting(run)
  }

  /** Runs a commit that fails on the disk. */
  async tear(work: (database: Database) => Promise<unknown>): Promise<never> {
    await this.#undo(work)
    this.#torn = () => work(this.database)
    throw new DatabaseError('the disk failed on purpose', { outcome: 'unknown', reason: 'io' })
  }

  /** Runs what finds a full disk if it writes. The books answer first: what they refuse is written nowhere. */
  async fill(work: (database: Database) => Promise<unknown>): Promise<void> {
    if (await this.#undo(work))
      throw new DatabaseError('the disk is full on purpose', { outcome: 'not_done', reason: 'full' })
  }

  /** Runs the work and undoes it. Returns whether it has written anything; a refusal by the books stays one. */
  #undo(work: (database: Database) => Promise<unknown>): Promise<boolean> {
    const run = this.#last.then(() => rollBackAfter(this.database, work))
    this.#last = run.catch(() => undefined)
    return this.kernel.awaiting(run)
  }

  /** The machine loses its power: the log may contain what was torn. */
  async powerCut(isFound: boolean): Promise<void> {
    const torn = this.#torn
    this.#torn = undefined
    if (torn !== undefined && isFound) await this.run(() => torn().catch(() => undefined), 'commits')
  }
}

async function rollBackAfter(database: Database, work: (database: Database) => Promise<unknown>): Promise<boolean> {
  const undone = new Error('undone')
  let changes = 0
  try {
    await database.transaction(async (queries) => {
      const before = await countChanges(queries)
      await work({ ...database, transaction: (inner) => inner(queries), query: queries.query, run: queries.run })
      changes = (await countChanges(queries)) - before
      throw undone
    })
  } catch (error) {
    if (error !== undone) throw error
  }
  return 0 < changes
}

/** The rows that this connection has ever written. */
async function countChanges({ query }: Queries): Promise<number> {
  const [[changes] = [0]] = await query<readonly [number]>('select total_changes()')
  return changes
}

/** A connection of one server to the store, with latency and faults. */
export class SimDatabase implements Database {
  readonly dialect = 'sqlite'
  readonly #store: SimStore
  readonly #faults: DatabaseFaults
  readonly #random: Random
  readonly #thread: Thread
  /** One operation at a time. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(store: SimStore, options: { faults: DatabaseFaults; random: Random; thread: Thread }) {
    this.#store = store
    this.#faults = options.faults
    this.#random = options.random
    this.#thread = options.thread
  }

  query: Queries['query'] = (sql, ...values) => this.#do((database) => database.query(sql, ...values), 'commits')
  run: Queries['run'] = (sql, ...values) => this.#do((database) => database.run(sql, ...values), 'commits')

  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    return this.#do((database) => database.transaction(work), 'commits')
  }

  snapshot<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    return this.#do((database) => database.snapshot(work), 'reads')
  }

  async prepare(): Promise<void> {
    if (this.#faults.isAway) await this.#wait(1, 'connect').then(() => Promise.reject(lost('not_done')))
  }

  async close(): Promise<void> {}
  async [Symbol.asyncDispose](): Promise<void> {}

  #do<T>(work: (database: Database) => Promise<T>, kind: 'commits' | 'reads'): Promise<T> {
    const mine = this.#last.then(() => this.#once(work, kind))
    this.#last = mine.catch(() => undefined)
    return mine
  }

  async #once<T>(work: (database: Database) => Promise<T>, kind: 'commits' | 'reads'): Promise<T> {
    const faults = this.#faults
    const store = this.#store
    const unknown = kind === 'commits' ? 'unknown' : 'not_done'
    if (faults.isAway) return await this.#wait(1, 'connect').then(() => Promise.reject(lost('not_done')))
    if (0 < faults.mutesIn && --faults.mutesIn === 0) return await new Promise<never>(() => undefined)
    await this.#wait(this.#latency(), 'request')
    if (this.#chance(faults.losesRequest)) {
      // The old backend may still run it, long after the server has given up.
      const laterMs = this.#random.fraction() * 4_000
      const { epoch } = store
      if (kind === 'commits' && this.#chance(faults.runsLate))
        store.kernel.after(laterMs, 'late backend', () => {
          if (epoch === store.epoch) void store.run(work, kind).catch(() => undefined)
        })
      await this.#wait(this.#random.fraction() * 500, 'lost request')
      throw lost(unknown)
    }
    if (kind === 'commits' && faults.isFull) await store.fill(work)
    if (kind === 'commits' && this.#chance(faults.tearsCommit)) await store.tear(work)
    const result = store.run(work, kind)
    // A stalled disk: the commit is there, and returns later.
    result.catch(() => undefined)
    const stallMs = faults.stallsUntilMs - store.kernel.nowMs
    if (0 < stallMs && kind === 'commits') await this.#wait(stallMs, 'stall')
    await this.#wait(this.#latency(), 'reply')
    if (this.#chance(faults.losesReply)) throw lost(unknown)
    return await result
  }

  #latency(): number {
    return 0.2 + this.#random.fraction() * 3
  }

  #chance(share: number): boolean {
    return 0 < share && this.#random.fraction() < share
  }

  #wait(ms: number, label: string): Promise<void> {
    return new Promise((resolve) => this.#store.kernel.after(ms, label, resolve, this.#thread))
  }
}

function lost(outcome: 'not_done' | 'unknown'): DatabaseError {
  return new DatabaseError('the connection was cut on purpose', { outcome, reason: 'lost' })
}
