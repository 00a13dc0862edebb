import { admit } from '../calls/admission.ts'
import { freeAnswer, usageOrRefused } from '../calls/free-answer.ts'
import { inTurn } from '../calls/turn.ts'
import { isRefused } from '../errors.ts'
import { parameterReader } from '../request/read-parameters.ts'
import { NoParameters } from '../schemas/parameters.ts'
import type { Usage } from '../schemas/usage.ts'
import type { Route } from './route.ts'

/** GET /v1/me/usage */
export const getUsage: Route = {
  id: 'getUsage',
  method: 'GET',
  path: '/v1/me/usage',
  units: 0,
  summary: 'Read the usage of the month',
  description: 'What the account of the server key has used this month. The values change while requests run.',
  scope: 'usage:read',
  bearers: ['serverKey'],
  query: NoParameters,
  handler(ports) {
    const readQuery = parameterReader(NoParameters)
    return (call, { serialise }) => {
      const principal = admit(ports, call, 'getUsage')
      if (isRefused(principal)) return principal
      return inTurn(ports.limits, principal, async () => {
        const given = readQuery(call.query)
        if (isRefused(given)) return given
        const usage = await usageOrRefused(ports, principal.project.account.id)
        if (isRefused(usage)) return usage
        const data: Usage = {
          allowance_units: usage.allowanceUnits,
          confirmed_units: usage.confirmedUnits,
          reserved_units: usage.reservedUnits,
          recovery_hold_units: usage.recoveryHoldUnits,
          prepared_available_units: usage.preparedAvailableUnits,
          pending_spent_units: usage.pendingSpentUnits,
          in_flight_reserved_units: usage.inFlightReservedUnits,
          accounting_status: 'live',
          period: usage.period,
        }
        return freeAnswer(call, usage, serialise({ data, meta: { request_id: call.requestId, charged_units: 0 } }))
      })
    }
  },
}
