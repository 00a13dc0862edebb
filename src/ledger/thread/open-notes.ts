import { setTimeout } from 'node:timers/promises'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { InputError } from '../../stdx/input-error.ts'
import type { NodeNotes } from '../node/ports.ts'
import type { FromNotesThread, ToNotesThread } from './notes-messages.ts'
import { notesOverPort } from './notes-over-port.ts'

const CLOSE_MAX_MS = 2_000

/** The notes of a node, written by a thread of their own. */
export interface OpenNotes extends NodeNotes {
  /** Another thread reaches them with `notesOverPort` and the other end of this port. */
  connect(port: MessagePort): void
  /** Writes what has arrived. */
  close(): Promise<void>
}

/** Throws InputError if they cannot be read or written. */
export async function openNotes(path: string): Promise<OpenNotes> {
  const thread = new Worker(new URL('./notes-thread.ts', import.meta.url), { workerData: path })
  const exited = new Promise<void>((resolve) => thread.once('exit', () => resolve()))
  const opened = await new Promise<FromNotesThread>((resolve, reject) => {
    thread.once('message', resolve)
    thread.once('error', reject)
  })
  // An error from now on has no listener, so it ends this thread too: without notes nothing may be charged.
  thread.removeAllListeners('error')
  if (opened.kind === 'failed') {
    await thread.terminate()
    throw new InputError(opened.message)
  }
  const connect = (port: MessagePort): void => {
    thread.postMessage({ kind: 'connect', port } satisfies ToNotesThread, [port])
  }
  const { port1, port2 } = new MessageChannel()
  connect(port2)
  const notes = notesOverPort(port1)
  return {
    found: opened.found,
    lastIncarnation: opened.lastIncarnation,
    add: notes.add,
    forget: notes.forget,
    begin: notes.begin,
    connect,
    async close() {
      const closing = async (): Promise<void> => {
        // Answered after everything that was sent before; a disk that refuses it refuses an answer, no more.
        await notes.add([]).catch(() => undefined)
        notes.close()
        thread.postMessage({ kind: 'close' } satisfies ToNotesThread)
        await exited
      }
      // A disk that has stalled keeps no server from stopping.
      await Promise.race([closing(), setTimeout(CLOSE_MAX_MS, undefined, { ref: false })])
      thread.unref()
    },
  }
}
