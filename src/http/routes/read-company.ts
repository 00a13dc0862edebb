import { unreachable } from '../../stdx/assert.ts'
import { admit } from '../calls/admission.ts'
import { chargeWithinBudget } from '../calls/daily-budget.ts'
import { inTurn } from '../calls/turn.ts'
import { isRefused, type Refused, refused } from '../errors.ts'
import { detailBody } from '../meta/detail-body.ts'
import type { HttpPorts } from '../ports.ts'
import { parameterReader, wrong } from '../request/read-parameters.ts'
import { DetailParameters, NoParameters } from '../schemas/parameters.ts'
import type { Route } from './route.ts'

/** GET /v1/companies/{country}/{ico} */
export const readCompany: Route = {
  id: 'readCompany',
  method: 'GET',
  path: '/v1/companies/{country}/{ico}',
  units: 10,
  summary: 'Read a company',
  description:
    'Identity, seat, legal form, dates and provenance of one company or organisation. A dissolved one is still returned.',
  scope: 'companies:read',
  bearers: ['serverKey', 'browserSession'],
  query: NoParameters,
  pathParameters: DetailParameters,
  handler(ports) {
    const readQuery = parameterReader(NoParameters)
    return (call, { serialise }) => {
      const principal = admit(ports, call, 'readCompany')
      if (isRefused(principal)) return principal
      return inTurn(ports.limits, principal, async () => {
        const given = readQuery(call.query)
        if (isRefused(given)) return given
        const asked = askedCompany(call.path)
        if (isRefused(asked)) return asked
        return await chargeWithinBudget(ports, call, principal, {
          operation: 'readCompany',
          units: 10,
          make: () => made(ports, asked, { requestId: call.requestId, serialise }),
        })
      })
    }
  },
}

/** The path is of the pattern already. */
function askedCompany(path: string): DetailParameters | Refused {
  const [country, ico] = path.split('/').slice(-2) as [string, string]
  if (country !== 'sk' && country !== 'cz') return wrong('The country is sk or cz. Send one of them.')
  if (!/^[0-9]{8}$/.test(ico)) return wrong('The ico is exactly eight digits, leading zeroes included. Send them all.')
  return { country, ico }
}

function made(
  { release: current, clock }: HttpPorts,
  { country, ico }: DetailParameters,
  { requestId, serialise }: { readonly requestId: string; readonly serialise: (value: object) => string },
): string | Refused {
  const release = current()
  if (release === undefined) return refused('data_unavailable')
  const answer = release.company(country, ico)
  switch (answer.outcome) {
    case 'not_imported':
      return refused('data_unavailable')
    case 'not_found':
      return refused('company_not_found')
    case 'ambiguous':
      return refused('company_identity_ambiguous')
    case 'found': {
      const body = detailBody(release, answer.detail, { ico, requestId, nowMs: clock.nowMs() })
      return isRefused(body) ? body : serialise(body)
    }
    default:
      return unreachable(answer)
  }
}
