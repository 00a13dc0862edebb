import { type Books, openBooksToRead } from '../ledger/accounting.ts'
import { InputError, NotYetError } from '../stdx/input-error.ts'
import { DatabaseError } from '../storage/storage.ts'
import type { Context } from './context.ts'

/** Runs a command's work on the books. Throws InputError if the database refuses. */
export async function readingBooks<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    throw new InputError(`the books cannot be read: ${error.message}`)
  }
}

/** Where the books are. */
export function booksPlace({ dataDir: data, databaseUrl }: Pick<Context, 'dataDir' | 'databaseUrl'>) {
  return { data, databaseUrl }
}

/** The same for what is only added to other information. Undefined: there are no books yet. */
export async function tryWithBooks<T>(context: Context, read: (books: Books) => Promise<T>): Promise<T | undefined> {
  try {
    return await withBooks(context, read)
  } catch (error) {
    if (error instanceof NotYetError) return undefined
    throw error
  }
}

/** Opens the books for reading and closes them again. A server may run meanwhile. */
export async function withBooks<T>(
  context: Pick<Context, 'dataDir' | 'databaseUrl'>,
  read: (books: Books) => Promise<T>,
): Promise<T> {
  return await readingBooks(async () => {
    await using books = await openBooksToRead(booksPlace(context))
    return await read(books)
  })
}
