import type { DatabaseError } from '../../storage/storage.ts'
import { isPassing } from '../../storage/when-available.ts'
import { UNTRUSTED } from './charge.ts'
import type { ChargeQueue } from './charge-queue.ts'
import type { Decision } from './commit.ts'
import type { BatchWriterPorts } from './writer-ports.ts'

interface DamagedAccountsPorts extends Pick<BatchWriterPorts, 'count' | 'damaged'> {
  readonly queue: ChargeQueue
  /** Writes the waiting charges of these accounts alone. Undefined: none waits any more. */
  write(
    accounts: ReadonlySet<string>,
  ): Promise<{ readonly decision: Decision; readonly accounts: readonly string[] } | undefined>
  /** Whether the books take an empty batch. If they refuse that too, it is not the account. */
  takesEmpty(): Promise<boolean>
}

/** If the books refuse more accounts than this and charge none meanwhile, it is taken for damage of the books. */
const DAMAGED_MAX = 3

/** Finds the accounts whose rows the books refuse, and raises a doubt about each; the others go on. */
export class DamagedAccounts {
  readonly #ports: DamagedAccountsPorts
  /** Since the last charge. */
  readonly #found = new Set<string>()

  constructor(ports: DamagedAccountsPorts) {
    this.#ports = ports
  }

  noteCharged(): void {
    this.#found.clear()
  }

  /** Tries the accounts in halves: a refusal costs no wait. False: it is the books, or they take nothing now. */
  async isolate(accounts: readonly string[], cause: DatabaseError): Promise<boolean> {
    if (accounts.length === 1) {
      if (!(await this.#ports.takesEmpty())) return false
      await this.#doubt(accounts[0]!, cause)
      return true
    }
    const half = accounts.length >> 1
    for (const part of [accounts.slice(0, half), accounts.slice(half)]) {
      const written = await this.#ports.write(new Set(part))
      if (written === undefined) continue
      const { decision } = written
      if (decision.outcome === 'abandoned' || decision.outcome === 'cloned') return true
      const found = decision.outcome === 'not_charged' ? decision.cause : undefined
      if (found === undefined) continue
      if (isPassing(found) || !(await this.isolate(written.accounts, found))) return false
    }
    return true
  }

  /** If the books refuse many accounts and charge none meanwhile, all are in doubt. */
  async #doubt(account: string, { message }: DatabaseError): Promise<void> {
    const isEach = DAMAGED_MAX < this.#found.add(account).size
    await this.#ports.damaged(isEach ? null : account, message)
    if (isEach) this.#ports.queue.refuseAll(UNTRUSTED)
    this.#ports.count('accounts_damaged')
  }
}
