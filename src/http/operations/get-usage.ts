import { isRejection } from '../errors.ts'
import { NO_PARAMETERS } from '../request/read-parameters.ts'
import { PRICES } from '../schemas/prices.ts'
import type { FreeOperation } from './operation.ts'
import { readUsage } from './read-credits.ts'
import { writeFreeBody } from './write-free-body.ts'

export const getUsage: FreeOperation<object> = {
  id: 'getUsage',
  method: 'GET',
  path: '/v1/me/usage',
  price: PRICES.getUsage,
  summary: 'Read the usage of the month',
  description: 'The usage of the account of the server key in this month. The values change while requests run.',
  scope: 'usage:read',
  bearers: ['serverKey'],
  limits: ['usage'],
  parameters: NO_PARAMETERS,
  async run({ ports, context, caller }) {
    const usage = await readUsage(ports, caller.project.account.id)
    if (isRejection(usage)) return usage
    const data = {
      allowance_units: usage.allowanceUnits,
      confirmed_units: usage.confirmedUnits,
      reserved_units: usage.reservedUnits,
      recovery_hold_units: usage.recoveryHoldUnits,
      prepared_available_units: usage.preparedAvailableUnits,
      pending_spent_units: usage.pendingSpentUnits,
      in_flight_reserved_units: usage.inFlightReservedUnits,
      accounting_status: 'live',
      period: usage.period,
    } as const
    return { credits: usage, body: writeFreeBody(data, context.requestId) }
  },
}
