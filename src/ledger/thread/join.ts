import type { MessagePort } from 'node:worker_threads'
import { monotonicClock } from '../../stdx/monotonic-clock.ts'
import { ChargeTickets } from '../node/charge-tickets.ts'
import { LedgerClient } from '../node/ledger-client.ts'
import type { ToClient } from '../node/messages.ts'
import { NodeFlags } from '../node/node-flags.ts'
import type { CreditsOutcome, UsageOutcome } from '../node/usage.ts'
import { answerInTime } from './answer-in-time.ts'
import { notesOverPort } from './notes-over-port.ts'
import { realTimers } from './real-timers.ts'

/** What a thread needs to charge: sent to it as it is, with `portsOf` in the list of what is handed over. */
export interface Invitation {
  readonly incarnation: number
  readonly flags: SharedArrayBuffer
  readonly tickets: SharedArrayBuffer
  readonly port: MessagePort
  readonly notesPort: MessagePort
}

export interface JoinedLedger {
  readonly client: LedgerClient
  /** Answers in time, whatever the database and its disk do. */
  usage(account: string): Promise<UsageOutcome>
  credits(account: string): Promise<CreditsOutcome>
  /** Charges that are not sealed by then are withdrawn. */
  leave(): void
}

export function portsOf({ port, notesPort }: Invitation): MessagePort[] {
  return [port, notesPort]
}

/** More than the books thread itself waits for a database. */
const USAGE_MAX_MS = 2_500

/** Begins to charge in this thread. */
export function joinLedger({ incarnation, flags, tickets, port, notesPort }: Invitation): JoinedLedger {
  const notes = notesOverPort(notesPort)
  const client = new LedgerClient({
    ...{ incarnation, flags: new NodeFlags(flags), tickets: new ChargeTickets(tickets), notes },
    ...{ clock: monotonicClock, timers: realTimers, send: (message) => port.postMessage(message) },
  })
  port.on('message', (message: ToClient) => client.receive(message))
  port.on('close', () => client.lost())
  const leave = (): void => {
    port.close()
    notes.close()
  }
  const call = async <T>(name: 'usage' | 'credits', account: string): Promise<T | { outcome: 'unavailable' }> =>
    (await answerInTime(client.call({ name, account }) as Promise<T>, USAGE_MAX_MS)) ?? { outcome: 'unavailable' }
  return {
    ...{ client, leave },
    usage: (account) => call<UsageOutcome>('usage', account),
    credits: (account) => call<CreditsOutcome>('credits', account),
  }
}
