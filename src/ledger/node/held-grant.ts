import type { OwnGrant } from '../books/return-units.ts'
import type { BatchKey } from '../books/rows.ts'
import type { Month } from '../calendar.ts'
import type { Till } from './till.ts'

/**
 * A grant as its node sees it. Every unit of it is in exactly one place:
 *
 *     size = free in the till + parked + in flight + in a commit + spent
 *
 * where what is in flight is not counted but follows. A unit in doubt is in a commit until the doubt is over, so none is sold twice.
 */
export class HeldGrant {
  readonly id: number
  readonly account: string
  readonly month: Month
  readonly slot: number
  /** What one batch may take of it. 0: no limit. */
  readonly exposure: number
  size = 0
  version = 0
  spent = 0
  acked = 0
  inCommit = 0
  /** Free, but not to be sold. */
  parked = 0
  /** Some of what is in flight may be so in threads that are no more. */
  mayHaveOrphans = false
  state: 'current' | 'retiring' | 'gone' = 'current'
  /** Somebody else has closed it in the books. */
  isClosedInBooks = false
  /** Batches with lines of it that must be void and cannot be made so, because something of its account is damaged. Until then nothing more is written. */
  voidsDue = 0
  retiredAtMs = 0
  /** What the books were last told. */
  #told = { acked: 0, inFlight: 0 }
  /** Acknowledged lines that the books do not know to be so; kept where somebody else might close the grant. */
  #untold: { readonly key: BatchKey; readonly requestId: string; readonly ackedAfter: number }[] = []

  constructor(identity: { id: number; account: string; month: Month; slot: number; exposure: number }) {
    this.id = identity.id
    this.account = identity.account
    this.month = identity.month
    this.slot = identity.slot
    this.exposure = identity.exposure
  }

  get own(): OwnGrant {
    return { grant: this.id, version: this.version, account: this.account, period: this.month.period }
  }

  inFlight(till: Till): number {
    const free = this.state === 'current' ? till.free(this.slot) : 0
    return Math.max(0, this.size - this.parked - this.spent - this.inCommit - free)
  }

  /**
   * May another line of so many units join a batch that takes `inBatch` already? The batch tells the books of all earlier lines, so what it takes is all that
   * would be lost with this node. A line may always go alone.
   */
  admits(units: number, inBatch: number): boolean {
    return this.exposure === 0 || inBatch === 0 || inBatch + units <= this.exposure
  }

  /** A line is in the books, and its request is being answered with success. */
  acknowledge(key: BatchKey, requestId: string, units: number): void {
    this.inCommit -= units
    this.spent += units
    this.acked += units
    if (this.exposure !== 0) this.#untold.push({ key, requestId, ackedAfter: this.acked })
  }

  /** A line is not in the books, or void: its units may be sold again. */
  takeBack(units: number, till: Till): void {
    this.inCommit -= units
    this.release(units, till)
  }

  /** Units that were in flight are free. */
  release(units: number, till: Till): void {
    if (this.state === 'current') till.add(this.slot, units)
    else this.parked += units
  }

  resize({ size, version }: { readonly size: number; readonly version: number }): void {
    this.size = size
    this.version = version
  }

  /** What the books should hear at the next heartbeat, if it is news. */
  news(till: Till): { readonly grant: number; readonly acked: number; readonly inFlight: number } | undefined {
    const inFlight = this.inFlight(till)
    if (this.acked === this.#told.acked && inFlight === this.#told.inFlight) return undefined
    return { grant: this.id, acked: this.acked, inFlight }
  }

  told({ acked, inFlight }: { readonly acked: number; readonly inFlight?: number }): void {
    this.#told = { acked: Math.max(this.#told.acked, acked), inFlight: inFlight ?? this.#told.inFlight }
    this.#untold = this.#untold.filter(({ ackedAfter }) => acked < ackedAfter)
  }

  /** Are there acknowledged lines that who closed the grant cannot have known to be so? */
  hasNewsOfLost(): boolean {
    return 0 < this.#untold.length
  }

  takeNewsOfLost(): readonly { readonly key: BatchKey; readonly requestId: string }[] {
    return this.#untold.splice(0)
  }
}
