import { openDatabase } from '../../storage/storage.ts'
import { startPostgres } from '../../storage/testing/postgres.ts'
import { setAllowance } from '../tables/accounts.ts'
import { BOOKS_MIGRATIONS, Books } from '../tables/books.ts'
import { storeMonths } from '../tables/months.ts'

export type BooksKind = 'sqlite' | 'postgres'
export const BOOKS_KINDS: readonly BooksKind[] = ['sqlite', 'postgres']

/** A moment in the middle of a month, for books whose clock is the test's. */
export const NOON = Date.UTC(2026, 10, 15, 12)

export interface TestClock {
  nowMs(): number
  set(ms: number): void
}

export function createTestClock(ms = NOON): TestClock {
  let nowMs = ms
  return { nowMs: () => nowMs, set: (to) => void (nowMs = to) }
}

/** Empty books in memory, or in a database of a PostgreSQL server. The clock of that server cannot be set. */
export async function openTestBooks(kind: BooksKind, clock = createTestClock()): Promise<TestBooks> {
  await using opened = new AsyncDisposableStack()
  let stack: AsyncDisposableStack = opened
  const server = kind === 'postgres' ? opened.use(await startPostgres()) : undefined
  const open = async (plans: 'any' | 'by_index' = 'any'): Promise<Books> => {
    const database = await openDatabase(
      server === undefined
        ? { path: ':memory:', migrations: BOOKS_MIGRATIONS, mode: 'write' }
        : { url: server.url, migrations: BOOKS_MIGRATIONS, connections: plans === 'any' ? 3 : 1, plans },
    )
    return stack.adopt(new Books(database, clock), (books) => books.close())
  }
  const books = await open()
  // Batches run with the plans of a server; SQLite in memory has one connection.
  const posts = server === undefined ? books : await open('by_index')
  await books.transaction(async (rows) => storeMonths(rows, await rows.nowMs()))
  const parts = opened.move()
  stack = parts
  return {
    kind,
    books,
    posts,
    clock,
    url: server?.url,
    open: (): Promise<Books> => (server === undefined ? Promise.resolve(books) : open('by_index')),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

export interface TestBooks extends AsyncDisposable {
  readonly kind: BooksKind
  readonly books: Books
  readonly posts: Books
  readonly clock: TestClock
  readonly url: string | undefined
  /** Another connection of another server; on SQLite the same one. */
  open(): Promise<Books>
}

export async function openAccount(books: Books, account: string, units: number): Promise<void> {
  await books.transaction((rows) => setAllowance(rows, { account, units, who: 'test', why: '' }))
}
