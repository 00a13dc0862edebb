import { unreachable } from '../../stdx/assert.ts'
import { toByteString } from '../../stdx/byte-string.ts'
import { isRejection, reject } from '../errors.ts'
import { parameterReader } from '../request/read-parameters.ts'
import { DetailParameters, NoParameters } from '../schemas/parameters.ts'
import { PRICES } from '../schemas/prices.ts'
import { detailBody } from './detail-body.ts'
import type { MeteredOperation } from './operation.ts'

export const readCompany: MeteredOperation<DetailParameters> = {
  id: 'readCompany',
  method: 'GET',
  path: '/v1/companies/{country}/{ico}',
  price: PRICES.readCompany,
  summary: 'Read a company',
  description:
    'Identity, seat, legal form, dates and provenance of one company or organization. A dissolved one is still returned.',
  scope: 'companies:read',
  bearers: ['serverKey', 'browserSession'],
  limits: ['details'],
  parameters: parameterReader({ query: NoParameters, path: DetailParameters }),
  async run({ ports, context, parameters: { country, ico } }) {
    const release = ports.release()
    if (release === undefined) return reject('data_unavailable')
    const company = await release.company(country, ico)
    ports.signs?.enter('details')
    switch (company.outcome) {
      case 'not_imported':
        return reject('data_unavailable')
      case 'unreadable':
        return reject('data_unavailable', { message: UNREADABLE, retryAfterSeconds: RETRY_SECONDS })
      case 'not_found':
        return reject('company_not_found')
      case 'ambiguous':
        return reject('company_identity_ambiguous')
      case 'found': {
        const { requestId } = context
        const body = detailBody(release, company.detail, { ico, requestId, nowMs: ports.clock.nowMs() })
        return isRejection(body) ? body : toByteString(JSON.stringify(body))
      }
      default:
        return unreachable(company)
    }
  },
}

const UNREADABLE = 'The details of companies cannot be read at the moment. Retry after the time given in Retry-After.'
const RETRY_SECONDS = 5
