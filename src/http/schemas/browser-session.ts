import Type, { type Static } from 'typebox'
import { closed } from './closed.ts'
import { word } from './nullable.ts'
import { SESSION_SCOPES } from './words.ts'

const SessionScope = word(SESSION_SCOPES)

export const BrowserSessionRequest = closed(
  {
    client_id: Type.String({ pattern: '^rgp_[a-f0-9]{32}$', description: 'The public client id of the project.' }),
    scopes: Type.Optional(
      Type.Array(SessionScope, {
        minItems: 1,
        maxItems: 3,
        uniqueItems: true,
        description: 'A part of what the project allows browsers. Without it: its scopes for suggestions.',
      }),
    ),
  },
  { title: 'BrowserSessionRequest' },
)
export type BrowserSessionRequest = Static<typeof BrowserSessionRequest>

export const BrowserSession = closed(
  {
    token: Type.String({ pattern: '^rgb_[a-f0-9]{64}$' }),
    expires_at: Type.String({ format: 'date-time' }),
    scopes: Type.Array(SessionScope),
  },
  {
    title: 'BrowserSession',
    description: 'A credential for a browser: for 15 minutes, one IP address and one origin.',
  },
)
export type BrowserSession = Static<typeof BrowserSession>
