import assert from 'node:assert/strict'
import { Books } from '../books/books.ts'
import { type BooksStore, GRANTS_MAX, type GrantRow, type PeriodRow, type Rows } from '../books/rows.ts'
import { monthAt } from '../calendar.ts'
import { type ExampleStore, exampleStore, type StoreKind } from './stores.ts'

/** Of each account one open grant, with two lines of ten units, the first of them acknowledged. */
export const SOLD_ACCOUNTS: readonly string[] = ['damaged', 'whole']
export const SOLD_NODE = 'gone'
export const SOLD_AT_MS = 1_795_000_000_000
export const SOLD_MONTH = monthAt(SOLD_AT_MS)

/** Books in which a node that is gone has sold to two accounts, for tests that damage the first of them. */
export interface SoldBooks extends AsyncDisposable {
  readonly example: ExampleStore
  readonly store: BooksStore
  readonly books: Books
  readonly clock: { ms: number; nowMs(): number }
  readonly incarnation: number
  grant(account: string): Promise<GrantRow>
  month(account: string): Promise<PeriodRow>
  /** Makes the first account's rows other than they were. */
  damage(month: Partial<PeriodRow>, grant?: Partial<GrantRow>): Promise<void>
  /** Whose books are in doubt, and why. */
  doubts(): Promise<string[]>
}

export async function soldBooks(kind: StoreKind, postgresUrl: string): Promise<SoldBooks> {
  const clock = { ms: SOLD_AT_MS, nowMs: () => clock.ms }
  const example = await exampleStore(kind, { clock, postgresUrl })
  const { store } = example
  const books = new Books(store)
  const { incarnation } = await books.beginIncarnation(SOLD_NODE, 0)
  await sell(books, incarnation)
  const read = <T>(work: (rows: Rows) => Promise<T>): Promise<T> => store.snapshot(work)
  const grant = async (account: string) => (await read((rows) => rows.grant(soldGrant(incarnation, account))))!
  const month = async (account: string) => (await read((rows) => rows.period(account, SOLD_MONTH.period)))!
  return {
    ...{ example, store, books, clock, incarnation, grant, month },
    async damage(ofMonth, ofGrant = {}) {
      const account = SOLD_ACCOUNTS[0]!
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

export function soldGrant(incarnation: number, account: string): number {
  return incarnation * GRANTS_MAX + SOLD_ACCOUNTS.indexOf(account)
}

export function soldWish(account: string, incarnation: number) {
  const wish = { account, month: SOLD_MONTH, incarnation, least: 1, wanted: 100, shape: 'shared' as const }
  return { ...wish, grant: soldGrant(incarnation, account), version: 0 }
}

/** Of the line that was sold to an account in the batch of this number. */
export function soldRequest(account: string, seq: number): string {
  return `${seq}${SOLD_ACCOUNTS.indexOf(account)}`.padStart(32, '0')
}

async function sell(books: Books, incarnation: number): Promise<void> {
  const subjects = new Map<string, number>()
  for (const account of SOLD_ACCOUNTS) {
    await books.setAllowance({ account, units: 1000, who: 'operator' })
    assert.equal((await books.acquire(soldWish(account, incarnation))).outcome, 'granted')
    const subject = { project: 'p', credential: 'c', operation: 'o' }
    subjects.set(account, await books.subject(account, subject))
  }
  for (const seq of [1, 2]) {
    const lines = SOLD_ACCOUNTS.map((account) => ({
      ...{ requestId: soldRequest(account, seq), grant: soldGrant(incarnation, account) },
      ...{ subject: subjects.get(account)!, units: 10 },
    }))
    const uses = lines.map(({ grant, units }) => ({ grant, units, acked: 10 * (seq - 1) }))
    assert.deepEqual(await books.post({ incarnation, seq, atMs: SOLD_AT_MS, lines }, uses), { outcome: 'done' })
  }
}
