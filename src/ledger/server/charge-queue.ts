import type { AccountMemory, BooksMonth } from './account-memory.ts'
import type { Refusal } from './charge.ts'
import type { PendingCharge } from './pending-charge.ts'
import type { BatchWriterPorts } from './writer-ports.ts'

/** About as many lines as arrive in some milliseconds at the highest rate. */
const BATCH_LINES_MAX = 2_048

export interface SealedBatch {
  readonly charges: readonly PendingCharge[]
  readonly units: ReadonlyMap<string, number>
}

export interface SealRules {
  readonly seq: number
  /** The most units of one account. */
  readonly window: number
  readonly month: BooksMonth
  readonly monotonicMs: number
  /** Only charges of these accounts go. */
  includes(account: AccountMemory): boolean
}

interface QueuePorts extends Pick<BatchWriterPorts, 'count' | 'memory'> {
  /** A charge is refused for what is known of its account. */
  refused(): void
}

/** The charges that wait for a batch, in the order in which they came. */
export class ChargeQueue {
  readonly #ports: QueuePorts
  #charges: PendingCharge[] = []

  constructor(ports: QueuePorts) {
    this.#ports = ports
  }

  get isEmpty(): boolean {
    return this.#charges.length === 0
  }

  add(charge: PendingCharge): void {
    this.#ports.memory(charge.account).queuedUnits += charge.units
    this.#charges.push(charge)
  }

  /** Nothing of a batch is written: its charges whose clients still wait go again, before all others. */
  unseal(charges: readonly PendingCharge[]): void {
    const again: PendingCharge[] = []
    for (const charge of charges) {
      if (charge.unseal() !== 'pending') {
        charge.release()
        continue
      }
      this.#ports.memory(charge.account).queuedUnits += charge.units
      again.push(charge)
    }
    this.#charges = [...again, ...this.#charges]
  }

  refuseAll(refusal: Refusal): void {
    for (const charge of this.#charges.splice(0)) {
      this.#ports.memory(charge.account).queuedUnits -= charge.units
      charge.refuse(refusal)
    }
  }

  /**
   * Seals what may go now and refuses what is certainly refused. If a charge does not fit, no later one of its account
   * goes: small requests would starve large ones.
   */
  seal(rules: SealRules): SealedBatch {
    const { seq, window, month, monotonicMs } = rules
    const batch: PendingCharge[] = []
    const later: PendingCharge[] = []
    const units = new Map<string, number>()
    const stopped = new Set<string>()
    for (const charge of this.#charges) {
      const { account } = charge
      const memory = this.#ports.memory(account)
      const inBatch = units.get(account) ?? 0
      const refused = memory.refusalOf(charge.units, month, monotonicMs)
      const room = Math.min(window, memory.left(month) ?? window) - inBatch
      const isLater = BATCH_LINES_MAX <= batch.length || stopped.has(account) || !rules.includes(memory)
      if (charge.isWithdrawn) this.#drop(charge, memory)
      else if (refused !== undefined) {
        memory.queuedUnits -= charge.units
        this.#ports.refused()
        if (refused.refusal.reason === 'monthly_limit') this.#ports.count('refused_monthly')
        charge.refuse(refused.refusal, refused.known)
      } else if (isLater || (room < charge.units && 0 < inBatch)) {
        stopped.add(account)
        later.push(charge)
      } else if (charge.seal(seq) === 'withdrawn') this.#drop(charge, memory)
      else {
        memory.queuedUnits -= charge.units
        batch.push(charge)
        units.set(account, inBatch + charge.units)
      }
    }
    this.#charges = later
    return { charges: batch, units }
  }

  #drop(charge: PendingCharge, memory: AccountMemory): void {
    memory.queuedUnits -= charge.units
    this.#ports.count('withdrawn')
    charge.release()
  }
}
