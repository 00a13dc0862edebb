import type { AccountRow, GrantRow, LineStateRow, PeriodRow, Subject } from './rows.ts'

export interface PeriodKey {
  readonly account: string
  readonly period: string
}

export interface OwnedSubject extends Subject {
  readonly account: string
}

/** What a node says of its grant between two batches. */
export interface GrantHint {
  readonly grant: number
  /** Units that were answered with success. */
  readonly acked: number
  readonly inFlight: number
}

export interface AccountMonths {
  readonly account: AccountRow
  readonly periods: readonly PeriodRow[]
  readonly grants: readonly GrantRow[]
}

/**
 * Rows of many accounts, each kind in one statement. Rows are locked in the order of their keys, whatever the order of the keys given;
 * no key is given twice. A row that does not exist is left out.
 */
export interface ManyRows {
  lockAccounts(accounts: readonly string[]): Promise<AccountRow[]>
  lockPeriods(keys: readonly PeriodKey[]): Promise<PeriodRow[]>
  /** Without locks. */
  periodsAt(keys: readonly PeriodKey[]): Promise<PeriodRow[]>
  /** An account, those of the periods named that it has, and their open grants by id, all of one moment. Undefined if there is no such account. */
  accountMonths(account: string, periods: readonly string[]): Promise<AccountMonths | undefined>
  lockGrants(ids: readonly number[]): Promise<GrantRow[]>
  /** Without locks. */
  grantsAt(ids: readonly number[]): Promise<GrantRow[]>
  /** The open grants of these periods, without locks. */
  openGrantsAt(keys: readonly PeriodKey[]): Promise<GrantRow[]>
  putPeriods(rows: readonly PeriodRow[]): Promise<void>
  putGrants(rows: readonly GrantRow[]): Promise<void>
  /** Of the grants that are open. */
  setHints(hints: readonly GrantHint[]): Promise<void>
  putLineStates(rows: readonly LineStateRow[]): Promise<void>
  /** The number of each subject, in the order given; those without a number get one now. */
  subjectNumbers(subjects: readonly OwnedSubject[]): Promise<number[]>
}
