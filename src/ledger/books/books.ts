import type { DatabaseError } from '../../storage/storage.ts'
import type { Month } from '../calendar.ts'
import { type MonthView, readMonth, setAccountState, setAllowance } from './accounts.ts'
import { type AcquireOutcome, type AcquireRequest, acquire } from './acquire.ts'
import { acquireMany, type CloseRequest, closeMany } from './acquire-many.ts'
import {
  endPeriod,
  findCleanupWork,
  findUndamagedGrants,
  type MonthEnd,
  settleIfLost,
  shortenLease,
} from './cleanup.ts'
import { DAMAGED, type Damage, damageOf } from './damage.ts'
import { raiseDoubt, resolveDoubts } from './doubts.ts'
import { beginIncarnation, endIncarnation, findHeldLines, recordHeartbeat, recoverGrant } from './incarnations.ts'
import { type CloseOutcome, closeGrant, type OwnGrant, type ReturnOutcome, returnUnits } from './return-units.ts'
import type { Batch, BatchKey, GrantRow, GrantUse, OwnedSubject, PeriodRow } from './rows.ts'
import { runForMany } from './run-for-many.ts'
import type { LostSettlement } from './settle-lost.ts'
import type { BooksStore, PostOutcome, Rows } from './store.ts'
import { acknowledgeHeld, voidLines } from './void-lines.ts'

/**
 * The operations on the books. Each is one transaction that may be repeated: a caller that got no answer asks again
 * and changes nothing twice.
 */
export class Books {
  readonly #store: BooksStore

  constructor(store: BooksStore) {
    this.#store = store
  }

