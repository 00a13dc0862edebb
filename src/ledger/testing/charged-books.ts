import assert from 'node:assert/strict'
import { Books } from '../books/books.ts'
import { GRANTS_MAX, type GrantRow, type PeriodRow } from '../books/rows.ts'
import type { BooksStore, Rows } from '../books/store.ts'
import { monthAt } from '../calendar.ts'
import { subjectNumber } from './rows.ts'
import { type ExampleStore, openExampleStore, type StoreKind } from './stores.ts'

/** Each account has one open grant with two lines of ten units. The first line is acknowledged. */
export const CHARGED_ACCOUNTS: readonly string[] = ['damaged', 'whole']
export const CHARGING_NODE = 'gone'
export const CHARGED_AT_MS = 1_795_000_000_000
export const CHARGED_MONTH = monthAt(CHARGED_AT_MS)

/** Books in which a lost node has charged two accounts, for tests that damage the first account. */
export interface ChargedBooks extends AsyncDisposable {
  readonly example: ExampleStore
  readonly store: BooksStore
  readonly books: Books
  readonly clock: { ms: number; nowMs(): number }
  readonly incarnation: number
  grant(account: string): Promise<GrantRow>
  month(account: string): Promise<PeriodRow>
  /** Changes the rows of the first account. */
  damage(month: Partial<PeriodRow>, grant?: Partial<GrantRow>): Promise<void>
  /** The accounts in doubt, with the reasons. */
  doubts(): Promise<string[]>
}

export async function openChargedBooks(kind: StoreKind, postgresUrl: string): Promise<ChargedBooks> {
  const clock = { ms: CHARGED_AT_MS, nowMs: () => clock.ms }
  const example = await openExampleStore(kind, { clock, postgresUrl })
  const { store } = example
  const books = new Books(store)
  const { incarnation } = await books.beginIncarnation(CHARGING_NODE, 0)
  await chargeLines(books, incarnation)
  const read = <T>(work: (rows: Rows) => Promise<T>): Promise<T> => store.snapshot(work)
  const grant = async (account: string) => (await read((rows) => rows.grant(grantIdOf(incarnation, account))))!
  const month = async (account: string) => (await read((rows) => rows.period(account, CHARGED_MONTH.period)))!
  return {
    ...{ example, store, books, clock, incarnation, grant, month },
    async damage(ofMonth, ofGrant = {}) {
      const account = CHARGED_ACCOUNTS[0]!
      const rows = { month: await month(account), grant: await grant(account) }
      await store.transaction(async ({ putPeriod, putGrant }) => {
        await putPeriod({ ...rows.month, ...ofMonth })
        await putGrant({ ...rows.grant, ...ofGrant })
      })
    },
    async doubts() {
      return (await read((rows) => rows.doubts())).map(({ account, reason }) => `${account}: ${reason}`)
    },
    [Symbol.asyncDispose]: () => example[Symbol.asyncDispose](),
  }
}

export function grantIdOf(incarnation: number, account: string): number {
  return incarnation * GRANTS_MAX + CHARGED_ACCOUNTS.indexOf(account)
}

export function acquireRequestOf(account: string, incarnation: number) {
  const request = { account, month: CHARGED_MONTH, incarnation, least: 1, wanted: 100, shape: 'shared' as const }
  return { ...request, grant: grantIdOf(incarnation, account), version: 0 }
}

/** The request id of an account's line in the batch of this number. */
export function requestIdOf(account: string, seq: number): string {
  return `${seq}${CHARGED_ACCOUNTS.indexOf(account)}`.padStart(32, '0')
}

async function chargeLines(books: Books, incarnation: number): Promise<void> {
  const subjects = new Map<string, number>()
  for (const account of CHARGED_ACCOUNTS) {
    await books.setAllowance({ account, units: 1000, who: 'operator' })
    assert.equal((await books.acquire(acquireRequestOf(account, incarnation))).outcome, 'granted')
    const subject = { project: 'p', credential: 'c', operation: 'o' }
    subjects.set(account, await subjectNumber(books, { account, ...subject }))
  }
  for (const seq of [1, 2]) {
    const lines = CHARGED_ACCOUNTS.map((account) => ({
      ...{ requestId: requestIdOf(account, seq), grant: grantIdOf(incarnation, account) },
      ...{ subject: subjects.get(account)!, units: 10 },
    }))
    const uses = lines.map(({ grant, units }) => ({ grant, units, acked: 10 * (seq - 1) }))
    assert.deepEqual(await books.post({ incarnation, seq, atMs: CHARGED_AT_MS, lines }, uses), { outcome: 'done' })
  }
}
