import type { OwnGrant } from '../books/return-units.ts'
import type { BatchKey, GrantHint } from '../books/rows.ts'
import type { Month } from '../calendar.ts'

/**
 * A grant as its node sees it. Every unit of it is in exactly one place, size = free + returning + admitted + in a
 * commit + spent, and `free` follows from the others. A unit in doubt counts as in a commit, so none is charged twice.
 */
export class HeldGrant {
  readonly id: number
  readonly account: string
  readonly month: Month
  /** What one batch may take of it; 0: no limit. */
  readonly exposure: number
  size = 0
  version = 0
  spent = 0
  acked = 0
  /** Units of charges whose batch was not sent yet. */
  admitted = 0
  inCommit = 0
  /** Units that are being returned and are not charged meanwhile. */
  returning = 0
  state: 'prepared' | 'current' | 'retiring' | 'gone' = 'current'
  /** Another node has closed it. */
  isClosedInBooks = false
  /**
   * Batches with lines that must become void and cannot, because of damage in the account. Until then nothing more is
   * written.
   */
  voidsDue = 0
  /** What the books know of it. */
  #reported = { acked: 0, inFlight: 0 }
  /** Acknowledged lines that the books do not know to be acknowledged; kept if another node might close the grant. */
  #unreported: { readonly key: BatchKey; readonly requestId: string; readonly ackedAfter: number }[] = []

  constructor(identity: { id: number; account: string; month: Month; exposure: number }) {
    this.id = identity.id
    this.account = identity.account
    this.month = identity.month
    this.exposure = identity.exposure
  }

  get own(): OwnGrant {
    return { grant: this.id, version: this.version, account: this.account, period: this.month.period }
  }

  get free(): number {
    return this.size - this.returning - this.admitted - this.inCommit - this.spent
  }

  /** Whether every charge of it has ended. */
  get isSettled(): boolean {
    return this.admitted === 0 && this.inCommit === 0
  }

  /**
   * Whether a line fits into a batch that already takes `inBatch`. A batch tells the books of all earlier lines, so
   * what it takes is all that would be lost with this node. A line may always go alone.
   */
  fitsExposure(units: number, inBatch: number): boolean {
    return this.exposure === 0 || inBatch === 0 || inBatch + units <= this.exposure
  }

  /** Records a line that is in the books and whose request is answered with success. */
  acknowledge(key: BatchKey, requestId: string, units: number): void {
    this.inCommit -= units
    this.spent += units
    this.acked += units
    if (this.exposure !== 0) this.#unreported.push({ key, requestId, ackedAfter: this.acked })
  }

  resize({ size, version }: { readonly size: number; readonly version: number }): void {
    this.size = size
    this.version = version
  }

  /** What the next heartbeat should report; undefined if the books know it. */
  unreportedCounts(): GrantHint | undefined {
    const { acked, admitted: inFlight } = this
    if (acked === this.#reported.acked && inFlight === this.#reported.inFlight) return undefined
    return { grant: this.id, acked, inFlight }
  }

  markReported({ acked, inFlight }: { readonly acked: number; readonly inFlight?: number }): void {
    this.#reported = {
      acked: Math.max(this.#reported.acked, acked),
      inFlight: inFlight ?? this.#reported.inFlight,
    }
    this.#unreported = this.#unreported.filter(({ ackedAfter }) => acked < ackedAfter)
  }

  /** Whether there are acknowledged lines that the node which closed the grant could not know of. */
  hasUnreportedLines(): boolean {
    return 0 < this.#unreported.length
  }

  takeUnreportedLines(): readonly { readonly key: BatchKey; readonly requestId: string }[] {
    return this.#unreported.splice(0)
  }
}
