import Type, { type Static } from 'typebox'
import { stringEnum } from './nullable.ts'
import { strictObject } from './strict-object.ts'
import { SESSION_SCOPES } from './words.ts'

const SessionScope = stringEnum(SESSION_SCOPES)

export const BrowserSessionRequest = strictObject(
  {
    client_id: Type.String({ pattern: '^rgp_[a-f0-9]{32}$', description: 'The public client id of the project.' }),
    scopes: Type.Optional(
      Type.Array(SessionScope, {
        minItems: 1,
        maxItems: 3,
        uniqueItems: true,
        description: 'Some of the scopes that the project allows in browsers. Default: the suggestion scopes.',
      }),
    ),
  },
  { title: 'BrowserSessionRequest' },
)
export type BrowserSessionRequest = Static<typeof BrowserSessionRequest>

export const BrowserSession = strictObject(
  {
    token: Type.String({ pattern: '^rgb_[a-f0-9]{64}$' }),
    expires_at: Type.String({ format: 'date-time' }),
    scopes: Type.Array(SessionScope),
  },
  {
    title: 'BrowserSession',
    description: 'A credential for one web page, valid for 15 minutes from one IP address and one origin.',
  },
)
export type BrowserSession = Static<typeof BrowserSession>
