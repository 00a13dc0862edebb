import { type Minted, mintSession } from '../../access/access.ts'
import { isoTime } from '../../stdx/clock.ts'
import type { Call } from '../calls/call.ts'
import { creditsOrRefused, freeAnswer } from '../calls/free-answer.ts'
import { limitMinting } from '../calls/limits.ts'
import { isRefused, type Refused, refused } from '../errors.ts'
import type { HttpPorts } from '../ports.ts'
import { bodyReader } from '../request/json-body.ts'
import { parameterReader } from '../request/read-parameters.ts'
import { BrowserSessionRequest } from '../schemas/browser-session.ts'
import { NoParameters } from '../schemas/parameters.ts'
import type { Route } from './route.ts'

type Session = Extract<Minted, { readonly outcome: 'minted' }>

/** POST /v1/browser-sessions */
export const createBrowserSession: Route = {
  id: 'createBrowserSession',
  method: 'POST',
  path: '/v1/browser-sessions',
  units: 0,
  summary: 'Create a browser session',
  description:
    'Gives a page of an allowed origin a token for 15 minutes, bound to its IP address and origin. Without scopes it is for suggestions only.',
  scope: null,
  bearers: [],
  query: NoParameters,
  body: BrowserSessionRequest,
  handler(ports) {
    const readBody = bodyReader(BrowserSessionRequest)
    const readQuery = parameterReader(NoParameters)
    return async (call, { body, serialise }) => {
      const asked = readBody(body, call.request.headers['content-type'])
      if (isRefused(asked)) return asked
      const session = minted(ports, call, asked)
      if (isRefused(session)) return session
      const limited = limitMinting(ports, call.ip, session) ?? readQuery(call.query)
      if (isRefused(limited)) return limited
      const credits = await creditsOrRefused(ports, session.project.account.id)
      if (isRefused(credits)) return credits
      const { token, expiresAtMs, scopes } = session
      return freeAnswer(
        call,
        credits,
        serialise({
          data: { token, expires_at: isoTime(expiresAtMs), scopes },
          meta: { request_id: call.requestId, charged_units: 0 },
        }),
      )
    }
  },
}

function minted(
  ports: HttpPorts,
  { ip, request }: Call,
  { client_id, scopes }: BrowserSessionRequest,
): Session | Refused {
  const { access, clock } = ports
  if (!access.isFresh()) return refused('accounting_unavailable')
  const asked = { clientId: client_id, origin: request.headers.origin, ip, scopes, nowMs: clock.nowMs() }
  const session = mintSession(access.view(), asked)
  return session.outcome === 'minted' ? session : refused(session.outcome, MESSAGES[session.outcome])
}

const MESSAGES = {
  unauthorized: { message: 'There is no project with this client_id. Send the one that the operator gave out.' },
  forbidden: {},
  origin_not_allowed: {},
  scope_not_allowed: {
    message:
      'The project does not allow browsers what was asked for, or anything at all. Ask for less, or the operator.',
  },
} as const
