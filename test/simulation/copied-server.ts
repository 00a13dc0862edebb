import type { LedgerServer } from '../../src/ledger/server/ledger-server.ts'
import { batchHash, type ChainEnd, packLines } from '../../src/ledger/tables/lines.ts'
import { post } from '../../src/ledger/tables/post.ts'
import { hashSubject } from '../../src/ledger/tables/subjects.ts'
import { DatabaseError } from '../../src/storage/storage.ts'
import type { World } from './world.ts'

/** A copy of a server's machine, which writes with the numbers of the server. */
export class CopiedServer {
  readonly #world: World
  readonly #incarnation: number
  #end: ChainEnd

  constructor(world: World, { incarnation, end }: LedgerServer['journal']) {
    this.#world = world
    this.#incarnation = incarnation
    this.#end = end
  }

  /** Charges a unit in the next batch, if the books take it. */
  async charge(account: string): Promise<'written' | 'refused'> {
    const incarnation = this.#incarnation
    const before = this.#end
    const requestId = this.#world.newRequestId()
    this.#world.checker.sent(requestId, { account, units: 1 })
    const writing = this.#world.edit(async (books) => {
      const payer = { account, project: 'p', credential: 'k', operation: 'o1' }
      const id = hashSubject(payer)
      const lines = packLines([{ requestId, subject: id, units: 1 }])
      const hash = batchHash(before, incarnation, lines)
      const batch = { incarnation, seq: before.seq + 1, before, hash, lines }
      const answer = await post(books, { ...batch, units: new Map([[account, 1]]), subjects: [{ id, ...payer }] })
      if (answer.outcome === 'written') this.#end = { seq: batch.seq, hash, period: answer.period, atMs: answer.atMs }
      return answer.outcome
    })
    return await writing.catch((error) => {
      // The server uses the number, or the row is damaged.
      if (error instanceof DatabaseError) return 'refused'
      throw error
    })
  }
}
