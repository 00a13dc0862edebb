import type { DatabaseError } from '../../storage/storage.ts'
import type { Batch, BatchKey } from '../books/rows.ts'
import type { BatchWriterPorts } from './batch-writer-ports.ts'
import type { Refusal } from './messages.ts'
import type { PendingCharge } from './pending-charge.ts'

/** A batch that is being written, with its sealed charges. */
export class PendingBatch {
  readonly batch: Batch
  readonly charges: readonly PendingCharge[]
  /** An answer was lost, so only the books can show whether it is written. */
  isInDoubt = false
  /** The books refuse it, so a tombstone must take its number before a delayed copy arrives. */
  isGivenUp = false
  readonly #ports: BatchWriterPorts

  constructor(ports: BatchWriterPorts, batch: Batch, charges: readonly PendingCharge[]) {
    this.#ports = ports
    this.batch = batch
    this.charges = charges
  }

  get key(): BatchKey {
    return { incarnation: this.batch.incarnation, seq: this.batch.seq }
  }

  /** Whether every request of it has failed, or its charges go under another number. */
  get isAbandoned(): boolean {
    return this.isInDoubt && (this.isGivenUp || this.charges.every((charge) => charge.isFailed))
  }

  /** The message of the database that reported damage. */
  damage: string | undefined

  noteFault({ outcome, reason, message }: DatabaseError): void {
    if (reason === 'damaged') this.damage = message
    if (outcome !== 'unknown') return
    if (!this.isInDoubt) this.#ports.count('commits_unknown')
    this.isInDoubt = true
    if (reason === 'io') this.#ports.doubt('in_doubt')
  }

  /** The outcome of the batch is known now. */
  resolveDoubt(): void {
    if (this.isInDoubt) this.#ports.doubt('known')
  }

  /**
   * Unseals a batch that is certainly not in the books. Returns the charges that still wait; their clients may withdraw
   * them again.
   */
  unseal(): PendingCharge[] {
    const { pending = [], withdrawn = [], failed = [] } = Object.groupBy(this.charges, (charge) => charge.unseal())
    for (const { held, units } of pending) {
      held.inCommit -= units
      held.admitted += units
    }
    // The clients of these left meanwhile.
    this.#ports.count('withdrawn', withdrawn.length)
    this.#end(withdrawn)
    this.release(failed)
    return pending
  }

  /** Ends failed charges that are void or not in the books; their notes are not needed any more. */
  release(failed: readonly PendingCharge[]): void {
    if (failed.length === 0) return
    this.#ports.count('late_debits', failed.length)
    this.#forget(failed)
    this.#end(failed)
  }

  #end(charges: readonly PendingCharge[]): void {
    for (const charge of charges) {
      charge.held.inCommit -= charge.units
      charge.release()
      charge.actor.poke()
    }
  }

  /** Settles a charge whose line is in the books and stands. */
  settleWritten({ held, requestId, units, actor }: PendingCharge): void {
    held.acknowledge(this.key, requestId, units)
    if (held.state !== 'current') actor.poke()
  }

  #forget(failed: readonly PendingCharge[]): void {
    this.#ports.notes.forget(failed.map(({ requestId }) => ({ ...this.key, requestId })))
  }
}

/** Refuses charges that are certainly not in the books and are not tried again. */
export function refuseAll(charges: readonly PendingCharge[], refusal: Refusal): void {
  for (const charge of charges) {
    charge.held.admitted -= charge.units
    charge.refuse(refusal)
    charge.actor.poke()
  }
}
