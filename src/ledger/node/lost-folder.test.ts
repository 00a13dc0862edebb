import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Books } from '../books/books.ts'
import { openMemoryBooks } from '../testing/memory-books.ts'
import { MemoryNodeDisk } from '../testing/memory-node-disk.ts'
import { VirtualTime } from '../testing/virtual-time.ts'
import { checkForLostFolder } from './lost-folder.ts'

const NODE = 'a'

function newBooks() {
  const time = new VirtualTime()
  const store = openMemoryBooks({ clock: { nowMs: () => 1_795_219_200_000 + time.monotonicMs() } })
  const books = new Books(store)
  return {
    books,
    check: (notes: MemoryNodeDisk) => checkForLostFolder({ books, notes, timers: time, shape: 'sole', node: NODE }),
    doubts: () => store.snapshot(async (rows) => (await rows.doubts()).map(({ reason }) => reason)),
  }
}

test('a node that dies after it began its first incarnation and before it stored the number has not lost its folder', async () => {
  const { books, check, doubts } = newBooks()
  const disk = new MemoryNodeDisk()
  await check(disk)
  await books.beginIncarnation(NODE, 0)
  await check(disk)
  assert.deepEqual(await doubts(), [])
})

test('a node that dies before it stored that it reported the loss reports it again, as the same doubt', async () => {
  const { books, check, doubts } = newBooks()
  await books.beginIncarnation('another node, before', 0)
  const disk = new MemoryNodeDisk()
  const dies = Object.assign(new MemoryNodeDisk(), { begin: () => Promise.reject(new Error('it dies here')) })
  await assert.rejects(check(dies), /it dies here/)
  assert.deepEqual(await doubts(), ['node_folder_lost'])
  await check(disk)
  assert.deepEqual(await doubts(), ['node_folder_lost'])
})
