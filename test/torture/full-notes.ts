// Run on a folder with little room (`onSmallDisk`): fills it, and checks that notes go on within the space they hold.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { appendFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Note } from '../../src/ledger/node/ports.ts'
import { openNotes } from '../../src/ledger/thread/open-notes.ts'

const [, , dir, limit] = process.argv as [string, string, string, 'file system' | 'file size']
const path = join(dir, 'notes.db')
/** Requests that fail together. */
const TOGETHER = 50
const ENOUGH = 5_000
const FORGOTTEN = 1_000
const A_LATER_SEQ = 1_000_000

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i)
}

function intents(from: number, count: number): Note[] {
  return range(from, from + count).map((seq) => ({ incarnation: 1, seq, requestId: `${seq}`.padStart(32, '0') }))
}

const notes = await openNotes(path)
fill()
let noted = 0
let refused = 0
for (; refused === 0; noted += TOGETHER)
  await notes.add(intents(noted, TOGETHER)).catch(() => {
    refused++
    noted -= TOGETHER
  })
assert(ENOUGH <= noted, `${noted} notes had room`)
notes.forget(intents(0, FORGOTTEN))
await notes.add(intents(A_LATER_SEQ, TOGETHER))
await notes.close()
await rejectWithoutRoom(join(dir, 'other.db'))
giveRoom()
const again = await openNotes(path)
await again.close()
const seqs = again.found.map(({ seq }) => seq)
assert.deepEqual(seqs, [...range(FORGOTTEN, noted), ...range(A_LATER_SEQ, A_LATER_SEQ + TOGETHER)])
process.stdout.write(`${limit}: ${noted} notes\n`)

/** A server that starts on the full disk names the disk, and does not send the operator to remove the file. */
async function rejectWithoutRoom(other: string): Promise<void> {
  await assert.rejects(openNotes(other), ({ message }: Error) => {
    const isPlain = message.startsWith(`${other} cannot be written: the disk is full.`)
    return isPlain && !message.includes('damaged')
  })
}

function giveRoom(): void {
  if (limit === 'file size') limitFileSize('unlimited')
  else rmSync(join(dir, 'ballast'))
}

function limitFileSize(bytes: string): void {
  spawnSync('prlimit', [`--fsize=${bytes}:unlimited`, '--pid', `${process.pid}`])
}

/** No file gets another block from now on, or may grow. */
function fill(): void {
  if (limit === 'file size') {
    const bytes = Math.max(...['', '-wal'].map((suffix) => statSync(`${path}${suffix}`).size))
    limitFileSize(`${bytes}`)
    return
  }
  for (const bytes of [65_536, 512])
    try {
      for (;;) appendFileSync(join(dir, 'ballast'), Buffer.alloc(bytes, 1))
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC')
    }
}
