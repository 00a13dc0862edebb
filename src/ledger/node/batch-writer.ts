import type { Batch } from '../books/rows.ts'
import type { BatchWriterPorts } from './batch-writer-ports.ts'
import { commit } from './commit.ts'
import type { HeldGrant } from './held-grant.ts'
import { PendingBatch } from './pending-batch.ts'
import type { PendingCharge } from './pending-charge.ts'
import { UNTRUSTED } from './refusals.ts'
import { backoffMs, pause } from './retry-until-answered.ts'

/** About as many lines as arrive in some milliseconds at the highest rate. */
const BATCH_LINES_MAX = 2_048

/**
 * Writes the admitted charges of a node, one batch at a time and without a timer. The first charge is committed at
 * once; the next batch has everything that arrived during that commit.
 */
export class BatchWriter {
  readonly #ports: BatchWriterPorts
  #queue: PendingCharge[] = []
  #seq = 0
  #state: 'idle' | 'writing' = 'idle'

  constructor(ports: BatchWriterPorts) {
    this.#ports = ports
  }

  get isIdle(): boolean {
    return this.#state === 'idle' && this.#queue.length === 0
  }

  add(charge: PendingCharge): void {
    this.#queue.push(charge)
    if (this.#state !== 'idle') return
    this.#state = 'writing'
    // Runs after the other charges of the same message were added.
    queueMicrotask(() => void this.#writeAll())
  }

  async #writeAll(): Promise<void> {
    for (let faults = 0; 0 < this.#queue.length; ) {
      if ((await this.#write()) === 'not_written') await pause(this.#ports.timers, backoffMs(faults++))
      else {
        faults = 0
        // Messages arrived while SQLite blocked this thread. All of them belong to the next batch.
        await new Promise<void>((resolve) => this.#ports.timers.endOfTurn(resolve))
      }
    }
    this.#state = 'idle'
  }

  /** `not_written`: the database could not write it; the writer retries soon. */
  async #write(): Promise<'done' | 'not_written'> {
    if (!this.#ports.mayWrite()) {
      for (const charge of this.#queue.splice(0)) this.#drop(charge, () => charge.refuse(UNTRUSTED))
      return 'done'
    }
    const key = { incarnation: this.#ports.incarnation, seq: this.#seq + 1 }
    const charges = this.#nextBatch(key.seq)
    if (charges.length === 0) return 'done'
    const batch: Batch = { ...key, atMs: Math.floor(this.#ports.ledgerMs()), lines: charges }
    const { outcome, again } = await commit(this.#ports, new PendingBatch(this.#ports, batch, charges))
    if (outcome === 'written') this.#seq = key.seq
    this.#queue = [...again, ...this.#queue]
    return outcome === 'not_written' ? outcome : 'done'
  }

  /** Seals the charges that may go now, in order. Charges above the exposure limit wait for a later batch. */
  #nextBatch(seq: number): PendingCharge[] {
    const batch: PendingCharge[] = []
    const later: PendingCharge[] = []
    const units = new Map<HeldGrant, number>()
    for (const charge of this.#queue) {
      const { held } = charge
      const inBatch = units.get(held) ?? 0
      if (held.isClosedInBooks) this.#readmit(charge)
      else if (0 < held.voidsDue) this.#drop(charge, () => charge.refuse(UNTRUSTED))
      else if (BATCH_LINES_MAX <= batch.length || !held.fitsExposure(charge.units, inBatch)) later.push(charge)
      else if (charge.seal(seq) === 'withdrawn') {
        this.#ports.count('withdrawn')
        this.#drop(charge, () => charge.release())
      } else {
        held.admitted -= charge.units
        held.inCommit += charge.units
        batch.push(charge)
        units.set(held, inBatch + charge.units)
      }
    }
    if (0 < later.length) this.#ports.count('exposure_waits', later.length)
    this.#queue = later
    return batch
  }

  #drop(charge: PendingCharge, answer: () => void): void {
    charge.held.admitted -= charge.units
    answer()
    charge.actor.poke()
  }

  /** The charge is certainly not written, so another grant may admit it, also one of the new month. */
  #readmit(charge: PendingCharge): void {
    this.#drop(charge, () => charge.actor.charge(charge))
  }
}
