import type { MessagePort } from 'node:worker_threads'
import { monotonicClock } from '../../stdx/monotonic-clock.ts'
import { ChargeTickets } from '../server/charge-tickets.ts'
import { LedgerClient } from '../server/ledger-client.ts'
import { resolveWithin } from '../server/ports.ts'
import { ServerFlags } from '../server/server-flags.ts'
import type { CreditsOutcome, UsageOutcome } from '../server/usage.ts'
import { decodeToClient, encodeToServer, type SentToClient } from './message-text.ts'
import { realTimers } from './real-timers.ts'
import type { UsageAnswer } from './usage-thread.ts'

/** What a thread needs to charge. It is posted to the thread with `portsOf` as the transfer list. */
export interface Invitation {
  readonly flags: SharedArrayBuffer
  readonly tickets: SharedArrayBuffer
  readonly port: MessagePort
  /** Undefined: the books are in memory, to rehearse. */
  readonly usagePort?: MessagePort
}

export interface JoinedLedger {
  readonly client: LedgerClient
  credits(account: string): Promise<CreditsOutcome>
  /** Answers in time, even if the database or its disk does not. */
  usage(account: string): Promise<UsageOutcome>
  /** Leaves the ledger; charges that are not sealed are withdrawn. Books in memory are gone. */
  leave(): void
}

export function portsOf({ port, usagePort }: Invitation): MessagePort[] {
  return usagePort === undefined ? [port] : [port, usagePort]
}

/** A caller gets `unavailable` after this time, whatever the database does. */
const ANSWER_MAX_MS = 2_500

/** Lets this thread charge. */
export function joinLedger({ flags, tickets, port, usagePort }: Invitation): JoinedLedger {
  const client = new LedgerClient({
    flags: new ServerFlags(flags),
    tickets: new ChargeTickets(tickets),
    clock: monotonicClock,
    timers: realTimers,
    send: (message) => port.postMessage(encodeToServer(message)),
  })
  port.on('message', (sent: SentToClient) => client.receive(decodeToClient(sent)))
  port.on('close', () => client.disconnect())
  const waiting = new Map<number, (usage: UsageOutcome) => void>()
  let asked = 0
  usagePort?.on('message', ({ ticket, usage }: UsageAnswer) => {
    waiting.get(ticket)?.(usage)
    waiting.delete(ticket)
  })
  return {
    client,
    credits: (account) => within(client.call({ name: 'credits', account }) as Promise<CreditsOutcome>),
    usage: (account) => {
      const ticket = ++asked
      const answer = new Promise<UsageOutcome>((resolve) => waiting.set(ticket, resolve))
      usagePort?.postMessage({ ticket, account })
      return within(answer).finally(() => waiting.delete(ticket))
    },
    leave() {
      port.close()
      usagePort?.close()
    },
  }
}

/** `unavailable`: no answer within this time. */
export async function within<T>(answer: Promise<T>, ms = ANSWER_MAX_MS): Promise<T | { outcome: 'unavailable' }> {
  const answered = await resolveWithin(
    realTimers,
    ms,
    answer.then((value) => ({ value })),
  )
  return answered === undefined ? { outcome: 'unavailable' } : answered.value
}
