import { findLocked } from '../tables/accounts.ts'
import type { AccountMemory } from './account-memory.ts'
import type { BatchWriterPorts } from './writer-ports.ts'

type LockWatchPorts = Pick<BatchWriterPorts, 'books' | 'clock' | 'count' | 'memory' | 'month'>

/** How long a post waits for a lock: many commits of other servers, and short enough for the other accounts. */
export const LOCK_MIN_MS = 500
const LOCK_MAX_MS = 1_000
const LOCK_STEP_MS = 100
/** How long an account whose row is locked is refused before it is tried again. */
const LOCKED_MS = 1_000

/**
 * Keeps a row that another program holds, such as a person with a database client, from stopping the other accounts.
 * After a post has waited too long, a few statements name the locked accounts. They are tried once more, then
 * refused for a moment. Only on PostgreSQL.
 */
export class LockWatch {
  readonly #ports: LockWatchPorts
  /** Accounts whose rows another program held. */
  readonly #locked = new Set<string>()
  /** A moving average. */
  #commitMs = 0
  #lockMs = LOCK_MIN_MS

  constructor(ports: LockWatchPorts) {
    this.#ports = ports
  }

  noteCommit(ms: number): void {
    this.#commitMs += (ms - this.#commitMs) / 16
  }

  /** Other servers hold the row of a busy account for their commits, which is no lock by hand. */
  async tune(): Promise<void> {
    const { books } = this.#ports
    const wantedMs = Math.min(LOCK_MAX_MS, Math.max(LOCK_MIN_MS, Math.round(20 * this.#commitMs)))
    if (books.dialect === 'sqlite' || Math.abs(wantedMs - this.#lockMs) < LOCK_STEP_MS) return
    await books.query("select set_config('lock_timeout', $1, false)", `${wantedMs}`)
    this.#lockMs = wantedMs
  }

  /** Before an account whose row was locked goes again, one statement that waits for nothing looks at the lock. */
  async probe(): Promise<void> {
    if (this.#locked.size === 0) return
    const { memory, clock, books, month } = this.#ports
    const nowMs = clock.monotonicMs()
    const due = [...this.#locked].filter((account) => {
      const { lock } = memory(account)
      return typeof lock === 'number' && lock <= nowMs
    })
    if (due.length === 0) return
    const locked = await findLocked(books, due, month().period)
    for (const account of due) {
      if (locked.has(account)) this.#refuse(memory(account))
      else {
        memory(account).lock = undefined
        this.#locked.delete(account)
      }
    }
  }

  /** A post has waited too long for one of these accounts. `none`: not for a row. */
  async exclude(accounts: readonly string[]): Promise<'some' | 'none'> {
    const { books, month } = this.#ports
    const locked = await findLocked(books, accounts, month().period)
    for (const account of locked) {
      const memory = this.#ports.memory(account)
      this.#locked.add(account)
      if (memory.lock === undefined) memory.lock = 'again'
      else this.#refuse(memory)
    }
    return 0 < locked.size ? 'some' : 'none'
  }

  #refuse(memory: AccountMemory): void {
    memory.lock = this.#ports.clock.monotonicMs() + LOCKED_MS
    this.#ports.count('accounts_locked')
  }
}
