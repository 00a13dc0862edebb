import type { Books } from '../books/books.ts'
import type { Batch, BatchKey } from '../books/rows.ts'
import { commit } from './commit.ts'
import type { Count } from './counters.ts'
import type { HeldGrant } from './held-grant.ts'
import { PendingBatch } from './pending-batch.ts'
import type { PendingCharge } from './pending-charge.ts'
import type { Notes, Timers } from './ports.ts'
import { UNTRUSTED } from './refusals.ts'
import { backoffMs, pause } from './until-known.ts'

export interface BatchWriterPorts {
  readonly books: Books
  readonly timers: Timers
  readonly notes: Pick<Notes, 'forget'>
  readonly incarnation: number
  readonly count: Count
  ledgerMs(): number
  /** The batch of this number is in the books. */
  written(seq: number): void
  /** Another batch is in the books under this number. */
  differs(key: BatchKey): void
  /** The database found damage that is in no account's rows. */
  damaged(message: string): void
  /** False: the books are others than those that this node has written. */
  mayWrite(): boolean
  /** Is a commit in doubt because the disk failed? */
  doubt(state: 'in_doubt' | 'known'): void
  /** Units of the account may be available again, whatever clients were told before. */
  unitsReturned(account: string): void
  /** The books refuse what by our knowledge they must accept. */
  contradiction(held: HeldGrant): void
}

/** Lines of one batch: what comes in some milliseconds at the highest rate. */
const BATCH_LINES_MAX = 2_048

/**
 * Writes the admitted charges of a node, one batch at a time, without a timer: the first charge is committed at once, and the next batch is what has come in while
 * that was being done. It is the only place that gathers charges.
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
    // After the charges of the same message.
    queueMicrotask(() => void this.#writeAll())
  }

  async #writeAll(): Promise<void> {
    for (let faults = 0; 0 < this.#queue.length; ) {
      if ((await this.#write()) === 'not_written') await pause(this.#ports.timers, backoffMs(faults++))
      else {
        faults = 0
        // Messages have come in while SQLite kept this thread busy: all of them belong to the next batch.
        await new Promise<void>((resolve) => this.#ports.timers.endOfTurn(resolve))
      }
    }
    this.#state = 'idle'
  }

  /** `not_written`: the database could not, and is tried again a little later. */
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

  /** Seals what may go now, in the order it came. What the limit of exposure keeps back goes with a later batch. */
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

  /** It is certainly not written, so another grant may admit it, of the new month too. */
  #readmit(charge: PendingCharge): void {
    this.#drop(charge, () => charge.actor.charge(charge))
  }
}
