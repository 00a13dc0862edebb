import { setTimeout } from 'node:timers/promises'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { InputError } from '../../stdx/input-error.ts'
import type { NodeNotes } from '../node/ports.ts'
import { createNotesClient } from './notes-client.ts'
import type { FromNotesThread, ToNotesThread } from './notes-messages.ts'

const CLOSE_MAX_MS = 2_000

/** The notes of a node, written by their own thread. */
export interface OpenNotes extends NodeNotes {
  /** Another thread uses them with `createNotesClient` and the other end of this port. */
  connect(port: MessagePort): void
  /** Writes everything that has arrived, then ends the thread. */
  close(): Promise<void>
}

/** Throws InputError if they cannot be read or written. */
export async function openNotes(path: string): Promise<OpenNotes> {
  const thread = new Worker(new URL('./notes-thread.ts', import.meta.url), { name: 'notes', workerData: path })
  const exited = new Promise<void>((resolve) => thread.once('exit', () => resolve()))
  const opened = await new Promise<FromNotesThread>((resolve, reject) => {
    thread.once('message', resolve)
    thread.once('error', reject)
  })
  // Later errors have no listener, so they end this process: without notes nothing may be charged.
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
  const notes = createNotesClient(port1)
  return {
    found: opened.found,
    lastIncarnation: opened.lastIncarnation,
    add: notes.add,
    forget: notes.forget,
    begin: notes.begin,
    connect,
    async close() {
      const closing = async (): Promise<void> => {
        // This is answered after everything that was sent before. If the disk refuses it, only this answer is lost.
        await notes.add([]).catch(() => undefined)
        notes.close()
        thread.postMessage({ kind: 'close' } satisfies ToNotesThread)
        await exited
      }
      // A stalled disk does not keep the server from stopping.
      await Promise.race([closing(), setTimeout(CLOSE_MAX_MS, undefined, { ref: false })])
      thread.unref()
    },
  }
}
