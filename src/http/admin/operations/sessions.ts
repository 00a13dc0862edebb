import * as sessions from '../../../access/control/sessions.ts'
import { isoTime } from '../../../stdx/clock.ts'
import { nullableInteger, nullableText, strictObject, stringEnum } from '../../schemas/schema.ts'
import { described } from '../../schemas/words.ts'
import { faultOf } from '../faults.ts'
import { type Caller, defineOperation } from '../operation.ts'
import * as schemas from '../schemas.ts'

const SessionData = strictObject(
  {
    operator: described('The name of the operator.'),
    role: stringEnum(['read', 'provision', 'operate']),
    allowance_max_units: nullableInteger({ description: 'The largest allowance that it may give; null: every one.' }),
    scopes: schemas.Scopes,
    expires_at: nullableText({ format: 'date-time', description: 'The end of the session or token; null: never.' }),
    csrf_token: nullableText({
      description:
        'Requests with the cookie send it as X-CSRF-Token, else the cookie is ignored; null: a token was sent.',
    }),
  },
  { title: 'Session', description: 'Who sends the request, and what it may do.' },
)

function write({ operator, session }: Pick<Caller, 'operator' | 'session'>) {
  const { name, role, allowanceMaxUnits, scopes, expiresAtMs } = operator
  const end = Math.min(session?.expiresAtMs ?? Infinity, expiresAtMs ?? Infinity)
  return {
    operator: name,
    role,
    allowance_max_units: allowanceMaxUnits,
    scopes,
    expires_at: end === Infinity ? null : isoTime(end),
    csrf_token: session?.secrets.page ?? null,
  }
}

export const openSession = defineOperation({
  id: 'openSession',
  method: 'POST',
  path: '/admin/v1/session',
  role: 'read',
  summary: 'Sign in to the console',
  description:
    'Answers with a cookie for eight hours. Only the page of the console sends it: over TLS or at a loopback address.',
  success: 201,
  data: SessionData,
  async run({ control, caller: { sent, operator } }) {
    // The token of the environment has no row in the database that would end its sessions.
    if (sent !== 'token') return faultOf('forbidden', { sentence: 'Sign in with the token of an operator.' })
    const session = await sessions.openSession(control, operator.name)
    return { data: write({ operator, session }), cookie: { secret: session.secrets.cookie } }
  },
})

export const readSession = defineOperation({
  id: 'readSession',
  method: 'GET',
  path: '/admin/v1/session',
  role: 'read',
  summary: 'Read who sends the request',
  description: 'Name, role and bounds of the operator.',
  data: SessionData,
  run: async ({ caller }) => ({ data: write(caller) }),
})

export const endSession = defineOperation({
  id: 'endSession',
  method: 'POST',
  path: '/admin/v1/session/end',
  role: 'read',
  summary: 'Sign out of the console',
  description: 'The cookie is unknown to every server at once.',
  data: SessionData,
  async run({ control, caller }) {
    const { session } = caller
    if (session === undefined) return faultOf('conflict', { sentence: 'The request has a token and no session.' })
    await sessions.endSession(control, session.secrets)
    return { data: write(caller), cookie: { secret: null } }
  },
})
