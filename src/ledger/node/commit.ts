import { DatabaseFault } from '../../storage/storage.ts'
import type { Batch, GrantUse, PostOutcome } from '../books/rows.ts'
import type { HeldGrant } from './held-grant.ts'
import type { VoidIntent } from './ports.ts'
import type { CommitPorts, Debit } from './poster.ts'
import { backoffMs, pause, untilKnown } from './until-known.ts'

export interface CommitEnd {
  /** Is the number of the batch used, by the batch or by its tombstone? */
  readonly isWritten: boolean
  /** Debits that are certainly not in the books and have still time. */
  readonly again: readonly Debit[]
}

/**
 * Brings one batch to an end that is known. While the answer to a commit is missing, the same batch is sent again under the same key: the books have
 * it once or not at all. Requests that cannot wait so long are answered with a failure, after a note on this node's disk that their lines are
 * void; when nobody waits any more, the batch's place is taken by a tombstone.
 */
export async function commit(ports: CommitPorts, batch: Batch, debits: readonly Debit[]): Promise<CommitEnd> {
  const uses = grantUses(debits)
  const pending = new Pending(ports, batch, debits)
  for (let tries = 0; ; tries++) {
    try {
      const sent = pending.isAbandoned ? 'tombstone' : 'batch'
      const outcome = await ports.books.post(
        sent === 'batch' ? batch : { ...batch, lines: [] },
        sent === 'batch' ? uses : [],
      )
      return await settle(ports, { batch, uses, pending, outcome, sent })
    } catch (error) {
      if (!(error instanceof DatabaseFault)) throw error
      pending.noteFault(error)
      if (pending.isInDoubt) pending.failOverdue()
      else {
        const again = pending.refuseOverdue(error)
        if (again.length < debits.length) return { isWritten: false, again }
      }
      await pause(ports.timers, backoffMs(tries))
    }
  }
}

/** A batch that is not known to be written, and who still waits for it. */
class Pending {
  readonly #ports: CommitPorts
  readonly #batch: Batch
  readonly debits: readonly Debit[]
  /** Told that they failed, or nothing, because not even the note could be written. In either case their lines are void. */
  readonly failed = new Set<Debit>()
  isInDoubt = false

  constructor(ports: CommitPorts, batch: Batch, debits: readonly Debit[]) {
    this.#ports = ports
    this.#batch = batch
    this.debits = debits
  }

  get isAbandoned(): boolean {
    return this.isInDoubt && this.failed.size === this.debits.length
  }

