import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BOOKS_KINDS, NOON, openTestBooks } from '../testing/test-books.ts'
import type { Books } from './books.ts'
import { endIncarnation, insertIncarnation } from './incarnations.ts'
import { arrangePlaces, readPlaces } from './places.ts'

let beats = 0

function arrange(books: Books, incarnation: number, { node = `node ${incarnation}`, shareUnderWay = 0 } = {}) {
  const request = { incarnation, node, beat: ++beats, shareUnderWay, shape: 'shared' } as const
  return books.transaction((rows) => arrangePlaces(rows, request))
}

async function begin(books: Books, incarnation: number, node = `node ${incarnation}`): Promise<void> {
  await books.transaction((rows) => insertIncarnation(rows, incarnation, node))
}

/** `1: place 1 with 50, 2: place 2 with 50` */
async function read(books: Books): Promise<string> {
  const servers = await readPlaces(books, await books.nowMs())
  return servers.map(({ incarnation, place, share }) => `${incarnation}: place ${place} with ${share}`).join(', ')
}

for (const kind of BOOKS_KINDS)
  describe(`the places of servers on ${kind}`, () => {
    test('are ten, also if twelve servers want one at the same time; the next server gets the first that is free', async () => {
      await using opened = await openTestBooks(kind)
      const { books } = opened
      const all = Array.from({ length: 12 }, (_, i) => i + 1)
      for (const incarnation of all) await begin(books, incarnation)
      await Promise.all(all.map((incarnation) => arrange(books, incarnation)))
      const servers = await readPlaces(books, await books.nowMs())
      assert.deepEqual(
        servers.map(({ place }) => place),
        [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
      )
      const [out] = all.filter((one) => servers.every(({ incarnation }) => incarnation !== one))
      assert.equal((await arrange(books, out!)).length, 10)
      await endIncarnation(books, servers[3]!.incarnation)
      const found = await arrange(books, out!)
      assert.equal(found.find(({ incarnation }) => incarnation === out)?.place, 4)
    })

    test('are lost by servers without a heartbeat, and sooner by an earlier process on the same folder', async () => {
      await using opened = await openTestBooks(kind)
      const { books } = opened
      for (const incarnation of [1, 2]) {
        await begin(books, incarnation)
        await arrange(books, incarnation)
      }
      await begin(books, 3, 'node 1')
      const silent = (incarnation: number, ms: number) =>
        books.run(
          'update incarnation set heartbeat_at_ms = heartbeat_at_ms - $2 where incarnation = $1',
          incarnation,
          ms,
        )
      await silent(1, 1_500)
      await silent(2, 14_000)
      await arrange(books, 3, { node: 'node 1' })
      assert.equal(await read(books), '3: place 1 with 50, 2: place 2 with 50')
      await silent(2, 1_500)
      await arrange(books, 3, { node: 'node 1' })
      assert.equal(await read(books), '3: place 1 with 100')
      await begin(books, 4)
      await arrange(books, 4)
      await silent(4, -60_000)
      await arrange(books, 3, { node: 'node 1' })
      assert.equal(await read(books), '3: place 1 with 100', 'a heartbeat of a clock that was wrong')
    })

    test('count servers of an earlier build, which have none, and a share that is under way stays', async () => {
      await using opened = await openTestBooks(kind)
      const { books } = opened
      const nowMs = await books.nowMs()
      const earlier =
        'insert into incarnation (incarnation, node, started_at_ms, heartbeat_at_ms) values ($1, $2, $3, $3)'
      await books.run(earlier, 8, 'old', nowMs)
      await books.run(earlier, 9, 'lost', nowMs - 16_000)
      await begin(books, 1)
      await arrange(books, 1, { shareUnderWay: 70 })
      const places = (await read(books)).split(', ').sort()
      assert.deepEqual(places, ['1: place 1 with 70', '8: place null with 0'])
      await arrange(books, 1)
      assert.equal((await read(books)).includes('1: place 1 with 50'), true)
      if (kind === 'sqlite') assert.equal(nowMs, NOON)
    })
  })
