import type { Books } from '../books/books.ts'
import { monthAt } from '../calendar.ts'
import type { HeldGrant } from './held-grant.ts'
import type { Call } from './messages.ts'
import type { Timers } from './ports.ts'
import type { Till } from './till.ts'
import type { Trust } from './trust.ts'
import { untilKnown } from './until-known.ts'
import { usageOf } from './usage.ts'

export interface CallPorts {
  readonly books: Books
  readonly till: Till
  readonly timers: Timers
  readonly shape: 'sole' | 'shared'
  readonly trust: Trust
  readonly held: ReadonlyMap<number, HeldGrant>
  ledgerMs(): number
  availableUnits(account: string): number
  isDistrusted(account: string): boolean
  trustAgain(): Promise<void>
}

/** Does what is asked rarely. */
export async function answerCall(call: Call, ports: CallPorts): Promise<unknown> {
  const { books, timers } = ports
  const month = monthAt(ports.ledgerMs())
  switch (call.name) {
    case 'usage': {
      if (!ports.trust.isLive || ports.isDistrusted(call.account)) return { outcome: 'untrusted' }
      const view = await untilKnown(timers, () => books.readMonth(call.account, month.period))
      return usageOf({ ...ports, month, view, availableUnits: ports.availableUnits(call.account) })
    }
    case 'set_allowance':
      return await untilKnown(timers, () => books.setAllowance({ ...call, month }))
    case 'set_state':
      return await untilKnown(timers, () => books.setAccountState(call.account, call.state))
    case 'distrust':
      return await untilKnown(timers, () => books.raiseDoubt(call))
    case 'trust': {
      const resolved = await untilKnown(timers, () => books.resolveDoubts(call))
      await ports.trustAgain()
      return resolved
    }
    case 'trust_status':
      return ports.trust.status()
  }
}
