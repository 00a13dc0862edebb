import type { Credits, Usage } from '../../ledger/ledger.ts'
import type { Answer } from '../answer/answer.ts'
import { creditHeaders, JSON_TYPE, SECURITY_HEADERS } from '../answer/headers.ts'
import { type Refused, refused } from '../errors.ts'
import type { HttpPorts } from '../ports.ts'
import type { Call } from './call.ts'

/** The account in the books, which an answer that costs nothing shows in its headers too. */
export async function usageOrRefused({ ledger, log }: HttpPorts, account: string): Promise<Usage | Refused> {
  try {
    const usage = await ledger.usage(account)
    if (usage.outcome === 'usage') return usage
  } catch (error) {
    log.warn({ err: error }, 'the books did not answer')
  }
  return refused('accounting_unavailable')
}

/** The same headers from the memory of the node: a session costs whoever asks for one nothing, so it must cost the books nothing. */
export async function creditsOrRefused({ ledger, log }: HttpPorts, account: string): Promise<Credits | Refused> {
  try {
    const credits = await ledger.credits(account)
    if (credits.outcome === 'credits') return credits
  } catch (error) {
    log.warn({ err: error }, 'the bookkeeper did not answer')
  }
  return refused('accounting_unavailable')
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
