import type { Books } from '../books/books.ts'
import type { Batch, Line } from '../books/rows.ts'
import { commit } from './commit.ts'
import type { Count } from './counters.ts'
import type { HeldGrant } from './held-grant.ts'
import type { DebitResult } from './messages.ts'
import { PendingBatch } from './pending-batch.ts'
import type { MonotonicClock, Notes, Timers } from './ports.ts'

/** A debit on its way into the books. */
export interface Debit extends Line {
  readonly held: HeldGrant
  readonly deadlineMs: number
  answer(result: DebitResult): void
}

/** What a commit needs of the rest of the node. */
export interface CommitPorts extends PosterPorts {
  /** They are certainly not in the books. */
  queueAgain(debits: readonly Debit[]): void
}

export interface PosterPorts {
  readonly books: Books
  readonly clock: MonotonicClock
  readonly timers: Timers
  readonly notes: Notes
  readonly incarnation: number
  readonly count: Count
  ledgerMs(): number
  /** The batch of this number is in the books. */
  written(seq: number): void
  /** Units of the grant that were in a commit are so no more. `spent`: as acknowledged lines; `back`: not at all. */
  settled(debit: Debit, end: 'spent' | 'back'): void
  /** Is a commit in doubt because the disk failed? */
  doubt(state: 'in_doubt' | 'known'): void
  /** The books refuse what by our knowledge they must accept. */
  contradiction(held: HeldGrant): void
}

/** How long a debit waits for a database that does not answer, in ms. */
export const DEBIT_DEADLINE_MS = 2_000

/** How often it is looked for debits that have waited so long for their batch. */
const DEADLINE_LOOK_MS = 250

/** Lines of one batch: what comes in some milliseconds at the highest rate. */
const BATCH_LINES_MAX = 2_048

/** Writes debits, one batch at a time, without a timer: a batch is what came while the last one was being committed. */
export class Poster {
  readonly #ports: CommitPorts
  #queue: Debit[] = []
  #seq = 0
  #state: 'idle' | 'scheduled' | 'writing' = 'idle'
  #isWatching = false
  /** The batch that is being written. */
  #underWay: PendingBatch | undefined

  constructor(ports: PosterPorts) {
    this.#ports = { ...ports, queueAgain: (debits) => this.#queueAgain(debits) }
  }

  get isIdle(): boolean {
    return this.#state === 'idle' && this.#queue.length === 0
  }

  add(debit: Debit): void {
    debit.held.inCommit += debit.units
    this.#queue.push(debit)
    this.#schedule()
    this.#watchDeadlines()
  }

  /** Books that do not answer keep nobody waiting for longer; nor does the batch before: of who waits behind it nothing was sent. */
  #watchDeadlines(): void {
    if (this.#isWatching || this.isIdle) return
    this.#isWatching = true
    this.#ports.timers.after(DEADLINE_LOOK_MS, () => {
      this.#isWatching = false
      this.#underWay?.failOverdue()
      this.#refuseOverdue()
      this.#watchDeadlines()
    })
  }

  #refuseOverdue(): void {
    const nowMs = this.#ports.clock.monotonicMs()
    const overdue = this.#queue.filter(({ deadlineMs }) => deadlineMs <= nowMs)
    if (overdue.length === 0) return
    this.#queue = this.#queue.filter(({ deadlineMs }) => nowMs < deadlineMs)
    this.#ports.count('late_debits', overdue.length)
    for (const debit of overdue) {
      this.#ports.settled(debit, 'back')
      debit.answer('unavailable')
    }
  }

  #schedule(): void {
    if (this.#state !== 'idle' || this.#queue.length === 0) return
    this.#state = 'scheduled'
    // Not at once: what other threads have sent at the same time belongs to the same batch.
    this.#ports.timers.endOfTurn(() => void this.#write())
  }

  async #write(): Promise<void> {
    this.#state = 'writing'
    const debits = this.#nextBatch()
    if (0 < debits.length) {
      const key = { incarnation: this.#ports.incarnation, seq: this.#seq + 1 }
      const batch: Batch = { ...key, atMs: Math.floor(this.#ports.ledgerMs()), lines: debits }
      this.#underWay = new PendingBatch(this.#ports, batch, debits)
      const { isWritten, again } = await commit(this.#ports, this.#underWay)
      this.#underWay = undefined
      if (isWritten) this.#seq = key.seq
      this.#queueAgain(again)
    }
    this.#state = 'idle'
    this.#schedule()
  }

  #queueAgain(debits: readonly Debit[]): void {
    this.#queue = [...debits, ...this.#queue]
    this.#watchDeadlines()
  }

  /** What may go now, in the order it came. What the limit of exposure keeps back goes with a later batch. */
  #nextBatch(): Debit[] {
    const batch: Debit[] = []
    const later: Debit[] = []
    const units = new Map<HeldGrant, number>()
    for (const debit of this.#queue) {
      const inBatch = units.get(debit.held) ?? 0
      if (debit.held.isClosedInBooks || 0 < debit.held.voidsDue) {
        this.#ports.settled(debit, 'back')
        debit.answer(debit.held.isClosedInBooks ? 'grant_closed' : 'untrusted')
      } else if (batch.length < BATCH_LINES_MAX && debit.held.admits(debit.units, inBatch)) {
        batch.push(debit)
        units.set(debit.held, inBatch + debit.units)
      } else later.push(debit)
    }
    if (0 < later.length) this.#ports.count('exposure_waits', later.length)
    this.#queue = later
    return batch
  }
}
