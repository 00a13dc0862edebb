import { assert } from '../../stdx/assert.ts'
import { DatabaseError } from '../../storage/storage.ts'
import { isPassing } from '../../storage/when-available.ts'
import type { ChainEnd } from '../tables/lines.ts'
import { post } from '../tables/post.ts'
import type { AccountMemory } from './account-memory.ts'
import { UNAVAILABLE } from './charge.ts'
import { ChargeQueue, type SealedBatch } from './charge-queue.ts'
import { buildEmpty, commit, type Decision } from './commit.ts'
import { DamagedAccounts } from './damaged-accounts.ts'
import { asFault, isLockTimeout, isNumberUsed } from './faults.ts'
import { JournalEnd } from './journal-end.ts'
import { LockWatch } from './lock-watch.ts'
import type { PendingCharge } from './pending-charge.ts'
import { backoffMs, pause } from './ports.ts'
import { readLeft, settleCharged } from './settle-batch.ts'
import { enterMode, type WriterMode } from './writer-mode.ts'
import type { BatchWriterPorts } from './writer-ports.ts'

const REFUSALS_MAX = 3

/** Writes the charges of a server, one batch at a time: the next batch has everything that arrived during a commit. */
export class BatchWriter {
  readonly queue: ChargeQueue
  readonly journal: JournalEnd
  readonly #ports: BatchWriterPorts
  readonly #locks: LockWatch
  readonly #damage: DamagedAccounts
  #mode: WriterMode = 'idle'
  /** What it waits for, for a person. */
  #step = 'nothing'
  /** The request that it has not carried out yet. `behind`, `displaced`: to begin a new incarnation. */
  #request: 'none' | 'behind' | 'displaced' | 'stop' = 'none'
  /** Refused batches in a row. */
  #refusals = 0
  /** With which window the batch that is being written was sealed; 0: none is. */
  #windowUnderWay = 0

