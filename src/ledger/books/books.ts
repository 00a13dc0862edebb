import type { DatabaseError } from '../../storage/storage.ts'
import type { Month } from '../calendar.ts'
import {
  type AllowanceRequest,
  type MonthView,
  readMonth,
  type StateOutcome,
  setAccountState,
  setAllowance,
} from './accounts.ts'
import { type AcquireOutcome, type AcquireRequest, acquire } from './acquire.ts'
import { acquireMany, type CloseRequest, closeMany } from './acquire-many.ts'
import { DAMAGED, type Damage, damageOf } from './damage.ts'
import {
  type BrokenAccounts,
  type NewDoubt,
  raiseDoubt,
  resolveDoubts,
  type TrustRequest,
  type TrustResult,
} from './doubts.ts'
import { runForMany } from './for-many.ts'
import {
  beginIncarnation,
  endIncarnation,
  findHeldLines,
  type HeartbeatOutcome,
  type HeartbeatReport,
  type IncarnationStart,
  recordHeartbeat,
  recoverGrant,
} from './incarnations.ts'
import { type CloseOutcome, closeGrant, type OwnGrant, type ReturnOutcome, returnUnits } from './return-units.ts'
import type {
  AccountRow,
  Batch,
  BatchKey,
  BooksStore,
  GrantRow,
  GrantUse,
  OwnedSubject,
  PeriodRow,
  PostOutcome,
  Rows,
  Subject,
} from './rows.ts'
import type { LostSettlement } from './settle-lost.ts'
import {
  type CleanupWork,
  endPeriod,
  findCleanupWork,
  type MonthEnd,
  settleIfLost,
  shortenLease,
  undamagedGrantsOf,
} from './sweep.ts'
import { acknowledgeHeld, voidLines } from './void-lines.ts'

/**
 * All that can happen to the books, each as one transaction that may be repeated: who did not hear the answer asks again and changes nothing twice.
 */
export class Books {
  readonly #store: BooksStore

  constructor(store: BooksStore) {
    this.#store = store
  }

