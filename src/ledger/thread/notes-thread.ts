import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { InputError } from '../../stdx/input-error.ts'
import { type NotesDatabase, openNotesDatabase } from '../node/notes-database.ts'
import type { Note } from '../node/ports.ts'
import type { FromNotesThread, ToNotes, ToNotesThread } from './notes-messages.ts'

/*
 * Writes the notes. A commit waits for the disk, so this thread does nothing else: neither the books nor the requests
 * wait for it, nor it for them.
 */
const parent = parentPort!
const path = workerData as string
const send = (message: FromNotesThread): void => parent.postMessage(message)

interface Waiting {
  readonly change: ToNotes
  readonly port: MessagePort
}

let waiting: Waiting[] = []
/** Notes to delete with the next commit that succeeds. */
let forgotten: readonly Note[] = []
let writing: Promise<void> | undefined

try {
  const notes = await openNotesDatabase(path)
  parent.on('message', (message: ToNotesThread) => {
    if (message.kind === 'connect') {
      const { port } = message
      port.on('message', (change: ToNotes) => {
        waiting.push({ change, port })
        writing ??= writeWaiting(notes).finally(() => (writing = undefined))
      })
      return
    }
    void (writing ?? Promise.resolve()).then(async () => {
      await notes.close()
      process.exit()
    })
  })
  send({ kind: 'open', found: notes.found, lastIncarnation: notes.lastIncarnation })
} catch (error) {
  if (!(error instanceof InputError)) throw error
  send({ kind: 'failed', message: error.message })
}

/** Changes that arrive together, or during a commit, share the next one. */
async function writeWaiting(notes: NotesDatabase): Promise<void> {
  while (0 < waiting.length) {
    // Receives everything that has arrived by now.
    await new Promise(setImmediate)
    const batch = waiting
    waiting = []
    forgotten = [...forgotten, ...batch.flatMap(({ change }) => change.forget)]
    const incarnation = batch.findLast(({ change }) => change.incarnation !== undefined)?.change.incarnation
    const add = batch.flatMap(({ change }) => change.add)
    const fault = await catchFault(
      notes.change({ add, forget: forgotten, ...(incarnation === undefined ? {} : { incarnation }) }),
    )
    if (fault.fault === undefined) forgotten = []
    for (const { change, port } of batch)
      if (change.ticket !== undefined) port.postMessage({ ticket: change.ticket, ...fault })
  }
}

async function catchFault(change: Promise<void>): Promise<{ readonly fault?: string }> {
  try {
    await change
    return {}
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}
