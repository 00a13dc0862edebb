import { isoTime } from '../../stdx/clock.ts'
import { isRejection } from '../errors.ts'
import { NO_PARAMETERS } from '../request/read-parameters.ts'
import type { NewSession } from '../request-types.ts'
import { type BrowserSession, BrowserSessionRequest } from '../schemas/browser-session.ts'
import { PRICES } from '../schemas/prices.ts'
import type { FreeOperation } from './operation.ts'
import { readCredits } from './read-credits.ts'
import { writeFreeBody } from './write-free-body.ts'

export const createBrowserSession: FreeOperation<object, NewSession> = {
  id: 'createBrowserSession',
  method: 'POST',
  path: '/v1/browser-sessions',
  price: PRICES.createBrowserSession,
  summary: 'Create a browser session',
  description:
    'Creates a token for a page of an allowed origin. It is valid for 15 minutes and bound to the IP address and the origin. Without `scopes` it allows suggestions only.',
  scope: null,
  bearers: [],
  limits: ['mint_ip', 'mint_network', 'mint_project'],
  parameters: NO_PARAMETERS,
  body: BrowserSessionRequest,
  async run({ ports, context, caller: { project, token, expiresAtMs, scopes } }) {
    const credits = await readCredits(ports, project.account.id)
    if (isRejection(credits)) return credits
    // No session has usage:read.
    const data = { token, expires_at: isoTime(expiresAtMs), scopes: scopes as BrowserSession['scopes'] }
    return { credits, body: writeFreeBody(data, context.requestId) }
  },
}