  // Incarnations of a node
  readonly beginIncarnation = this.#inTransaction(beginIncarnation)
  readonly recordHeartbeat = this.#inTransaction(recordHeartbeat)
  readonly endIncarnation = this.#inTransaction(endIncarnation)
  /** The open grants of an incarnation, except those of damaged accounts. */
  readonly grantsToRecover = this.#inSnapshot(findUndamagedGrants)
  /** Counts the incarnations that this node has begun; without a node, those of all nodes. */
  readonly incarnationsBegun = this.#inSnapshot(async (rows, node?: string) =>
    node === undefined ? await rows.lastIncarnation() : (await rows.incarnationsOf(node)).length,
  )
  async recoverGrant(grant: GrantRow): Promise<SettleOutcome> {
    return toSettleOutcome(await this.#unlessDamaged(accountOf(grant), (rows) => recoverGrant(rows, grant)))
  }
  async recoverHeld(incarnation: number): Promise<SettleOutcome> {
    let outcome: SettleOutcome = 'done'
    for (const { key, requestIds } of await this.#store.snapshot((rows) => findHeldLines(rows, incarnation)))
      if ((await this.acknowledgeHeld(key, requestIds)) === 'damaged') outcome = 'damaged'
    return outcome
  }

  // Units of an account at a node
  acquire(request: AcquireRequest): Promise<AcquireOutcome> {
    return this.#unlessDamaged(accountOf(request), (rows) => acquire(rows, request))
  }
  /**
   * Serves many accounts of one node in one transaction. An error in place of an outcome concerns that account only.
   */
  acquireMany(requests: readonly AcquireRequest[]): Promise<(AcquireOutcome | DatabaseError)[]> {
    return runForMany(requests, {
      together: (all) => this.#store.transaction((rows) => acquireMany(rows, all)),
      alone: (request) => this.acquire(request),
      doubt: (damage, request) => this.#doubt(damage, accountOf(request)),
    })
  }
  returnUnits(own: OwnGrant, keep: number): Promise<ReturnOutcome> {
    return this.#unlessDamaged(accountOf(own), (rows) => returnUnits(rows, own, keep))
  }
  closeGrant(own: OwnGrant, acked: number): Promise<CloseOutcome> {
    return this.#unlessDamaged(accountOf(own), (rows) => closeGrant(rows, own, acked))
  }
  closeMany(closings: readonly CloseRequest[]): Promise<(CloseOutcome | DatabaseError)[]> {
    return runForMany(closings, {
      together: (all) => this.#store.transaction((rows) => closeMany(rows, all)),
      alone: ({ own, acked }) => this.closeGrant(own, acked),
      doubt: (damage, { own }) => this.#doubt(damage, accountOf(own)),
    })
  }

  // Debits
  post(batch: Batch, uses: readonly GrantUse[]): Promise<PostOutcome> {
    return this.#store.post(batch, uses)
  }
  voidLines(key: BatchKey, requestIds: readonly string[]): Promise<SettleOutcome> {
    return this.#workOnLines(key, requestIds, (rows, ids) => voidLines(rows, key, ids))
  }
  acknowledgeHeld(key: BatchKey, requestIds: readonly string[]): Promise<SettleOutcome> {
    return this.#workOnLines(key, requestIds, (rows, ids) => acknowledgeHeld(rows, key, ids))
  }
  readonly lastSeq = this.#inSnapshot((rows, incarnation: number) => rows.lastSeq(incarnation))
  /**
   * The numbers of many subjects, in the order given. Undefined: the row cannot be read, and a doubt of its account
   * says so.
   */
  async subjectNumbers(subjects: readonly OwnedSubject[]): Promise<(number | undefined)[]> {
    try {
      return await this.#store.transaction((rows) => rows.subjectNumbers(subjects))
    } catch (error) {
      if (damageOf(error) === undefined) throw error
    }
    const numbers: (number | undefined)[] = []
    for (const subject of subjects) {
      const own = await this.#unlessDamaged(accountOf(subject), (rows) => rows.subjectNumbers([subject]))
      numbers.push('outcome' in own ? undefined : own[0])
    }
    return numbers
  }

  // Cleanup of lost nodes and ended months
  readonly findCleanupWork = this.#inSnapshot(findCleanupWork)
  readonly shortenLease = this.#inTransaction(shortenLease)
  /** Undefined: nothing was settled. The node is alive, another node was first, or the rows are damaged. */
  async settleIfLost(grant: GrantRow): Promise<LostSettlement | undefined> {
    const lost = await this.#unlessDamaged(accountOf(grant), (rows) => settleIfLost(rows, grant))
    return lost !== undefined && 'outcome' in lost ? undefined : lost
  }
  async endPeriod(period: PeriodRow, by: number): Promise<MonthEnd | 'damaged'> {
    const end = await this.#unlessDamaged(accountOf(period), (rows) => endPeriod(rows, period, by))
    return typeof end === 'string' ? end : 'damaged'
  }
  readonly openGrantsOf = this.#inSnapshot((rows, incarnation: number) => rows.openGrantsOf(incarnation))
  readonly grants = this.#inTransaction((rows, ids: readonly number[]) => rows.lockGrants(ids))

  // The operator
  readonly setAllowance = this.#inTransaction(setAllowance)
  readonly setAccountState = this.#inTransaction(setAccountState)
  readonly raiseDoubt = this.#inTransaction(raiseDoubt)
  readonly resolveDoubts = this.#inTransaction(resolveDoubts)
  readMonth(account: string, expected: Month): Promise<MonthView> {
    return this.#store.read((rows) => readMonth(rows, account, expected))
  }
  close(): Promise<void> {
    return this.#store.close()
  }

  #inTransaction<Values extends readonly unknown[], T>(work: RowsWork<Values, T>): (...values: Values) => Promise<T> {
    return (...values) => this.#store.transaction((rows) => work(rows, ...values))
  }

  #inSnapshot<Values extends readonly unknown[], T>(work: RowsWork<Values, T>): (...values: Values) => Promise<T> {
    return (...values) => this.#store.snapshot((rows) => work(rows, ...values))
  }

  /**
   * Does the work. If it meets damaged rows, nothing of it is written; a doubt stops charges to the accounts
   * affected, and all others go on.
   */
  async #unlessDamaged<T>(findAccounts: FindAccounts, work: (rows: Rows) => Promise<T>): Promise<T | typeof DAMAGE> {
    try {
      return await this.#store.transaction(work)
    } catch (error) {
      const damage = damageOf(error)
      if (damage === undefined) throw error
      return await this.#doubt(damage, findAccounts)
    }
  }

  async #doubt(damage: Damage, findAccounts: FindAccounts): Promise<typeof DAMAGE> {
    await this.#store.transaction(async (rows) => {
      const accounts = damage.account === undefined ? await findAccounts(rows) : [damage.account]
      for (const account of accounts) await raiseDoubt(rows, { account, reason: DAMAGED, detail: damage.detail })
    })
    return DAMAGE
  }

  /** Works on all lines at once. If some are damaged, it works on each line by itself. */
  async #workOnLines(
    key: BatchKey,
    requestIds: readonly string[],
    work: (rows: Rows, requestIds: readonly string[]) => Promise<void>,
  ): Promise<SettleOutcome> {
    const whole = await this.#unlessDamaged(accountsOfLines(key, requestIds), (rows) => work(rows, requestIds))
    if (whole !== DAMAGE || requestIds.length === 1) return toSettleOutcome(whole)
    for (const id of requestIds) await this.#unlessDamaged(accountsOfLines(key, [id]), (rows) => work(rows, [id]))
    return 'damaged'
  }
}

/** `damaged`: the rows that were read cannot be right. Nothing was settled, and their account is in doubt now. */
export type SettleOutcome = 'done' | 'damaged'

const DAMAGE = { outcome: 'damaged' } as const

function toSettleOutcome(outcome: unknown): SettleOutcome {
  return outcome === DAMAGE ? 'damaged' : 'done'
}

type RowsWork<Values extends readonly unknown[], T> = (rows: Rows, ...values: Values) => Promise<T>

/** Finds the accounts of damaged rows, where the damage itself does not name one. */
type FindAccounts = (rows: Rows) => Promise<readonly string[]>

function accountOf({ account }: { readonly account: string }): FindAccounts {
  return async () => [account]
}

/**
 * A batch that cannot be read may have lines of every account with an open grant of its incarnation. It also has the
 * lines with a state row. No other account can change.
 */
function accountsOfLines({ incarnation }: BatchKey, requestIds: readonly string[]): FindAccounts {
  return async (rows) => {
    const accounts = new Set((await rows.openGrantsOf(incarnation)).map(({ account }) => account))
    for (const state of await rows.lineStates(requestIds)) {
      const grant = await rows.grant(state.grant)
      if (grant !== undefined) accounts.add(grant.account)
    }
    return [...accounts]
  }
}
