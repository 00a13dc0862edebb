import { type Database, DatabaseError, type Queries } from '../../storage/storage.ts'

/** Passes every fault of the database to `onFault`. If `onFault` throws, its error replaces the fault. */
export function watchFaults(database: Database, onFault: (fault: DatabaseError) => void): Database {
  const watch = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      if (error instanceof DatabaseError) onFault(error)
      throw error
    }
  }
  const query: Queries['query'] = (sql, ...values) => watch(database.query(sql, ...values))
  return {
    dialect: database.dialect,
    query,
    run: (sql, ...values) => watch(database.run(sql, ...values)),
    transaction: (work) => watch(database.transaction(work)),
    prepare: () => watch(database.prepare()),
    snapshot: (work) => watch(database.snapshot(work)),
    close: () => database.close(),
    [Symbol.asyncDispose]: () => database.close(),
  }
}