  intents(): VoidIntent[] {
    return [...this.failed].map((debit) => intentOf(this.#batch, debit))
  }

  noteFault(fault: DatabaseFault): void {
    if (fault.outcome !== 'unknown') return
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
      if (reason !== 'full' && nowMs < debit.deadlineMs) again.push(debit)
      else refuse(this.#ports, debit)
    }
    return again
  }

  failOverdue(): void {
    const nowMs = this.#ports.clock.monotonicMs()
    const overdue = this.debits.filter((debit) => !this.failed.has(debit) && debit.deadlineMs <= nowMs)
    if (overdue.length === 0) return
    const result = this.#noted(overdue) ? 'unavailable' : 'unknown'
    for (const debit of overdue) this.failed.add(debit)
    for (const debit of overdue) debit.answer(result)
  }

  /** Is it on the disk that these are void? If not, their clients are told nothing: should this node die now, its next life would charge them. */
  #noted(overdue: readonly Debit[]): boolean {
    try {
      this.#ports.intents.add(overdue.map((debit) => intentOf(this.#batch, debit)))
    } catch {
      this.#ports.count('intents_failed', overdue.length)
      return false
    }
    this.#ports.count('late_debits', overdue.length)
    return true
  }
}

interface Answered {
  readonly batch: Batch
  readonly uses: readonly GrantUse[]
  readonly pending: Pending
  readonly outcome: PostOutcome
  readonly sent: 'batch' | 'tombstone'
}

async function settle(ports: CommitPorts, answered: Answered): Promise<CommitEnd> {
  const { batch, pending, outcome, sent } = answered
  if (outcome.outcome === 'refused') {
    await dropClosed(ports, answered)
    return { isWritten: false, again: [] }
  }
  const isThere = outcome.outcome === 'found' ? 0 < outcome.lines : sent === 'batch'
  if (pending.isInDoubt)
    ports.count(!isThere ? 'commits_tombstoned' : outcome.outcome === 'found' ? 'commits_found' : 'commits_repeated')
  ports.written(batch.seq)
  if (isThere) await acknowledge(ports, answered)
  else giveUp(ports, pending)
  if (0 < pending.failed.size) ports.intents.forget(pending.intents())
  if (pending.isInDoubt) ports.doubt('known')
  return { isWritten: true, again: [] }
}

/** A tombstone has its place. Who still waits has not asked for it: a later life of this node has, or the books are an older copy that had the number before. */
function giveUp(ports: CommitPorts, { debits, failed }: Pending): void {
  for (const debit of debits) {
    ports.settled(debit, 'back')
    if (!failed.has(debit)) debit.answer('unavailable')
  }
}

async function acknowledge(ports: CommitPorts, { batch, uses, pending }: Answered): Promise<void> {
  const { failed, debits } = pending
  ports.count('batches')
  ports.count('debits', debits.length - failed.size)
  // They are durable: nobody needs to wait for what follows.
  for (const debit of debits) if (!failed.has(debit)) debit.answer('written')
  const key = { incarnation: batch.incarnation, seq: batch.seq }
  if (0 < failed.size) {
    // Before anything of the batch is acknowledged in the books: there the first lines of a grant that are not void count as acknowledged.
    const ids = [...failed].map(({ requestId }) => requestId)
    await untilKnown(ports.timers, () => ports.books.voidLines(key, ids))
    ports.count('voids', failed.size)
  }
  const acked = new Map(uses.map((use) => [use.grant, use.acked]))
  for (const debit of debits) {
    debit.held.told({ acked: acked.get(debit.grant)! })
    if (failed.has(debit)) {
      ports.settled(debit, 'back')
      continue
    }
    debit.held.acknowledge(key, debit.requestId, debit.units)
    ports.settled(debit, 'spent')
  }
}

/** Some grant of the batch is not ours any more. Nothing of the batch is in the books. */
async function dropClosed(ports: CommitPorts, { uses, pending }: Answered): Promise<void> {
  ports.count('commits_refused')
  // Into the queue before anything is asked: there nobody waits too long, and whose grant turns out to be closed is refused.
  ports.queueAgain(pending.debits.filter((debit) => !pending.failed.has(debit)))
  for (const debit of pending.failed) ports.settled(debit, 'back')
  if (0 < pending.failed.size) ports.intents.forget(pending.intents())
  if (pending.isInDoubt) ports.doubt('known')
  const held = new Map(pending.debits.map((debit) => [debit.grant, debit.held]))
  let closed = 0
  for (const { grant } of uses) {
    const row = await untilKnown(ports.timers, () => ports.books.grant(grant))
    if (row?.state === 'open') continue
    held.get(grant)!.isClosedInBooks = true
    closed++
  }
  if (closed === 0) for (const grant of held.values()) ports.contradiction(grant)
}

function refuse(ports: CommitPorts, debit: Debit): void {
  ports.settled(debit, 'back')
  debit.answer('unavailable')
}

function intentOf({ incarnation, seq }: Batch, { requestId }: Debit): VoidIntent {
  return { incarnation, seq, requestId }
}

/** What the batch takes of each grant, and how much of each is acknowledged by now. */
function grantUses(debits: readonly Debit[]): GrantUse[] {
  const units = new Map<HeldGrant, number>()
  for (const debit of debits) units.set(debit.held, (units.get(debit.held) ?? 0) + debit.units)
  return [...units].map(([held, sum]) => ({ grant: held.id, units: sum, acked: held.acked }))
}
