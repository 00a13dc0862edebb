import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { MessageChannel } from 'node:worker_threads'
import { openDatabase } from '../../storage/storage.ts'
import { openNotesDatabase } from '../node/notes-database.ts'
import type { Note } from '../node/ports.ts'
import { createNotesClient } from './notes-client.ts'
import { openNotes } from './open-notes.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-notes-thread-'))
after(() => rmSync(dir, { recursive: true }))

const MIGRATIONS = new URL('../node/migrations/', import.meta.url)

function intent(seq: number): Note {
  return { incarnation: 3, seq, requestId: seq.toString(16).padStart(32, '0') }
}

async function seqsIn(path: string): Promise<number[]> {
  const notes = await openNotesDatabase(path)
  await notes.close()
  return notes.found.map(({ seq }) => seq)
}

test('notes of every thread are found at the next start, and removed notes are not', async () => {
  const path = join(dir, 'two-ports.db')
  const notes = await openNotes(path)
  assert.deepEqual([notes.found, notes.lastIncarnation], [[], undefined])
  await notes.begin(3)
  const { port1, port2 } = new MessageChannel()
  notes.connect(port2)
  const other = createNotesClient(port1)
  await Promise.all([notes.add([intent(1), intent(2)]), other.add([intent(3)]), other.add([intent(4)])])
  notes.forget([intent(1), intent(3)])
  other.close()
  // Closing writes everything that has arrived.
  void notes.add([intent(5)])
  await notes.close()
  const again = await openNotes(path)
  await again.close()
  assert.deepEqual(again.found, [intent(2), intent(4), intent(5)])
  assert.equal(again.lastIncarnation, 3)
})

test('closing the notes rejects every unwritten note', async () => {
  const { port1, port2 } = new MessageChannel()
  const notes = createNotesClient(port1)
  const added = assert.rejects(notes.add([intent(1)]), /the notes are closed/)
  port2.close()
  await added
})

test('while the disk does not respond no other thread waits, and the note is durable once it responds', async () => {
  const path = join(dir, 'stalled.db')
  const notes = await openNotes(path)
  await notes.add([intent(1)])
  let state = 'waiting'
  let adding: Promise<void> | undefined
  {
    // A write to the file waits in SQLite until this transaction ends, as for a slow disk.
    await using stalled = await openDatabase({ path, migrations: MIGRATIONS, mode: 'write' })
    await stalled.transaction(async () => {
      adding = notes.add([intent(2)]).then(() => void (state = 'durable'))
      for (let turn = 0; turn < 100; turn++) await setImmediate()
      assert.equal(state, 'waiting')
    })
  }
  await adding
  assert.equal(state, 'durable')
  await notes.close()
  assert.deepEqual(await seqsIn(path), [1, 2])
})

test('a note that the disk refused is an error, and the notes after it are written', async () => {
  const path = join(dir, 'refused.db')
  const notes = await openNotes(path)
  await notes.add([intent(1)])
  {
    await using locked = await openDatabase({ path, migrations: MIGRATIONS, mode: 'write' })
    await locked.transaction(async () => {
      notes.forget([intent(1)])
      await assert.rejects(notes.add([intent(2)]), /^InputError: The notes of the node cannot be written: /)
    })
  }
  await notes.add([intent(3)])
  await notes.close()
  assert.deepEqual(await seqsIn(path), [3])
})

test('notes that cannot be read keep the server from starting, with a message', async () => {
  const folder = join(dir, 'a-folder')
  mkdirSync(folder)
  const text = join(dir, 'a-text')
  writeFileSync(text, 'no database, though as long as the header of one would be: '.repeat(30))
  for (const path of [folder, text, join(dir, 'no/such/notes.db')])
    await assert.rejects(openNotes(path), (error) => error instanceof Error && error.name === 'InputError')
})

test('notes of a killed process are found, whenever it was killed', async () => {
  const path = join(dir, 'killed.db')
  const program = join(dir, 'noting.mjs')
  const script = `
    import { openNotes } from ${JSON.stringify(new URL('./open-notes.ts', import.meta.url).href)}
    const notes = await openNotes(process.argv[2])
    const intent = (seq) => ({ incarnation: 3, seq, requestId: seq.toString(16).padStart(32, '0') })
    for (let n = notes.found.length; ; n += 2) {
      await notes.add([intent(n), intent(n + 1)])
      process.stdout.write(n + 1 + '\\n')
    }
  `
  writeFileSync(program, script)
  let noted = -1
  for (let kill = 0; kill < 4; kill++) {
    const child = spawn(process.execPath, [program, path], { stdio: ['ignore', 'pipe', 'inherit'] })
    const until = noted + 100
    let output = ''
    for await (const chunk of child.stdout) {
      output += chunk
      noted = Math.max(noted, Number(output.split('\n').at(-2) ?? -1))
      if (until < noted) child.kill('SIGKILL')
    }
    assert(until < noted)
    const seqs = await seqsIn(path)
    assert(noted < seqs.length && seqs.length % 2 === 0, `${noted} ${seqs.length}`)
    assert.deepEqual(
      seqs,
      Array.from(seqs, (_, n) => n),
    )
  }
})