  constructor(ports: BatchWriterPorts, incarnation: number) {
    this.#ports = ports
    this.queue = new ChargeQueue({ ...ports, refused: () => this.#noteRefused() })
    this.#locks = new LockWatch(ports)
    this.#damage = new DamagedAccounts({
      count: ports.count,
      queue: this.queue,
      write: (accounts) => this.#writeAlone(accounts),
      takesEmpty: async () => (await this.#writeEmpty()) === undefined,
      damaged: (account, detail) => {
        this.#step = 'the doubt about a damaged account'
        return ports.damaged(account, detail)
      },
    })
    this.journal = new JournalEnd(incarnation)
  }

  get step(): string {
    return this.#mode === 'undecided' ? 'the outcome of a batch' : this.#step
  }

  get windowUnderWay(): number {
    return this.#windowUnderWay
  }

  get isIdle(): boolean {
    return (this.#mode === 'idle' || this.#mode === 'stopped') && this.queue.isEmpty
  }

  /** Begins another incarnation, with numbers from `end` on. */
  begin(incarnation: number, end?: ChainEnd): void {
    assert(this.#mode !== 'sent' && this.#mode !== 'undecided', 'no batch of the old incarnation is under way')
    this.journal.begin(incarnation, end)
    if (this.#request !== 'stop') this.#request = 'none'
  }

  /** Begins a new incarnation when the batch that is being written is decided. */
  restart(why: 'behind' | 'displaced'): void {
    if (this.#request === 'none') this.#request = why
    this.wake()
  }

  add(charge: PendingCharge): void {
    if (this.#request === 'stop') {
      charge.refuse(UNAVAILABLE)
      return
    }
    this.queue.add(charge)
    this.wake()
  }

  /** No charge is sealed any more. A batch that is being written is still decided. */
  stop(): void {
    this.#request = 'stop'
    if (this.#mode === 'idle') this.#enter('stopped')
    this.queue.refuseAll(UNAVAILABLE)
  }

  /** Looks whether there is anything to write. */
  wake(): void {
    if (this.#mode !== 'idle' || !this.#hasWork) return
    this.#enter('working')
    // Runs after the other charges of the same message were added.
    queueMicrotask(() => void this.#writeAll())
  }

  #enter(mode: WriterMode): void {
    this.#mode = enterMode(this.#mode, mode)
  }

  async #writeAll(): Promise<void> {
    for (let faults = 0; this.#hasWork; ) {
      const request = this.#request
      if (request === 'behind' || request === 'displaced') {
        this.#request = 'none'
        this.#step = 'a new incarnation'
        await this.#ports.restart(request)
        continue
      }
      const isWritten =
        this.queue.isEmpty || this.#ports.watch.isFailing ? await this.#probe() : await this.#writeNext()
      if (isWritten) {
        faults = 0
        // Messages arrived while SQLite blocked this thread. All of them belong to the next batch.
        await new Promise<void>((resolve) => this.#ports.timers.endOfTurn(resolve))
      } else await pause(this.#ports.timers, backoffMs(faults++))
    }
    this.#enter(this.#request === 'stop' ? 'stopped' : 'idle')
  }

  get #hasWork(): boolean {
    const request = this.#request
    if (request === 'behind' || request === 'displaced') return true
    return !this.queue.isEmpty || (request === 'none' && this.#ports.watch.needsProbe)
  }

  /** False: the books took nothing, and the writer tries again soon. */
  async #writeNext(): Promise<boolean> {
    try {
      // Sealed only when the statement can be sent at once: a charge that was never sent is not in doubt.
      this.#step = 'a connection to the database'
      await this.#ports.books.database.prepare()
      this.#step = 'a look at locked rows'
      await this.#locks.tune()
      await this.#locks.probe()
    } catch (error) {
      return this.#noteFault(asFault(error))
    }
    const first = await this.#write((memory) => memory.lock !== 'again')
    if (first !== 'nothing') return first === 'done'
    const again = await this.#write(() => true)
    return again !== 'failed'
  }

  /** `done`: the writer goes on, whether the charges are written, refused or wait for a part of them. */
  async #write(includes: (memory: AccountMemory) => boolean): Promise<'done' | 'failed' | 'nothing'> {
    const sealed = this.#seal(includes)
    if (sealed.charges.length === 0) return 'nothing'
    const decision = await this.#commit(sealed)
    if (decision.outcome !== 'not_charged') return 'done'
    const { cause } = decision
    // Refusals without an end have another cause than the accounts: the month may not be stored yet.
    if (cause === undefined) {
      if (++this.#refusals <= REFUSALS_MAX) return 'done'
      this.#noteFault('the books refuse every batch')
      return 'failed'
    }
    if (isLockTimeout(cause)) return (await this.#excludeLocked([...sealed.units.keys()])) ? 'done' : 'failed'
    if (!isPassing(cause) && (await this.#isolate([...sealed.units.keys()], cause))) return 'done'
    if (cause.reason === 'full') this.#ports.count('disk_full')
    this.#noteFault(cause)
    return 'failed'
  }

  #seal(includes: (memory: AccountMemory) => boolean): SealedBatch {
    const { clock, month, window } = this.#ports
    const rules = { seq: this.journal.end.seq + 1, window: window(), month: month(), monotonicMs: clock.monotonicMs() }
    return this.queue.seal({ ...rules, includes })
  }

  /** Writes a batch and settles its charges, whatever the outcome. */
  async #commit(sealed: SealedBatch): Promise<Decision> {
    const { books, timers, count } = this.#ports
    const before = this.#mode
    const sentMs = this.#ports.clock.monotonicMs()
    const undecided = (): void => {
      this.#enter('undecided')
      this.#ports.watch.noteFault('the database does not say whether a commit succeeded', sentMs)
    }
    const hasEnded = () => sealed.charges.every((charge) => charge.hasEnded)
    this.#enter('sent')
    this.#step = 'the answer to a batch'
    this.#windowUnderWay = this.#ports.window()
    const decision = await commit({ books, timers, count, undecided }, this.journal.buildBatch(sealed), hasEnded)
    this.#enter(before)
    await this.#settle(sealed, decision, this.#ports.clock.monotonicMs() - sentMs)
    this.#windowUnderWay = 0
    return decision
  }

  async #settle(sealed: SealedBatch, decision: Decision, tookMs: number): Promise<void> {
    const { charges } = sealed
    switch (decision.outcome) {
      case 'charged':
        this.journal.noteStored(charges, decision.end)
        this.#refusals = 0
        this.#damage.noteCharged()
        if (decision.left !== undefined) this.#locks.noteCommit(tookMs)
        await settleCharged(sealed, decision, this.#ports)
        return this.#ports.watch.noteDecided()
      case 'not_charged':
        if (decision.end !== undefined) {
          this.journal.end = decision.end
          this.#ports.watch.noteTaken()
          this.#ports.acknowledged(decision.end, [])
        }
        this.queue.unseal(charges)
        if (decision.cause === undefined) await this.#examineRefusal(sealed, decision.end !== undefined)
        return
      case 'cloned':
        this.queue.unseal(charges)
        return await this.#ports.restart('cloned')
      case 'abandoned':
        for (const charge of charges) charge.lose()
        return await this.#ports.restart('abandoned')
    }
  }

  /**
   * Reads why the books refused a batch: accounts that are used up, suspended or unknown are refused when the next
   * batch is sealed. The number of a subject may be that of another one. If the batch before it is missing, these are
   * other books.
   */
  async #examineRefusal({ charges, units }: SealedBatch, isNumberUsed: boolean): Promise<void> {
    this.#ports.count('batches_refused')
    this.#step = 'the state of the accounts of a refused batch'
    try {
      await readLeft([...units.keys()], this.#ports.month().period, this.#ports)
      this.#ports.count('subjects_moved', await this.journal.moveTaken(this.#ports.books, charges))
      if (!isNumberUsed && !(await this.journal.isIn(this.#ports.books))) await this.#ports.restart('behind')
    } catch (error) {
      asFault(error)
    }
  }

  /** The accounts whose rows another program holds go alone; the rest goes at once. */
  async #excludeLocked(accounts: readonly string[]): Promise<boolean> {
    this.#step = 'the names of locked accounts'
    const found = await this.#locks.exclude(accounts).catch(asFault)
    // The rows are locked by hand, and the writer is well.
    if (found === 'some') this.#ports.watch.noteRefused()
    return found === 'some' || this.#noteFault(found instanceof Error ? found : 'another program locks the books')
  }

  /** Finds the accounts whose rows the books refuse; the others go on. */
  async #isolate(accounts: readonly string[], cause: DatabaseError): Promise<boolean> {
    this.#enter('isolating')
    const isIsolated = await this.#damage.isolate(accounts, cause)
    this.#enter('working')
    return isIsolated
  }

  async #writeAlone(accounts: ReadonlySet<string>) {
    const sealed = this.#seal(({ account }) => accounts.has(account))
    if (sealed.charges.length === 0) return undefined
    return { decision: await this.#commit(sealed), accounts: [...sealed.units.keys()] }
  }

  /** Undefined: the books took it. */
  async #writeEmpty(): Promise<DatabaseError | 'refused' | undefined> {
    this.#step = 'the answer to an empty batch'
    try {
      await this.#ports.books.database.prepare()
      const empty = buildEmpty(this.journal.incarnation, this.journal.end)
      const answer = await post(this.#ports.books, empty)
      if (answer.outcome === 'refused') return 'refused'
      this.journal.end = { seq: empty.seq, hash: empty.hash, period: answer.period, atMs: answer.atMs }
      this.#ports.acknowledged(this.journal.end, [])
      return undefined
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      if (error.outcome === 'not_done' && !isNumberUsed(error)) return error
      // Its number is used, or may be, and nothing waits for it.
      await this.#ports.restart(isNumberUsed(error) ? 'cloned' : 'abandoned')
      return error
    }
  }

  /** A charge is refused for what is known of its account, which explains refused batches. */
  #noteRefused(): void {
    this.#refusals = 0
    this.#ports.watch.noteRefused()
  }

  /** Returns false, for callers that report a failure. */
  #noteFault(fault: Error | string): false {
    this.#ports.watch.noteFault(typeof fault === 'string' ? fault : fault.message)
    return false
  }

  /** A server that is not ready gets no requests, so empty batches find out when the books take some again. */
  async #probe(): Promise<boolean> {
    const { watch } = this.#ports
    if (watch.isFailing) this.queue.refuseAll(UNAVAILABLE)
    if (!watch.needsProbe) return false
    this.#enter('probing')
    const fault = await this.#writeEmpty()
    if (fault === 'refused') await this.#examineRefusal({ charges: [], units: new Map() }, false)
    if (fault === undefined) watch.noteTaken()
    else this.#noteFault(fault === 'refused' ? 'the books refuse an empty batch' : fault)
    this.#enter('working')
    return fault === undefined
  }
}
