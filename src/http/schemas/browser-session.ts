import { array, optional, strictObject, stringEnum, text, type ValueOf } from './schema.ts'
import { SESSION_SCOPES } from './words.ts'

const SessionScope = stringEnum(SESSION_SCOPES)

export const BrowserSessionRequest = strictObject(
  {
    client_id: text({
      pattern: '^rgp_[a-f0-9]{32}$',
      description: 'The public client id of the project. It may stand in the page.',
    }),
    scopes: optional(
      array(SessionScope, {
        minItems: 1,
        maxItems: 3,
        uniqueItems: true,
        description:
          'Some of the scopes that the project allows in browsers. Default: the suggestion scopes that it allows. `companies:read` only if it is listed here and the project allows it, which it does not by default.',
      }),
    ),
  },
  { title: 'BrowserSessionRequest', description: 'A request of a web page for a session.' },
)
export type BrowserSessionRequest = ValueOf<typeof BrowserSessionRequest>

export const BrowserSession = strictObject(
  {
    token: text({
      pattern: '^rgb_[a-f0-9]{64}$',
      description: 'Send it as `Authorization: Bearer rgb_…`. Keep it in memory, for as long as the page is open.',
    }),
    expires_at: text({
      format: 'date-time',
      description: 'The end of the session, 15 minutes after its creation. Create the next one shortly before.',
    }),
    scopes: array(SessionScope, { description: 'What the session may do.' }),
  },
  {
    title: 'BrowserSession',
    description: 'A credential for one web page, valid for 15 minutes from one IP address and one origin.',
  },
)
export type BrowserSession = ValueOf<typeof BrowserSession>
