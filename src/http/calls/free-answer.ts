import type { Credits, Usage } from '../../ledger/ledger.ts'
import type { Answer } from '../answer/answer.ts'
import { creditHeaders, JSON_TYPE, SECURITY_HEADERS } from '../answer/headers.ts'
import { type Refused, refused } from '../errors.ts'
import type { HttpPorts, Log } from '../ports.ts'
import type { Call } from './call.ts'

/** The counts of the account in the books. An answer that costs nothing shows them in its headers too. */
export async function usageOrRefused({ ledger, log }: HttpPorts, account: string): Promise<Usage | Refused> {
  const usage = await ledger.usage(account).catch(warn(log, 'the books did not answer'))
  return usage?.outcome === 'usage' ? usage : refused('accounting_unavailable')
}

/** The same headers from the memory of the node. Any client may create a session without cost, so a session must not cost the books a query. */
export async function creditsOrRefused({ ledger, log }: HttpPorts, account: string): Promise<Credits | Refused> {
  const credits = await ledger.credits(account).catch(warn(log, 'the bookkeeper did not answer'))
  return credits?.outcome === 'credits' ? credits : refused('accounting_unavailable')
}

function warn(log: Log, message: string): (error: unknown) => undefined {
  return (error) => void log.warn({ err: error }, message)
}

type Shown = Pick<Credits, 'availableUnits' | 'period' | 'endsAtMs'>

export function freeAnswer({ requestId }: Call, { availableUnits, period, endsAtMs }: Shown, body: string): Answer {
  return {
    status: 200,
    headers: {
      ...SECURITY_HEADERS,
      'Content-Type': JSON_TYPE,
      'X-Request-Id': requestId,
      ...creditHeaders({ chargedUnits: 0, availableUnits, period, endsAtMs }),
    },
    body,
  }
}
