import type { MessagePort } from 'node:worker_threads'
import { monotonicClock } from '../../stdx/monotonic-clock.ts'
import type { ToTeller } from '../node/messages.ts'
import { Teller } from '../node/teller.ts'
import { Till } from '../node/till.ts'
import { realTimers } from './real-timers.ts'

/** What a thread needs to sell: sent to it as it is, with `port` in the list of what is handed over. */
export interface Invitation {
  readonly teller: number
  readonly memory: SharedArrayBuffer
  readonly port: MessagePort
}

export interface JoinedTeller {
  readonly teller: Teller
  /** What is not ended by then is as if the thread had died: its units go back. */
  leave(): void
}

/** Begins to sell in this thread. */
export function joinLedger({ teller: number, memory, port }: Invitation): JoinedTeller {
  const teller = new Teller({
    ...{ teller: number, till: new Till(memory), clock: monotonicClock, timers: realTimers },
    send: (message) => port.postMessage(message),
  })
  port.on('message', (message: ToTeller) => teller.receive(message))
  port.on('close', () => teller.lost())
  return { teller, leave: () => port.close() }
}
