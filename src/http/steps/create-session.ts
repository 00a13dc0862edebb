import { mintSession } from '../../access/access.ts'
import { isRejection, type Rejection, reject } from '../errors.ts'
import type { HttpPorts } from '../ports.ts'
import { bodyReader } from '../request/json-body.ts'
import type { NewSession, RequestContext } from '../request-types.ts'
import { BrowserSessionRequest } from '../schemas/browser-session.ts'

const readBody = bodyReader(BrowserSessionRequest)

/** Checks the body, the client id, the origin and the scopes. The token is sent only if the limits allow it. */
export function createSession({ access, clock }: HttpPorts, context: RequestContext): NewSession | Rejection {
  const { ip, request } = context
  const body = readBody(context.body, request.headers['content-type'])
  if (isRejection(body)) return body
  if (!access.isFresh()) return reject('accounting_unavailable')
  const { client_id: clientId, scopes } = body
  const { origin } = request.headers
  const minted = mintSession(access.view(), { clientId, origin, ip, scopes, nowMs: clock.nowMs() })
  if (minted.outcome !== 'minted') return reject(minted.outcome, DETAILS[minted.outcome])
  const { token, expiresAtMs, project } = minted
  return {
    kind: 'client_id',
    credential: clientId,
    subject: clientId,
    ip,
    token,
    expiresAtMs,
    scopes: minted.scopes,
    project,
  }
}

const DETAILS = {
  unauthorized: { message: 'No project has this client_id. Send the one that the operator issued.' },
  forbidden: {},
  origin_not_allowed: {},
  scope_not_allowed: {
    message: 'The project does not allow these scopes in browsers. Request fewer, or ask the operator.',
  },
} as const
