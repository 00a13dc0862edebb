import type { MessagePort } from 'node:worker_threads'
import { monotonicClock } from '../../stdx/monotonic-clock.ts'
import { ChargeTickets } from '../node/charge-tickets.ts'
import { LedgerClient } from '../node/ledger-client.ts'
import { NodeFlags } from '../node/node-flags.ts'
import { resolveWithin } from '../node/retry-until-answered.ts'
import type { CreditsOutcome, UsageOutcome } from '../node/usage.ts'
import { decodeToClient, encodeToNode, type SentToClient } from './message-text.ts'
import { createNotesClient } from './notes-client.ts'
import { realTimers } from './real-timers.ts'

/** What a thread needs to charge. It is posted to the thread with `portsOf` as the transfer list. */
export interface Invitation {
  readonly incarnation: number
  readonly flags: SharedArrayBuffer
  readonly tickets: SharedArrayBuffer
  readonly port: MessagePort
  readonly notesPort: MessagePort
}

export interface JoinedLedger {
  readonly client: LedgerClient
  /** Answers in time, even if the database or its disk does not. */
  usage(account: string): Promise<UsageOutcome>
  credits(account: string): Promise<CreditsOutcome>
  /** Leaves the ledger; charges that are not sealed are withdrawn. */
  leave(): void
}

export function portsOf({ port, notesPort }: Invitation): MessagePort[] {
  return [port, notesPort]
}

/** Longer than the books thread itself waits for a database. */
const USAGE_MAX_MS = 2_500

/** Lets this thread charge. */
export function joinLedger({ incarnation, flags, tickets, port, notesPort }: Invitation): JoinedLedger {
  const notes = createNotesClient(notesPort)
  const client = new LedgerClient({
    ...{ incarnation, flags: new NodeFlags(flags), tickets: new ChargeTickets(tickets), notes },
    ...{ clock: monotonicClock, timers: realTimers, send: (message) => port.postMessage(encodeToNode(message)) },
  })
  port.on('message', (sent: SentToClient) => client.receive(decodeToClient(sent)))
  port.on('close', () => client.disconnect())
  const leave = (): void => {
    port.close()
    notes.close()
  }
  const call = async <T>(name: 'usage' | 'credits', account: string): Promise<T | { outcome: 'unavailable' }> => {
    const answer = client.call({ name, account }) as Promise<T>
    return (await resolveWithin(realTimers, USAGE_MAX_MS, answer)) ?? { outcome: 'unavailable' }
  }
  return {
    ...{ client, leave },
    usage: (account) => call<UsageOutcome>('usage', account),
    credits: (account) => call<CreditsOutcome>('credits', account),
  }
}
