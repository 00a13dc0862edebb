import { DatabaseError } from '../../storage/storage.ts'
import { monthAt } from '../calendar.ts'
import type { AccountActor } from './account-actor.ts'
import type { Call } from './messages.ts'
import type { NodeParts } from './node-parts.ts'
import { retryUntilAnswered, retryWithin } from './retry-until-answered.ts'
import { computeUsage } from './usage.ts'

export interface CallPorts extends NodeParts {
  /** By account. */
  readonly actors: ReadonlyMap<string, AccountActor>
  isDistrusted(account: string): boolean
  /** Clears what clients remember of the account. */
  accountChanged(account: string): void
  trustAgain(): Promise<void>
}

/** How long a caller waits for usage if the database does not answer. */
const USAGE_MAX_MS = 2_000

/**
 * Answers a call. A change by the operator is tried once: a retry could overwrite a newer change that another node
 * made. After `unavailable` the caller sends what it wants by then; sending a change twice does no harm.
 */
export async function answerCall(call: Call, ports: CallPorts): Promise<unknown> {
  const { books, timers } = ports
  const month = monthAt(ports.ledgerMs())
  switch (call.name) {
    case 'usage': {
      if (!ports.trust.isLive || ports.isDistrusted(call.account)) return { outcome: 'untrusted' }
      const before = [...ports.grants.values().filter(({ account }) => account === call.account)]
      const view = await retryWithin(timers, USAGE_MAX_MS, () => books.readMonth(call.account, month))
      if (view === undefined) return { outcome: 'unavailable' }
      const held = { get: (id: number) => ports.grants.get(id) ?? before.find((own) => own.id === id) }
      return computeUsage({
        shape: ports.shape,
        held,
        view,
        availableUnits: ports.actors.get(call.account)?.availableUnits ?? 0,
      })
    }
    case 'credits': {
      if (!ports.trust.isLive || ports.isDistrusted(call.account)) return { outcome: 'untrusted' }
      const actor = ports.actors.get(call.account)
      const { period, endsAtMs } = actor?.month ?? month
      return { outcome: 'credits', period, endsAtMs, availableUnits: actor?.availableUnits ?? 0 }
    }
    case 'set_allowance':
      return await once(() => books.setAllowance(call)).finally(() => ports.accountChanged(call.account))
    case 'set_state':
      return await once(() => books.setAccountState(call.account, call.state)).finally(() =>
        ports.accountChanged(call.account),
      )
    case 'distrust':
      return await retryUntilAnswered(timers, () => books.raiseDoubt(call))
    case 'trust': {
      const result = await once(() => books.resolveDoubts(call))
      await ports.trustAgain()
      return result
    }
  }
}

async function once<T>(attempt: () => Promise<T>): Promise<T | { readonly outcome: 'unavailable' }> {
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    return { outcome: 'unavailable' }
  }
}
