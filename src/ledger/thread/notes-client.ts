import type { MessagePort } from 'node:worker_threads'
import { InputError } from '../../stdx/input-error.ts'
import type { Notes } from '../node/ports.ts'
import type { FromNotes, ToNotes } from './notes-messages.ts'

export interface NotesClient extends Notes {
  begin(incarnation: number): Promise<void>
  close(): void
}

/** The notes for a thread that does not write them itself. */
export function createNotesClient(port: MessagePort): NotesClient {
  const waiting = new Map<number, PromiseWithResolvers<void>>()
  let tickets = 0
  port.on('message', ({ ticket, fault }: FromNotes) => {
    const pending = waiting.get(ticket)
    waiting.delete(ticket)
    if (fault === undefined) pending?.resolve()
    else pending?.reject(new InputError(`The notes of the node cannot be written: ${fault}. Check the disk.`))
  })
  port.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('the notes are closed'))
    waiting.clear()
  })
  const send = (change: ToNotes): void => port.postMessage(change)
  const request = (change: ToNotes): Promise<void> => {
    const pending = Promise.withResolvers<void>()
    waiting.set(++tickets, pending)
    send({ ...change, ticket: tickets })
    return pending.promise
  }
  return {
    add: (add) => request({ add, forget: [] }),
    forget: (forget) => send({ add: [], forget }),
    begin: (incarnation) => request({ add: [], forget: [], incarnation }),
    close: () => port.close(),
  }
}
