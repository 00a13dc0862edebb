import type { Usage } from '../../ledger/ledger.ts'
import { type Rejection, reject } from '../errors.ts'
import type { HttpPorts, Log } from '../ports.ts'
import type { Credits } from '../request-types.ts'

/** The counts of the account, read from the books. */
export async function readUsage({ ledger, log }: HttpPorts, account: string): Promise<Usage | Rejection> {
  const usage = await ledger.usage(account).catch(warn(log, 'cannot read the usage of an account from the books'))
  return usage?.outcome === 'usage' ? usage : reject('accounting_unavailable')
}

/**
 * The credits from the memory of the server: anyone may create a session, so a session must not cost the books a query.
 */
export async function readCredits({ ledger, log }: HttpPorts, account: string): Promise<Credits | Rejection> {
  const credits = await ledger.credits(account).catch(warn(log, 'cannot read the credits of an account'))
  return credits?.outcome === 'credits' ? credits : reject('accounting_unavailable')
}

function warn(log: Log, message: string): (error: unknown) => undefined {
  return (error) => void log.warn({ err: error }, message)
}
