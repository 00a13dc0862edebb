import assert from 'node:assert/strict'
import { type Books, openBooksToRead } from '../../src/ledger/accounting.ts'
import type { HttpCharges } from './http-charges.ts'
import { registaOn } from './real-server.ts'

export interface BooksPlace {
  readonly data: string
  readonly databaseUrl: string | undefined
}

/** Compares the books beside a server that may be running, as an operator's command does. */
export async function compareBooks(place: BooksPlace, charges: HttpCharges): Promise<void> {
  await withBooks(place, (store) => charges.compareBooks(store))
}

/**
 * Compares the whole journal with all responses after the server has stopped, and runs the operator's audit.
 */
export async function checkBooks(place: BooksPlace, charges: HttpCharges): Promise<void> {
  await compareBooks(place, charges)
  charges.endIncarnations()
  await withBooks(place, (store) => charges.atRest(store))
  await auditGreen(place)
}

/** `regista audit` finds nothing. */
export async function auditGreen({ data, databaseUrl }: BooksPlace): Promise<void> {
  const { code, output } = await registaOn(databaseUrl, ['audit', '--data', data, '--json'])
  assert.equal(code, 0, output)
}

async function withBooks(place: BooksPlace, work: (books: Books) => Promise<void>): Promise<void> {
  await using books = await openBooksToRead(place)
  await work(books)
}
