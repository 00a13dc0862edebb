import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { InputError } from '../../stdx/input-error.ts'
import { openNotesDatabase } from './notes-database.ts'
import type { Note } from './ports.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-notes-'))
after(() => rmSync(dir, { recursive: true }))

function intent(n: number): Note {
  return { incarnation: 1 + n, seq: 2 ** 50 - n, requestId: n.toString(16).padStart(32, '0') }
}

function intents(from: number, to: number): Note[] {
  return Array.from({ length: to - from }, (_, i) => intent(from + i))
}

const PAGE_BYTES = 8192
const HEAD_BYTES = 12

let folders = 0

function newFolder(): string {
  const folder = join(dir, `${++folders}`)
  mkdirSync(folder)
  return folder
}

/** Reads the notes as a starting server does, in the order of the incarnations. */
async function found(path: string): Promise<Note[]> {
  const notes = await openNotesDatabase(path)
  await notes.close()
  return notes.found.toSorted((a, b) => a.incarnation - b.incarnation)
}

async function noted(path: string, add: readonly Note[]): Promise<void> {
  const notes = await openNotesDatabase(path)
  await notes.change({ add, forget: [] })
  await notes.close()
}

test('notes that were not removed, and the last incarnation, are found at the next start', async () => {
  const path = join(newFolder(), 'notes.db')
  const notes = await openNotesDatabase(path)
  assert.deepEqual([notes.found, notes.lastIncarnation], [[], undefined])
  await notes.change({ add: intents(0, 5), forget: [] })
  await notes.change({ add: [intent(3), intent(9)], forget: [intent(0), intent(77)], incarnation: 3 })
  await notes.change({ add: [], forget: [intent(1)], incarnation: 7 })
  await notes.close()
  assert.deepEqual(await found(path), [...intents(2, 5), intent(9)])
  const again = await openNotesDatabase(path)
  await again.close()
  assert.equal(again.lastIncarnation, 7)
  assert.equal(statSync(path).mode & 0o777, 0o600)
})

test('a log that a crash truncated at any byte has a prefix of complete commits', async () => {
  const folder = newFolder()
  const path = join(folder, 'notes.db')
  const notes = await openNotesDatabase(path)
  const log = (): Buffer => readFileSync(`${path}-wal`)
  const before = log()
  await notes.change({ add: intents(0, 3), forget: [] })
  const one = changedUpTo(before, log())
  await notes.change({ add: intents(3, 200), forget: [] })
  const two = changedUpTo(before, log())
  const after = log()
  assert(one < two)
  for (let cut = 0; cut <= two; cut += cut < 56 ? 8 : 4999) {
    const torn = join(newFolder(), 'notes.db')
    copyFileSync(path, torn)
    writeFileSync(`${torn}-wal`, Buffer.concat([after.subarray(0, cut), before.subarray(cut)]))
    const all = await found(torn)
    const count = cut < one ? 0 : cut < two ? 3 : 200
    // A cut after the last byte that differs changes nothing.
    assert(all.length === count || (cut < one && all.length === 0), `${cut}: ${all.length} of ${count}`)
    assert.deepEqual(all, intents(0, all.length))
    await noted(torn, [intent(500)])
    assert.deepEqual(await found(torn), [...intents(0, all.length), intent(500)])
    rmSync(torn, { recursive: true })
  }
  await notes.close()
})

function changedUpTo(before: Buffer, after: Buffer): number {
  let at = after.length
  while (0 < at && after[at - 1] === before[at - 1]) at--
  return at
}

test('a file with any changed byte is refused with a message, or has the same notes', async () => {
  const path = join(newFolder(), 'notes.db')
  await noted(path, intents(0, 40))
  const whole = readFileSync(path)
  const used = Array.from(whole.keys()).filter((at) => whole[at] !== 0)
  // Bytes across the file, and the head of every page, where a flipped bit may hide rows.
  const places: [at: number, mask: number][] = used.filter((_, n) => n % 41 === 0).map((at) => [at, 0x41])
  for (const at of used) if (at % PAGE_BYTES < HEAD_BYTES) places.push([at, 0x08])
  let refused = 0
  for (const [at, mask] of places) {
    const bytes = Buffer.from(whole)
    bytes[at]! ^= mask
    const spoilt = join(newFolder(), 'notes.db')
    writeFileSync(spoilt, bytes)
    try {
      assert.deepEqual(await found(spoilt), intents(0, 40), `byte ${at}`)
    } catch (error) {
      assert(error instanceof InputError && error.message.startsWith(spoilt), `byte ${at}: ${error}`)
      refused++
    }
    rmSync(join(spoilt, '..'), { recursive: true })
  }
  assert(20 < refused, `${refused} of ${places.length}`)
})
