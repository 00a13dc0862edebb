import { parentPort } from 'node:worker_threads'
import { assert } from '../stdx/assert.ts'
import { InputError } from '../stdx/input-error.ts'
import { type Database, DatabaseError, type DatabaseErrorReason, type DatabaseValue, type Queries } from './database.ts'
import { openSqliteDatabase } from './sqlite-database.ts'

/** A database or a transaction gets its number from the caller. */
export type SqliteCall =
  | {
      readonly kind: 'open'
      readonly database: number
      readonly path: string
      readonly migrations: string
      readonly mode: 'write' | 'read'
    }
  | {
      readonly kind: 'query' | 'run'
      readonly database: number
      /** Undefined: outside of any transaction. */
      readonly transaction: number | undefined
      readonly sql: string
      readonly values: readonly DatabaseValue[]
    }
  | {
      readonly kind: 'transaction' | 'snapshot'
      readonly database: number
      readonly transaction: number
    }
  | { readonly kind: 'commit' | 'roll_back'; readonly transaction: number }
  | { readonly kind: 'close'; readonly database: number }

export interface ToSqliteThread {
  readonly ticket: number
  readonly call: SqliteCall
}

export type SqliteFault =
  | { readonly kind: 'database'; readonly outcome: 'not_done' | 'unknown'; readonly reason: DatabaseErrorReason }
  | { readonly kind: 'input' }
  | { readonly kind: 'other' }

export type FromSqliteThread =
  | { readonly ticket: number; readonly result: unknown }
  | { readonly ticket: number; readonly message: string; readonly fault: SqliteFault }

interface Transaction {
  readonly queries: Promise<Queries>
  /** Resolves to commit, rejects to roll back. */
  readonly work: PromiseWithResolvers<void>
  readonly settled: Promise<void>
}

const databases = new Map<number, Database>()
const transactions = new Map<number, Transaction>()
const ROLLED_BACK = new Error('the caller rolls back')

parentPort!.on('message', async ({ ticket, call }: ToSqliteThread) => {
  const reply = (message: FromSqliteThread): void => parentPort!.postMessage(message)
  try {
    reply({ ticket, result: await answer(call) })
  } catch (error) {
    reply({ ticket, message: error instanceof Error ? error.message : String(error), fault: faultOf(error) })
  }
})

async function answer(call: SqliteCall): Promise<unknown> {
  switch (call.kind) {
    case 'open': {
      const { path, migrations, mode } = call
      databases.set(call.database, openSqliteDatabase({ path, migrations: new URL(migrations), mode }))
      return
    }
    case 'query':
    case 'run': {
      const { kind, transaction, sql, values } = call
      const queries = transaction === undefined ? databases.get(call.database)! : find(transaction).queries
      return await (await queries)[kind](sql, ...values)
    }
    case 'transaction':
    case 'snapshot':
      transactions.set(call.transaction, begin(databases.get(call.database)!, call.kind))
      await find(call.transaction).queries
      return
    case 'commit':
    case 'roll_back':
      return await end(call)
    case 'close':
      return await databases.get(call.database)?.close()
  }
}

function find(transaction: number): Transaction {
  const open = transactions.get(transaction)
  assert(open !== undefined, 'a statement belongs to a transaction that is still open')
  return open
}

/** The work of the transaction is what the caller sends until it ends it. */
function begin(database: Database, kind: 'transaction' | 'snapshot'): Transaction {
  const begun = Promise.withResolvers<Queries>()
  const work = Promise.withResolvers<void>()
  work.promise.catch(() => undefined)
  const settled = database[kind]((queries) => {
    begun.resolve(queries)
    return work.promise
  })
  settled.catch(begun.reject)
  return { queries: begun.promise, work, settled }
}

async function end({ kind, transaction }: { readonly kind: 'commit' | 'roll_back'; readonly transaction: number }) {
  const { work, settled } = find(transaction)
  transactions.delete(transaction)
  if (kind === 'commit') {
    work.resolve()
    return await settled
  }
  work.reject(ROLLED_BACK)
  await settled.catch((error: unknown) => {
    if (error !== ROLLED_BACK) throw error
  })
}

function faultOf(error: unknown): SqliteFault {
  if (error instanceof DatabaseError) return { kind: 'database', outcome: error.outcome, reason: error.reason }
  return { kind: error instanceof InputError ? 'input' : 'other' }
}
