import { type Database, DatabaseError, type Queries } from '../database.ts'

/**
 * What happens to the next commit. `keeps`: it succeeds. `fails`: it fails and reports so. `loses`: it fails with an
 * unknown outcome. `hides`: it takes effect, but reports an unknown outcome.
 */
export type CommitFault = 'keeps' | 'loses' | 'hides' | 'fails'

/**
 * A database whose commits fail as `nextFault` says: transactions, and statements outside of them. Snapshots always
 * work.
 */
export function createFaultyDatabase(database: Database, nextFault: () => CommitFault): Database {
  async function committed<T>(commit: (fail: () => void) => Promise<T>): Promise<T> {
    const fault = nextFault()
    const result = await commit(() => {
      if (fault === 'loses') throw lost()
      if (fault === 'fails')
        throw new DatabaseError('the commit failed on purpose', { outcome: 'not_done', reason: 'full' })
    })
    if (fault === 'hides') throw lost()
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
    prepare: () => database.prepare(),
    snapshot: (work) => database.snapshot(work),
    close: () => database.close(),
    [Symbol.asyncDispose]: () => database.close(),
  }
}

function lost(): DatabaseError {
  return new DatabaseError('the answer to the commit was lost on purpose', { outcome: 'unknown', reason: 'lost' })
}
