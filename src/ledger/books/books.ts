import type { Month } from '../calendar.ts'
import { type MonthView, readMonth, type StateOutcome, setAccountState, setAllowance } from './accounts.ts'
import { type Acquire, type AcquireOutcome, acquire } from './acquire.ts'
import { type NewDoubt, raiseDoubt, resolveDoubts } from './doubts.ts'
import {
  type Beat,
  type BeatOutcome,
  beat,
  type Enrolment,
  endIncarnation,
  enrol,
  recoverGrant,
  recoverHeld,
} from './incarnations.ts'
import { type CloseOutcome, closeGrant, type OwnGrant, type ReturnOutcome, returnUnits } from './return-units.ts'
import type {
  AccountRow,
  Batch,
  BatchKey,
  BooksStore,
  DoubtRow,
  GrantRow,
  GrantUse,
  PeriodRow,
  PostOutcome,
  Subject,
} from './rows.ts'
import type { LostSettlement } from './settle-lost.ts'
import { endPeriod, findSweepWork, type SweepWork, shortenLease, sweepGrant } from './sweep.ts'
import { acknowledgeHeld, voidLines } from './void-lines.ts'

/**
 * All that can happen to the books, each as one transaction that may be repeated: who did not hear the answer asks again and changes nothing twice.
 */
export class Books {
  readonly #store: BooksStore

  constructor(store: BooksStore) {
    this.#store = store
  }

  // The life of a node
  enrol(node: string, markedIncarnation: number): Promise<Enrolment> {
    return this.#store.transaction((rows) => enrol(rows, node, markedIncarnation))
  }
  beat(sign: Beat): Promise<BeatOutcome> {
    return this.#store.transaction((rows) => beat(rows, sign))
  }
  recoverGrant(grant: GrantRow): Promise<void> {
    return this.#store.transaction((rows) => recoverGrant(rows, grant))
  }
  recoverHeld(incarnation: number): Promise<void> {
    return this.#store.transaction((rows) => recoverHeld(rows, incarnation))
  }
  endIncarnation(incarnation: number): Promise<'ended' | 'open_grants'> {
    return this.#store.transaction((rows) => endIncarnation(rows, incarnation))
  }

  // Units between an account and a node
  acquire(ask: Acquire): Promise<AcquireOutcome> {
    return this.#store.transaction((rows) => acquire(rows, ask))
  }
  returnUnits(own: OwnGrant, keep: number): Promise<ReturnOutcome> {
    return this.#store.transaction((rows) => returnUnits(rows, own, keep))
  }
  closeGrant(own: OwnGrant, acked: number): Promise<CloseOutcome> {
    return this.#store.transaction((rows) => closeGrant(rows, own, acked))
  }

  // Debits
  post(batch: Batch, uses: readonly GrantUse[]): Promise<PostOutcome> {
    return this.#store.post(batch, uses)
  }
  voidLines(key: BatchKey, requestIds: readonly string[]): Promise<void> {
    return this.#store.transaction((rows) => voidLines(rows, key, requestIds))
  }
  acknowledgeHeld(key: BatchKey, requestIds: readonly string[]): Promise<void> {
    return this.#store.transaction((rows) => acknowledgeHeld(rows, key, requestIds))
  }
  lastSeq(incarnation: number): Promise<number> {
    return this.#store.snapshot((rows) => rows.lastSeq(incarnation))
  }
  subject(account: string, subject: Subject): Promise<number> {
    return this.#store.transaction((rows) => rows.subject(account, subject))
  }

  // Clearing up after others
  findSweepWork(): Promise<SweepWork> {
    return this.#store.snapshot(findSweepWork)
  }
  sweepGrant(grant: GrantRow): Promise<LostSettlement | undefined> {
    return this.#store.transaction((rows) => sweepGrant(rows, grant))
  }
  shortenLease(incarnation: number): Promise<void> {
    return this.#store.transaction((rows) => shortenLease(rows, incarnation))
  }
  endPeriod(period: PeriodRow): Promise<void> {
    return this.#store.transaction((rows) => endPeriod(rows, period))
  }
  openGrantsOf(incarnation: number): Promise<GrantRow[]> {
    return this.#store.snapshot((rows) => rows.openGrantsOf(incarnation))
  }
  grant(id: number): Promise<GrantRow | undefined> {
    return this.#store.snapshot((rows) => rows.grant(id))
  }

  // The operator
  setAllowance(change: { account: string; units: number; who: string; month: Month }): Promise<void> {
    return this.#store.transaction((rows) => setAllowance(rows, change))
  }
  setAccountState(account: string, state: AccountRow['state']): Promise<StateOutcome> {
    return this.#store.transaction((rows) => setAccountState(rows, account, state))
  }
  raiseDoubt(doubt: NewDoubt): Promise<'raised' | 'known' | 'resolved'> {
    return this.#store.transaction((rows) => raiseDoubt(rows, doubt))
  }
  resolveDoubts(by: { who: string; why: string }): Promise<readonly DoubtRow[]> {
    return this.#store.transaction((rows) => resolveDoubts(rows, by))
  }
  readMonth(account: string, period: string): Promise<MonthView> {
    return this.#store.snapshot((rows) => readMonth(rows, account, period))
  }
  close(): Promise<void> {
    return this.#store.close()
  }
}
