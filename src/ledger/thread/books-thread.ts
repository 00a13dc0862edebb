import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { InputError } from '../../stdx/input-error.ts'
import { monotonicClock } from '../../stdx/monotonic-clock.ts'
import { DatabaseError } from '../../storage/storage.ts'
import { ChargeTickets } from '../node/charge-tickets.ts'
import { decodeToNode, encodeToClient, type SentToNode } from './message-text.ts'
import type { NodeLocation } from './node-location.ts'
import { type NodeHealth, openNode } from './open-node.ts'

/** Messages from the main thread to the books thread. */
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
  /** An error that the operator can fix. */
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'warning'; readonly text: string }
  | { readonly kind: 'health'; readonly health: NodeHealth }

/*
 * The books thread. SQLite works in the calling thread and a commit waits for the disk, so no thread that answers
 * requests may call it.
 */
const parent = parentPort!
const REPEAT_MS = 10_000
let lastWarning = { text: '', atMs: Number.NEGATIVE_INFINITY }
const send = (message: FromBooksThread): void => parent.postMessage(message)

try {
  const node = await openNode(workerData as NodeLocation, {
    warn: warnOnce,
    health: (health) => send({ kind: 'health', health }),
  })
  parent.on('message', (message: ToBooksThread) => {
    switch (message.kind) {
      case 'connect': {
        const { tickets, port, notesPort } = message
        node.notes.connect(notesPort)
        const channel = node.ledgerNode.connect(new ChargeTickets(tickets), (answer) =>
          port.postMessage(encodeToClient(answer)),
        )
        port.on('message', (sent: SentToNode) => channel.receive(decodeToNode(sent)))
        // The other thread has closed the port or died; its last messages came before this.
        port.on('close', () => channel.disconnect())
        return
      }
      case 'close':
        return void node.close().then(() => process.exit())
    }
  })
  const { flags, counters, ledgerNode } = node
  send({
    ...{ kind: 'open', flags: flags.memory, counters: counters.memory },
    ...{ health: node.health(), incarnation: ledgerNode.incarnation },
  })
} catch (error) {
  const isInputError = error instanceof InputError
  if (!isInputError && !(error instanceof DatabaseError)) throw error
  send({ kind: 'failed', message: isInputError ? error.message : `The books cannot be opened: ${error.message}` })
  parent.close()
}

/** Drops repeats: a database that is away fails many times a second with the same message. */
function warnOnce(text: string): void {
  const nowMs = monotonicClock.monotonicMs()
  if (text === lastWarning.text && nowMs < lastWarning.atMs + REPEAT_MS) return
  lastWarning = { text, atMs: nowMs }
  send({ kind: 'warning', text })
}
