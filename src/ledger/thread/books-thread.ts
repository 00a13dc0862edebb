import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { InputError } from '../../stdx/input-error.ts'
import { monotonicClock } from '../../stdx/monotonic-clock.ts'
import { DatabaseError } from '../../storage/storage.ts'
import { ChargeTickets } from '../node/charge-tickets.ts'
import type { ToBookkeeper } from '../node/messages.ts'
import { type NodeHealth, openNode } from './open-node.ts'
import type { NodePlace } from './place.ts'

/** What the thread that keeps the books is told by the one that started it. */
export type ToBooksThread =
  | {
      readonly kind: 'connect'
      readonly tickets: SharedArrayBuffer
      readonly port: MessagePort
      readonly notesPort: MessagePort
    }
  | { readonly kind: 'close' }

export type FromBooksThread =
  | {
      readonly kind: 'open'
      readonly flags: SharedArrayBuffer
      readonly counters: SharedArrayBuffer
      readonly health: NodeHealth
      readonly incarnation: number
    }
  /** A person can do something about it. */
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'trouble'; readonly text: string }
  | { readonly kind: 'health'; readonly health: NodeHealth }

/*
 * The thread that writes the books. SQLite works in the thread that calls it and a commit waits for the disk, so whoever answers requests must not call it.
 */
const parent = parentPort!
const REPEAT_MS = 10_000
let said = { text: '', atMs: Number.NEGATIVE_INFINITY }
const say = (message: FromBooksThread): void => parent.postMessage(message)

try {
  const node = await openNode(workerData as NodePlace, {
    trouble: reportOnce,
    health: (health) => say({ kind: 'health', health }),
  })
  parent.on('message', (message: ToBooksThread) => {
    switch (message.kind) {
      case 'connect': {
        const { tickets, port, notesPort } = message
        node.notes.connect(notesPort)
        const channel = node.bookkeeper.connect(new ChargeTickets(tickets), (answer) => port.postMessage(answer))
        port.on('message', (asked: ToBookkeeper) => channel.receive(asked))
        // The thread at the other end has closed it, or has died; its last messages came before.
        port.on('close', () => channel.disconnect())
        return
      }
      case 'close':
        return void node.close().then(() => process.exit())
    }
  })
  const { flags, counters, bookkeeper } = node
  say({
    ...{ kind: 'open', flags: flags.memory, counters: counters.memory },
    ...{ health: node.health(), incarnation: bookkeeper.incarnation },
  })
} catch (error) {
  const isGiven = error instanceof InputError
  if (!isGiven && !(error instanceof DatabaseError)) throw error
  say({ kind: 'failed', message: isGiven ? error.message : `The books cannot be opened: ${error.message}` })
  parent.close()
}

/** A database that is away fails many times a second with the same words. */
function reportOnce(text: string): void {
  const nowMs = monotonicClock.monotonicMs()
  if (text === said.text && nowMs < said.atMs + REPEAT_MS) return
  said = { text, atMs: nowMs }
  say({ kind: 'trouble', text })
}
