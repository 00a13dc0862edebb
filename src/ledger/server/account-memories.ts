import { AccountMemory } from './account-memory.ts'

/** Beyond it, accounts without charges are forgotten. */
const MEMORY_MAX = 200_000
/** Commits of the operator's changes may be so late: changes are read again for so long. */
const OVERLAP_MS = 10_000
/** No answer to a statement comes later. */
const ANSWER_MAX_MS = 4_000

/** What a server remembers of all accounts. */
export class AccountMemories {
  readonly #byAccount = new Map<string, AccountMemory>()
  /** The changes of accounts that were read, with the time when they count once more. */
  #seenChanges = new Map<number, number>()
  #distrusted: ReadonlySet<string> = new Set()

  of(account: string): AccountMemory {
    const known = this.#byAccount.get(account)
    if (known !== undefined) return known
    if (MEMORY_MAX <= this.#byAccount.size) this.#trim()
    const memory = new AccountMemory(account)
    memory.isDistrusted = this.#distrusted.has(account)
    this.#byAccount.set(account, memory)
    return memory
  }

  get distrusted(): ReadonlySet<string> {
    return this.#distrusted
  }

  distrust(accounts: ReadonlySet<string>): void {
    for (const account of this.#distrusted) if (!accounts.has(account)) this.of(account).isDistrusted = false
    for (const account of accounts) this.of(account).isDistrusted = true
    this.#distrusted = accounts
  }

  /** Since when changes of accounts must be read. */
  changesSinceMs(nowMs: number): number {
    return Math.max(0, Math.floor(nowMs - OVERLAP_MS - 2 * ANSWER_MAX_MS))
  }

  /**
   * Returns the accounts that have changed: when a change is first read, and once more later. An answer from before the
   * change may come after the heartbeat that tells of it, and is remembered until then.
   */
  readChanges(changes: readonly { readonly id: number; readonly account: string }[], nowMs: number): string[] {
    const seen = new Map<number, number>()
    const due = changes.filter(({ id }) => {
      const dueMs = this.#seenChanges.get(id)
      const isDue = dueMs === undefined || dueMs <= nowMs
      seen.set(id, dueMs === undefined ? nowMs + ANSWER_MAX_MS : isDue ? Number.POSITIVE_INFINITY : dueMs)
      return isDue
    })
    this.#seenChanges = seen
    return due.map(({ account }) => account)
  }

  /** Null: all accounts. */
  forget(account: string | null): void {
    if (account !== null) this.#byAccount.get(account)?.forget()
    else for (const memory of this.#byAccount.values()) memory.forget()
  }

  #trim(): void {
    for (const [account, { queuedUnits, lock }] of this.#byAccount)
      if (queuedUnits === 0 && lock === undefined) this.#byAccount.delete(account)
  }
}
