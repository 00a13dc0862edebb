import type { DatabaseFault } from '../../storage/storage.ts'
import type { Batch, BatchKey } from '../books/rows.ts'
import type { VoidIntent } from './ports.ts'
import type { CommitPorts, Debit } from './poster.ts'

/** A batch on its way into the books, and who still waits for it. */
export class PendingBatch {
  readonly batch: Batch
  readonly debits: readonly Debit[]
  /** Told that they failed, or nothing, because not even the note could be written. In either case their lines are void. */
  readonly failed = new Set<Debit>()
  /** `sent`: the books may have it, and have not answered. `not_there`: they certainly do not. */
  #state: 'sent' | 'not_there' | 'known' = 'not_there'
  /** Some answer was lost: from then on only the books can tell, however often it is sent. */
  isInDoubt = false
  readonly #ports: CommitPorts

  constructor(ports: CommitPorts, batch: Batch, debits: readonly Debit[]) {
    this.#ports = ports
    this.batch = batch
    this.debits = debits
  }

  get key(): BatchKey {
    return { incarnation: this.batch.incarnation, seq: this.batch.seq }
  }

  get isAbandoned(): boolean {
    return this.isInDoubt && this.failed.size === this.debits.length
  }

  sent(): void {
    this.#state = 'sent'
  }

  /** The books have answered. */
  known(): void {
    this.#state = 'known'
  }

  noteFault(fault: DatabaseFault): void {
    if (fault.outcome !== 'unknown') {
      if (!this.isInDoubt) this.#state = 'not_there'
      return
    }
    if (!this.isInDoubt) this.#ports.count('commits_unknown')
    this.isInDoubt = true
    if (fault.reason === 'io') this.#ports.doubt('in_doubt')
  }

  /** Nothing was written, so who has no time left is refused, and on a full disk everybody. Answers who is to be tried again. */
  refuseOverdue({ reason }: DatabaseFault): Debit[] {
    if (reason === 'full') this.#ports.count('disk_full')
    const nowMs = this.#ports.clock.monotonicMs()
    const again: Debit[] = []
    for (const debit of this.debits) {
      if (this.failed.has(debit)) this.#ports.settled(debit, 'back')
      else if (reason !== 'full' && nowMs < debit.deadlineMs) again.push(debit)
      else refuse(this.#ports, debit)
    }
    this.forget(this.failed)
    return again
  }

  /** Whether they were written is not known yet, and they cannot wait for that: they have failed, and their lines are void should they turn up. */
  failOverdue(): void {
    if (this.#state !== 'sent') return
    const nowMs = this.#ports.clock.monotonicMs()
    const overdue = this.debits.filter((debit) => !this.failed.has(debit) && debit.deadlineMs <= nowMs)
    if (overdue.length === 0) return
    for (const debit of overdue) this.failed.add(debit)
    void this.#noted(overdue).then((isNoted) => {
      for (const debit of overdue) debit.answer(isNoted ? 'unavailable' : 'unknown')
    })
  }

  /** The books know what became of these. */
  forget(debits: Iterable<Debit>): void {
    const intents = [...debits].map((debit) => this.#intentOf(debit))
    if (0 < intents.length) this.#ports.notes.forget(intents)
  }

  /** Is it on the disk that these are void? If not, their clients are told nothing: should this node die now, its next life would charge them. */
  async #noted(overdue: readonly Debit[]): Promise<boolean> {
    try {
      await this.#ports.notes.add(overdue.map((debit) => this.#intentOf(debit)))
    } catch {
      this.#ports.count('intents_failed', overdue.length)
      return false
    }
    this.#ports.count('late_debits', overdue.length)
    return true
  }

  #intentOf({ requestId }: Debit): VoidIntent {
    return { ...this.key, requestId }
  }
}

function refuse(ports: CommitPorts, debit: Debit): void {
  ports.settled(debit, 'back')
  debit.answer('unavailable')
}
