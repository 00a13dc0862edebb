import { Worker } from 'node:worker_threads'
import { endThread } from '../stdx/end-thread.ts'
import { InputError } from '../stdx/input-error.ts'
import { limitYoungGeneration } from '../stdx/young-generation.ts'
import { type Database, DatabaseError, type Queries } from './database.ts'
import type { SqliteDatabaseOptions } from './sqlite-database.ts'
import type { FromSqliteThread, SqliteCall, SqliteFault, ToSqliteThread } from './sqlite-thread.ts'

/** A statement of a few rows takes a millisecond, and waits two seconds for another program that writes. */
const CALL_MAX_MS = 5_000

export interface SqliteThreadOptions {
  /** Receives a line if the thread cannot be ended. */
  readonly warn: (text: string) => void
  readonly callMaxMs?: number
  /** How long the end of the thread is waited for. */
  readonly endMs?: number
}

type Call = { readonly resolve: (result: unknown) => void; readonly reject: (error: Error) => void }

/**
 * A thread for SQLite files, for callers that must not wait for a disk. A statement without an answer fails with
 * `lost`, like one on PostgreSQL whose server is mute.
 */
export class SqliteInThread implements AsyncDisposable {
  readonly #options: SqliteThreadOptions
  readonly #thread: Worker
  readonly #calls = new Map<number, Call>()
  #numbers = 0
  #end: string | undefined

  constructor(options: SqliteThreadOptions) {
    this.#options = options
    this.#thread = new Worker(new URL('./sqlite-thread.ts', import.meta.url), {
      name: 'sqlite',
      resourceLimits: limitYoungGeneration(1),
    })
    this.#thread.on('message', (message: FromSqliteThread) => this.#receive(message))
    this.#thread.on('error', (error) => this.#lose(String(error)))
    this.#thread.once('exit', () => this.#lose('the thread has ended'))
  }

  /** Throws like `openDatabase`. */
  async open({ path, migrations, mode }: SqliteDatabaseOptions): Promise<Database> {
    const database = ++this.#numbers
    await this.#call({ kind: 'open', database, path, migrations: migrations.href, mode })
    const transact =
      (kind: 'transaction' | 'snapshot') =>
      <T>(work: (queries: Queries) => Promise<T>): Promise<T> =>
        this.#transact({ kind, database }, work)
    const close = async (): Promise<void> => void (await this.#call({ kind: 'close', database }))
    return {
      dialect: 'sqlite',
      ...this.#queriesOf(database),
      transaction: transact('transaction'),
      snapshot: transact('snapshot'),
      prepare: async () => undefined,
      close,
      [Symbol.asyncDispose]: close,
    }
  }

  #queriesOf(database: number, transaction?: number): Queries {
    return {
      query: async <Row>(sql: string, ...values: SqliteValues) =>
        (await this.#call({ kind: 'query', database, transaction, sql, values })) as Row[],
      run: async (sql, ...values) => (await this.#call({ kind: 'run', database, transaction, sql, values })) as number,
    }
  }

  /** A transaction whose caller gives up is rolled back, also one that has not begun yet. */
  async #transact<T>(
    { kind, database }: { readonly kind: 'transaction' | 'snapshot'; readonly database: number },
    work: (queries: Queries) => Promise<T>,
  ): Promise<T> {
    const transaction = ++this.#numbers
    let result: T
    try {
      await this.#call({ kind, database, transaction })
      result = await work(this.#queriesOf(database, transaction))
    } catch (error) {
      await this.#call({ kind: 'roll_back', transaction }).catch(() => undefined)
      throw error
    }
    await this.#call({ kind: 'commit', transaction })
    return result
  }

  async #call(call: SqliteCall): Promise<unknown> {
    if (this.#end !== undefined) throw lost(this.#end, call)
    const ticket = ++this.#numbers
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#calls.set(ticket, { resolve, reject })
    const late = setTimeout(
      () => reject(lost('the disk does not answer', call)),
      this.#options.callMaxMs ?? CALL_MAX_MS,
    )
    this.#thread.postMessage({ ticket, call } satisfies ToSqliteThread)
    try {
      return await promise
    } finally {
      clearTimeout(late)
      this.#calls.delete(ticket)
    }
  }

  #receive(message: FromSqliteThread): void {
    const call = this.#calls.get(message.ticket)
    if ('fault' in message) call?.reject(errorOf(message.message, message.fault))
    else call?.resolve(message.result)
  }

  #lose(why: string): void {
    this.#end ??= why
    for (const { reject } of this.#calls.values()) reject(lost(why))
  }

  /** Calls that still wait fail at once: their timers would keep the process. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#lose('the thread ends')
    const { warn, endMs } = this.#options
    const limit = endMs === undefined ? {} : { maxMs: endMs }
    await endThread(this.#thread, { name: 'the thread of a SQLite file', warn, ...limit })
  }
}

type SqliteValues = Parameters<Queries['run']> extends [string, ...infer Values] ? Values : never

/** What changes rows may have been done, or may still be. */
function lost(why: string, call?: SqliteCall): DatabaseError {
  const isRead = call?.kind === 'query' || call?.kind === 'transaction' || call?.kind === 'snapshot'
  return new DatabaseError(why, { outcome: isRead ? 'not_done' : 'unknown', reason: 'lost' })
}

function errorOf(message: string, fault: SqliteFault): Error {
  switch (fault.kind) {
    case 'database':
      return new DatabaseError(message, fault)
    case 'input':
      return new InputError(message)
    case 'other':
      return new Error(message)
  }
}