  // The incarnations of a node
  beginIncarnation(
    node: string,
    markedIncarnation: number,
    knownIncarnation = markedIncarnation,
  ): Promise<IncarnationStart> {
    return this.#store.transaction((rows) => beginIncarnation(rows, node, markedIncarnation, knownIncarnation))
  }
  /** How many incarnations this node has begun; without a node, all nodes. */
  incarnationsBegun(node?: string): Promise<number> {
    return this.#store.snapshot(async (rows) =>
      node === undefined ? await rows.lastIncarnation() : (await rows.incarnationsOf(node)).length,
    )
  }
  recordHeartbeat(sign: HeartbeatReport): Promise<HeartbeatOutcome> {
    return this.#store.transaction((rows) => recordHeartbeat(rows, sign))
  }
  async recoverGrant(grant: GrantRow): Promise<SettleOutcome> {
    return toSettleOutcome(await this.#unlessDamaged(of(grant), (rows) => recoverGrant(rows, grant)))
  }
  async recoverHeld(incarnation: number): Promise<SettleOutcome> {
    let outcome: SettleOutcome = 'done'
    for (const { key, requestIds } of await this.#store.snapshot((rows) => findHeldLines(rows, incarnation)))
      if ((await this.acknowledgeHeld(key, requestIds)) === 'damaged') outcome = 'damaged'
    return outcome
  }
  /** The open grants of an incarnation, without those of accounts that are damaged. */
  grantsToRecover(incarnation: number): Promise<GrantRow[]> {
    return this.#store.snapshot((rows) => undamagedGrantsOf(rows, incarnation))
  }
  endIncarnation(incarnation: number): Promise<'ended' | 'open_grants'> {
    return this.#store.transaction((rows) => endIncarnation(rows, incarnation))
  }

  // Units between an account and a node
  acquire(ask: AcquireRequest): Promise<AcquireOutcome> {
    return this.#unlessDamaged(of(ask), (rows) => acquire(rows, ask))
  }
  /** Many accounts of one node in one transaction. A fault instead of an outcome is that of its account alone. */
  acquireMany(asks: readonly AcquireRequest[]): Promise<(AcquireOutcome | DatabaseError)[]> {
    return runForMany(asks, {
      together: (all) => this.#store.transaction((rows) => acquireMany(rows, all)),
      alone: (ask) => this.acquire(ask),
      doubt: (damage, ask) => this.#doubt(damage, of(ask)),
    })
  }
  returnUnits(own: OwnGrant, keep: number): Promise<ReturnOutcome> {
    return this.#unlessDamaged(of(own), (rows) => returnUnits(rows, own, keep))
  }
  closeGrant(own: OwnGrant, acked: number): Promise<CloseOutcome> {
    return this.#unlessDamaged(of(own), (rows) => closeGrant(rows, own, acked))
  }
  closeMany(closings: readonly CloseRequest[]): Promise<(CloseOutcome | DatabaseError)[]> {
    return runForMany(closings, {
      together: (all) => this.#store.transaction((rows) => closeMany(rows, all)),
      alone: ({ own, acked }) => this.closeGrant(own, acked),
      doubt: (damage, { own }) => this.#doubt(damage, of(own)),
    })
  }

  // Debits
  post(batch: Batch, uses: readonly GrantUse[]): Promise<PostOutcome> {
    return this.#store.post(batch, uses)
  }
  voidLines(key: BatchKey, requestIds: readonly string[]): Promise<SettleOutcome> {
    return this.#linesOf(key, requestIds, (rows, ids) => voidLines(rows, key, ids))
  }
  acknowledgeHeld(key: BatchKey, requestIds: readonly string[]): Promise<SettleOutcome> {
    return this.#linesOf(key, requestIds, (rows, ids) => acknowledgeHeld(rows, key, ids))
  }
  lastSeq(incarnation: number): Promise<number> {
    return this.#store.snapshot((rows) => rows.lastSeq(incarnation))
  }
  subject(account: string, subject: Subject): Promise<number> {
    return this.#store.transaction((rows) => rows.subject(account, subject))
  }
  /** The numbers of many subjects, in the order given. Undefined: it cannot be read, which is a doubt of its account. */
  async subjectNumbers(subjects: readonly OwnedSubject[]): Promise<(number | undefined)[]> {
    try {
      return await this.#store.transaction((rows) => rows.subjectNumbers(subjects))
    } catch (error) {
      if (damageOf(error) === undefined) throw error
    }
    const numbers: (number | undefined)[] = []
    for (const subject of subjects) {
      const number = await this.#unlessDamaged(of(subject), (rows) => rows.subject(subject.account, subject))
      numbers.push(typeof number === 'number' ? number : undefined)
    }
    return numbers
  }

  // Clearing up after others
  findCleanupWork(round = 0): Promise<CleanupWork> {
    return this.#store.snapshot((rows) => findCleanupWork(rows, round))
  }
  /** Undefined: nothing was settled, because its node lives, others were first, or it is damaged. */
  async settleIfLost(grant: GrantRow): Promise<LostSettlement | undefined> {
    const lost = await this.#unlessDamaged(of(grant), (rows) => settleIfLost(rows, grant))
    return lost !== undefined && 'outcome' in lost ? undefined : lost
  }
  shortenLease(incarnation: number): Promise<void> {
    return this.#store.transaction((rows) => shortenLease(rows, incarnation))
  }
  async endPeriod(period: PeriodRow, by: number): Promise<MonthEnd | 'damaged'> {
    const end = await this.#unlessDamaged(of(period), (rows) => endPeriod(rows, period, by))
    return typeof end === 'string' ? end : 'damaged'
  }
  openGrantsOf(incarnation: number): Promise<GrantRow[]> {
    return this.#store.snapshot((rows) => rows.openGrantsOf(incarnation))
  }
  grants(ids: readonly number[]): Promise<GrantRow[]> {
    return this.#store.transaction((rows) => rows.lockGrants(ids))
  }

  // The operator
  setAllowance(word: AllowanceRequest): Promise<void> {
    return this.#store.transaction((rows) => setAllowance(rows, word))
  }
  setAccountState(account: string, state: AccountRow['state']): Promise<StateOutcome> {
    return this.#store.transaction((rows) => setAccountState(rows, account, state))
  }
  raiseDoubt(doubt: NewDoubt): Promise<'raised' | 'known' | 'resolved'> {
    return this.#store.transaction((rows) => raiseDoubt(rows, doubt))
  }
  resolveDoubts(request: TrustRequest & { readonly broken?: BrokenAccounts }): Promise<TrustResult> {
    return this.#store.transaction((rows) => resolveDoubts(rows, request))
  }
  readMonth(account: string, asked: Month): Promise<MonthView> {
    return this.#store.read((rows) => readMonth(rows, account, asked))
  }
  close(): Promise<void> {
    return this.#store.close()
  }

  /** Rows that cannot be right stop the sale to those they belong to, and to nobody else: nothing of the work is done, and a doubt is written instead. */
  async #unlessDamaged<T>(whose: Whose, work: (rows: Rows) => Promise<T>): Promise<T | typeof DAMAGE> {
    try {
      return await this.#store.transaction(work)
    } catch (error) {
      const damage = damageOf(error)
      if (damage === undefined) throw error
      return await this.#doubt(damage, whose)
    }
  }

  async #doubt(damage: Damage, whose: Whose): Promise<typeof DAMAGE> {
    await this.#store.transaction(async (rows) => {
      const accounts = damage.account === undefined ? await whose(rows) : [damage.account]
      for (const account of accounts) await raiseDoubt(rows, { account, reason: DAMAGED, detail: damage.detail })
    })
    return DAMAGE
  }

  /** All lines at once; if some are damaged, each by itself. */
  async #linesOf(
    key: BatchKey,
    requestIds: readonly string[],
    work: (rows: Rows, requestIds: readonly string[]) => Promise<void>,
  ): Promise<SettleOutcome> {
    const whole = await this.#unlessDamaged(ofLines(key, requestIds), (rows) => work(rows, requestIds))
    if (whole !== DAMAGE || requestIds.length === 1) return toSettleOutcome(whole)
    for (const id of requestIds) await this.#unlessDamaged(ofLines(key, [id]), (rows) => work(rows, [id]))
    return 'damaged'
  }
}

/** `damaged`: what was read cannot be right. Nothing was settled, and it is a doubt of its account now. */
export type SettleOutcome = 'done' | 'damaged'

const DAMAGE = { outcome: 'damaged' } as const

function toSettleOutcome(outcome: unknown): SettleOutcome {
  return outcome === DAMAGE ? 'damaged' : 'done'
}

/** Whose books are in doubt, where the damage itself does not say. */
type Whose = (rows: Rows) => Promise<readonly string[]>

function of({ account }: { readonly account: string }): Whose {
  return async () => [account]
}

/** A batch that cannot be read may have lines of every account with an open grant of its incarnation. It has the lines whose state is written. No other account changes. */
function ofLines({ incarnation }: BatchKey, requestIds: readonly string[]): Whose {
  return async (rows) => {
    const accounts = new Set((await rows.openGrantsOf(incarnation)).map(({ account }) => account))
    for (const state of await rows.lineStates(requestIds)) {
      const grant = await rows.grant(state.grant)
      if (grant !== undefined) accounts.add(grant.account)
    }
    return [...accounts]
  }
}
