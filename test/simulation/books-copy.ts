import type { World } from './world.ts'

const TABLES = [
  ...['account', 'account_change', 'month', 'account_month', 'subject', 'incarnation', 'batch', 'doubt', 'notice'],
  ...['audit_mark', 'audited', 'subject_day'],
]

/** An older copy of the books that is put back: a restored backup, or a standby that lacked commits. */
export class BooksCopy {
  readonly #world: World
  #state: 'none' | 'taken' | 'restored' = 'none'

  constructor(world: World) {
    this.#world = world
  }

  /** Takes a copy first, and puts it back when called again. */
  async takeOrRestore(restored: () => void): Promise<void> {
    if (this.#state === 'none') {
      this.#state = 'taken'
      await this.#world.edit((books) =>
        books.transaction(async (rows) => {
          for (const table of TABLES) await rows.run(`create table copy_${table} as select * from ${table}`)
        }),
      )
    } else if (this.#state === 'taken') {
      this.#state = 'restored'
      restored()
      this.#world.store.epoch++
      await this.#world.edit((books) =>
        books.transaction(async (rows) => {
          for (const table of TABLES) {
            await rows.run(`delete from ${table}`)
            await rows.run(`insert into ${table} select * from copy_${table}`)
          }
          // These batches were written before.
          await rows.run('delete from unplaced')
        }),
      )
    }
  }
}
