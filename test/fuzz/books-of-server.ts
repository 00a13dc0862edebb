import assert from 'node:assert/strict'
import { openBooksToRead } from '../../src/ledger/accounting.ts'
import type { BooksStore } from '../../src/ledger/books/store.ts'
import { registaOn } from './real-server.ts'
import type { SoldByHttp } from './sold-by-http.ts'

export interface BooksPlace {
  readonly data: string
  readonly databaseUrl: string | undefined
}

/** Beside a server that may be running, as an operator's command. */
export async function look(place: BooksPlace, sold: SoldByHttp): Promise<void> {
  await withBooks(place, (store) => sold.look(store))
}

/**
 * After the server has ended in good order: the whole journal against all answers, and what an operator would look at.
 */
export async function checkBooks(place: BooksPlace, sold: SoldByHttp): Promise<void> {
  await look(place, sold)
  sold.endLives()
  await withBooks(place, (store) => sold.atRest(store))
  await auditGreen(place)
}

/** `regista audit` finds nothing. */
export async function auditGreen({ data, databaseUrl }: BooksPlace): Promise<void> {
  const { code, output } = await registaOn(databaseUrl, ['audit', '--data', data, '--json'])
  assert.equal(code, 0, output)
}

async function withBooks({ data, databaseUrl }: BooksPlace, work: (store: BooksStore) => Promise<void>): Promise<void> {
  const store = await openBooksToRead(data, databaseUrl)
  try {
    await work(store)
  } finally {
    await store.close()
  }
}
