import type { MessagePort } from 'node:worker_threads'
import { monotonicClock } from '../../stdx/monotonic-clock.ts'
import type { ToTeller } from '../node/messages.ts'
import { Teller } from '../node/teller.ts'
import { Till } from '../node/till.ts'
import type { UsageOutcome } from '../node/usage.ts'
import { answerInTime } from './answer-in-time.ts'
import { realTimers } from './real-timers.ts'

/** What a thread needs to sell: sent to it as it is, with `port` in the list of what is handed over. */
export interface Invitation {
  readonly teller: number
  readonly memory: SharedArrayBuffer
  readonly port: MessagePort
}

export interface JoinedTeller {
  readonly teller: Teller
  /** Answers in time, whatever the database and its disk do. */
  usage(account: string): Promise<UsageOutcome>
  /** What is not ended by then is as if the thread had died: its units go back. */
  leave(): void
}

/** More than the books thread itself waits for a database. */
const USAGE_MAX_MS = 2_500

/** Begins to sell in this thread. */
export function joinLedger({ teller: number, memory, port }: Invitation): JoinedTeller {
  const teller = new Teller({
    ...{ teller: number, till: new Till(memory), clock: monotonicClock, timers: realTimers },
    send: (message) => port.postMessage(message),
  })
  port.on('message', (message: ToTeller) => teller.receive(message))
  port.on('close', () => teller.lost())
  return {
    teller,
    async usage(account) {
      const asked = teller.call({ name: 'usage', account }) as Promise<UsageOutcome>
      return (await answerInTime(asked, USAGE_MAX_MS)) ?? { outcome: 'unavailable' }
    },
    leave: () => port.close(),
  }
}
