import type { AccountRow, GrantRow, LineStateRow, PeriodRow, Rows, Subject } from './rows.ts'

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
 * Rows of many accounts, each kind in one statement on PostgreSQL. Rows are locked in the order of their keys, whatever the order of the keys given;
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

/** One row after the other, for a database to which a call costs no round trip. */
export function manyByOne(rows: () => Rows): Omit<ManyRows, 'accountMonths' | 'setHints'> {
  const each = async <Key, Row>(keys: readonly Key[], work: (key: Key) => Promise<Row>): Promise<Row[]> => {
    const results: Row[] = []
    for (const key of keys) results.push(await work(key))
    return results
  }
  const present = <Row>(all: (Row | undefined)[]): Row[] => all.filter((row) => row !== undefined)
  return {
    lockAccounts: async (accounts) => present(await each(accounts, (name) => rows().lockAccount(name))),
    lockPeriods: async (keys) => present(await each(keys, ({ account, period }) => rows().lockPeriod(account, period))),
    periodsAt: async (keys) => present(await each(keys, ({ account, period }) => rows().period(account, period))),
    lockGrants: async (ids) => present(await each(ids, (id) => rows().lockGrant(id))),
    grantsAt: async (ids) => present(await each(ids, (id) => rows().grant(id))),
    openGrantsAt: async (keys) =>
      (await each(keys, ({ account, period }) => rows().openGrants(account, period))).flat(),
    putPeriods: async (all) => void (await each(all, (row) => rows().putPeriod(row))),
    putGrants: async (all) => void (await each(all, (row) => rows().putGrant(row))),
    putLineStates: async (all) => void (await each(all, (row) => rows().putLineState(row))),
    subjectNumbers: (all) => each(all, ({ account, ...subject }) => rows().subject(account, subject)),
  }
}
