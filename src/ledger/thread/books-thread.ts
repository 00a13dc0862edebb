import { once } from 'node:events'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { InputError } from '../../stdx/input-error.ts'
import { monotonicClock } from '../../stdx/monotonic-clock.ts'
import { DatabaseError } from '../../storage/storage.ts'
import { whenAvailable } from '../../storage/when-available.ts'
import { ChargeTickets } from '../server/charge-tickets.ts'
import type { LedgerServer } from '../server/ledger-server.ts'
import { decodeToServer, encodeToClient, type SentToServer } from './message-text.ts'
import { openServer, type ServerHealth, type ServerOptions } from './open-server.ts'
import { openRehearsal } from './rehearsal.ts'

/** Messages from the main thread to the books thread. */
export type ToBooksThread =
  /** `rehearse`: opens books in memory for this thread alone, until it closes its port. */
  | ({ readonly kind: 'connect' | 'rehearse' } & Connected)
  | { readonly kind: 'serve'; readonly release: string | null }
  | { readonly kind: 'close' }

interface Connected {
  /** Those of the server, or of the books in memory. */
  readonly flags: SharedArrayBuffer
  readonly tickets: SharedArrayBuffer
  readonly port: MessagePort
}

export type FromBooksThread =
  | {
      readonly kind: 'open'
      readonly flags: SharedArrayBuffer
      readonly counters: SharedArrayBuffer
      readonly health: ServerHealth
    }
  /** An error that the operator can fix. */
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'warning'; readonly text: string }
  | { readonly kind: 'health'; readonly health: ServerHealth }

/*
 * The books thread. SQLite works in the calling thread and a commit waits for the disk, so no thread that answers
 * requests may call it.
 */
const parent = parentPort!
const REPEAT_MS = 10_000
let lastWarning = { text: '', atMs: Number.NEGATIVE_INFINITY }
const send = (message: FromBooksThread): void => parent.postMessage(message)

try {
  const options = workerData as ServerOptions
  const open = () => openServer(options, { warn: warnOnce, health: (health) => send({ kind: 'health', health }) })
  const opened = await (options.waits
    ? whenAvailable(open, { report: (text) => send({ kind: 'warning', text }) })
    : open())
  const { server, flags, counters } = opened
  parent.on('message', (message: ToBooksThread) => {
    switch (message.kind) {
      case 'connect':
        return connect(server, message)
      case 'rehearse':
        return void rehearse(message)
      case 'serve':
        return server.serve(message.release)
      case 'close':
        return void opened.close().then(() => process.exit())
    }
  })
  send({ kind: 'open', flags: flags.memory, counters: counters.memory, health: opened.health() })
} catch (error) {
  const isInputError = error instanceof InputError
  if (!isInputError && !(error instanceof DatabaseError)) throw error
  send({ kind: 'failed', message: isInputError ? error.message : `The books cannot be opened: ${error.message}` })
  parent.close()
}

function connect(server: LedgerServer, { tickets, port }: Connected): void {
  const channel = server.connect(new ChargeTickets(tickets), (answer) => port.postMessage(encodeToClient(answer)))
  port.on('message', (sent: SentToServer) => channel.receive(decodeToServer(sent)))
  // The other thread has closed the port or died; its last messages came before this.
  port.on('close', () => channel.disconnect())
}

async function rehearse(connected: Connected): Promise<void> {
  try {
    const closed = once(connected.port, 'close')
    const rehearsal = await openRehearsal(connected.flags)
    connect(rehearsal.server, connected)
    await closed
    await rehearsal.close()
  } catch (error) {
    warnOnce(`a thread cannot rehearse: ${error}`)
    connected.port.close()
  }
}

/** Drops repeats: a database that is away fails many times a second with the same message. */
function warnOnce(text: string): void {
  const nowMs = monotonicClock.monotonicMs()
  if (text === lastWarning.text && nowMs < lastWarning.atMs + REPEAT_MS) return
  lastWarning = { text, atMs: nowMs }
  send({ kind: 'warning', text })
}
