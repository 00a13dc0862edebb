import { type Database, DatabaseError, type Queries } from '../database.ts'

/**
 * What becomes of the next commit. `keeps`: what it says is true. `loses`: it says that it does not know, and nothing happened. `hides`: it says
 * that it does not know, and everything happened. `fails`: it says truly that nothing happened.
 */
export type CommitFault = 'keeps' | 'loses' | 'hides' | 'fails'

/** A database whose commits lie as they are told to: transactions, and the statements outside of them. Snapshots speak the truth. */
export function createFaultyDatabase(database: Database, nextLie: () => CommitFault): Database {
  async function committed<T>(commit: (fail: () => void) => Promise<T>): Promise<T> {
    const lie = nextLie()
    const result = await commit(() => {
      if (lie === 'loses') throw lost()
      if (lie === 'fails')
        throw new DatabaseError('the commit was told to fail', { outcome: 'not_done', reason: 'full' })
    })
    if (lie === 'hides') throw lost()
    return result
  }
  const alone: Queries = {
    query: (sql, ...values) =>
      committed(async (fail) => {
        fail()
        return await database.query(sql, ...values)
      }),
    run: (sql, ...values) =>
      committed(async (fail) => {
        fail()
        return await database.run(sql, ...values)
      }),
  }
  return {
    dialect: database.dialect,
    ...alone,
    transaction: (work) =>
      committed((fail) =>
        database.transaction(async (queries) => {
          const result = await work(queries)
          fail()
          return result
        }),
      ),
    readOnce: (sql, ...values) => database.readOnce(sql, ...values),
    snapshot: (work) => database.snapshot(work),
    close: () => database.close(),
    [Symbol.asyncDispose]: () => database.close(),
  }
}

function lost(): DatabaseError {
  return new DatabaseError('the answer to the commit was told to be lost', { outcome: 'unknown', reason: 'lost' })
}
