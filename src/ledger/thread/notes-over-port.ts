import type { MessagePort } from 'node:worker_threads'
import { InputError } from '../../stdx/input-error.ts'
import type { Notes } from '../node/ports.ts'
import type { FromNotes, ToNotes } from './notes-messages.ts'

export interface PortNotes extends Notes {
  begin(incarnation: number): Promise<void>
  close(): void
}

/** The notes as a thread reaches them that does not write them itself. */
export function notesOverPort(port: MessagePort): PortNotes {
  const waiting = new Map<number, PromiseWithResolvers<void>>()
  let tickets = 0
  port.on('message', ({ ticket, fault }: FromNotes) => {
    const answer = waiting.get(ticket)
    waiting.delete(ticket)
    if (fault === undefined) answer?.resolve()
    else answer?.reject(new InputError(`The notes of the node cannot be written: ${fault}. Check the disk.`))
  })
  port.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('the notes are closed'))
    waiting.clear()
  })
  const send = (change: ToNotes): void => port.postMessage(change)
  const ask = (change: ToNotes): Promise<void> => {
    const answer = Promise.withResolvers<void>()
    waiting.set(++tickets, answer)
    send({ ...change, ticket: tickets })
    return answer.promise
  }
  return {
    add: (add) => ask({ add, forget: [] }),
    forget: (forget) => send({ add: [], forget }),
    begin: (incarnation) => ask({ add: [], forget: [], incarnation }),
    close: () => port.close(),
  }
}
