import assert from 'node:assert/strict'
import { test } from 'node:test'
import { insertIncarnation } from '../tables/incarnations.ts'
import { readPlaces } from '../tables/places.ts'
import { BOOKS_KINDS, openTestBooks } from '../testing/test-books.ts'
import { beginIncarnation } from './begin-incarnation.ts'
import { ServerFlags } from './server-flags.ts'
import type { LedgerServerPorts } from './server-ports.ts'

for (const kind of BOOKS_KINDS)
  test(`the next incarnation of a process on ${kind} has the place of the one before, at no moment free for others`, async () => {
    await using opened = await openTestBooks(kind)
    const { books } = opened
    await books.transaction((rows) => insertIncarnation(rows, 1, 'here', 4))
    const flags = new ServerFlags()
    flags.incarnation = 1
    const ports: Partial<LedgerServerPorts> = {
      books,
      flags,
      node: 'here',
      shape: 'shared',
      count: () => undefined,
      mark: { read: () => undefined, write: () => assert.fail() },
    }
    await beginIncarnation(2, ports as LedgerServerPorts, assert.fail)
    const servers = await readPlaces(books, await books.nowMs())
    assert.deepEqual(
      servers.map(({ incarnation, place }) => [incarnation, place]),
      [[2, 4]],
    )
  })
