import type { PostgresConnection } from './postgres-connection.ts'
import { lostError } from './postgres-errors.ts'

/** Lends at most `size` connections at a time. A broken one is dropped; the next borrower opens a new one. */
export function createPostgresPool(connect: () => Promise<PostgresConnection>, size: number) {
  const idle: PostgresConnection[] = []
  const waiting: (() => void)[] = []
  let lent = 0
  let closed: (() => void) | undefined

  async function borrow(): Promise<PostgresConnection> {
    while (0 < idle.length) {
      const connection = idle.pop()!
      if (connection.isUsable()) return connection
      connection.close()
    }
    return await connect()
  }

  function release(connection: PostgresConnection): void {
    if (closed === undefined && connection.isUsable()) idle.push(connection)
    else connection.close()
  }

  /** Passes the slot to the borrower that has waited longest. */
  function leave(): void {
    const next = waiting.shift()
    if (next === undefined) lent--
    else next()
    if (lent === 0) closed?.()
  }

  return {
    async use<T>(work: (connection: PostgresConnection) => Promise<T>): Promise<T> {
      if (closed !== undefined) throw lostError(new Error('the database was closed'), 'not_done')
      if (lent < size) lent++
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        const connection = await borrow()
        try {
          return await work(connection)
        } finally {
          release(connection)
        }
      } finally {
        leave()
      }
    },
    async close(): Promise<void> {
      const returned = new Promise<void>((resolve) => (closed = resolve))
      for (const connection of idle.splice(0)) connection.close()
      if (0 < lent) await returned
    },
  }
}
