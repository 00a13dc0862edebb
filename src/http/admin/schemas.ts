import { SCOPES } from '../../access/access.ts'
import {
  array,
  describe,
  integer,
  nullableInteger,
  nullableText,
  number,
  optional,
  orNull,
  type Schema,
  strictObject,
  stringEnum,
  text,
} from '../schemas/schema.ts'
import { Count, described, RequestId } from '../schemas/words.ts'
import { ADMIN_ERRORS } from './faults.ts'

const UNITS_MAX = 1_000_000_000_000
const id = (prefix: string) => text({ pattern: `^${prefix}_[0-9a-z]{1,32}$` })
const time = (description: string) => text({ format: 'date-time', description })
const timeOrNull = (description: string) => nullableText({ format: 'date-time', description })

export const AccountId = describe(id('acc'), 'The id of an account.')
export const ProjectId = describe(id('prj'), 'The id of a project.')
export const KeyId = describe(id('key'), 'The id of a key.')
export const Name = text({ minLength: 1, maxLength: 200, description: 'A name for people.' })
export const Reason = text({ minLength: 1, maxLength: 200, description: 'The reason, in one line.' })
export const Allowance = integer({ minimum: 0, maximum: UNITS_MAX, description: 'Units a month; a credit is ten.' })
export const CreditUnits = integer({ minimum: 1, maximum: UNITS_MAX, description: 'Units of the running month.' })
export const Confirm = text({ description: 'The id of the account again: this cannot be undone.' })
export const Period = text({ pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$', description: 'A month; default: the running one.' })
export const Days = nullableInteger({ minimum: 1, maximum: 3650, description: 'Days of life; null: without end.' })
export const OldKeyDays = integer({ minimum: 0, maximum: 90, description: 'How long the old key still works.' })
export const Scopes = array(stringEnum(SCOPES), { minItems: 0, maxItems: SCOPES.length, uniqueItems: true })
export const Origins = array(text({ maxLength: 300 }), { minItems: 0, maxItems: 100, uniqueItems: true })
export const Doubts = array(integer({ minimum: 1, maximum: 1e15 }), { minItems: 1, maxItems: 100, uniqueItems: true })
export const WantedState = stringEnum(['verified', 'suspended'])
export const State = stringEnum(['pending', 'verified', 'suspended', 'closed'])
export const ProjectState = stringEnum(['active', 'suspended'])
export const Cursor = text({ pattern: '^[0-9]{1,15}$', description: '`meta.next_cursor` of the page before.' })
export const PageSize = integer({ minimum: 1, maximum: 500, default: 100, description: 'Rows of a page.' })
export const Format = stringEnum(['json', 'csv'], { default: 'json' })

const LimitSchema = orNull(
  strictObject({ rate: number({ minimum: 0, maximum: 1e6 }), burst: integer({ minimum: 1, maximum: 1e7 }) }),
)
export const Limits = strictObject(
  { ip: optional(LimitSchema), mint_ip: optional(LimitSchema) },
  { description: 'Requests per second and at once of one address; null: those of the server.' },
)
const DailyUnits = nullableInteger({ minimum: 1, maximum: UNITS_MAX })
export const Budget = strictObject(
  { units: optional(DailyUnits), address_units: optional(DailyUnits) },
  { description: 'Units of browser sessions in a day. null: no limit; left out: the default.' },
)

export const AccountData = strictObject(
  {
    id: AccountId,
    name: Name,
    state: State,
    allowance_units: Allowance,
    browser_budget: Budget,
    created_at: time('When it was made.'),
    applied_at: timeOrNull('When the books got state and allowance; null: not yet.'),
  },
  { title: 'Account', description: 'A customer.' },
)
export const ProjectData = strictObject(
  {
    id: ProjectId,
    account_id: AccountId,
    name: Name,
    client_id: described('Public: web pages contain it.'),
    state: ProjectState,
    scopes: Scopes,
    browser_scopes: Scopes,
    origins: Origins,
    limits: Limits,
    browser_budget: Budget,
  },
  { title: 'Project', description: 'What the web pages and servers of a customer may do.' },
)
const keyFields = {
  id: KeyId,
  project_id: ProjectId,
  name: described('Where it is used.'),
  last4: described('The end of its text.'),
  scopes: Scopes,
  created_at: time('When it was issued.'),
  expires_at: timeOrNull('When it ends; null: never.'),
  revoked_at: timeOrNull('When it was revoked; null: never.'),
}
export const KeyData = strictObject(keyFields, { title: 'Key', description: 'A server key without its text.' })
export const ListedKeyData = strictObject(
  { ...keyFields, last_used_on: nullableText({ description: 'The day of the last charge; null: never.' }) },
  { title: 'ListedKey', description: 'A server key with its last use.' },
)
export const NewKeyData = strictObject(
  { ...keyFields, secret: nullableText({ description: 'The key itself. Shown once: null in a replay.' }) },
  { title: 'NewKey', description: 'A server key that was issued just now.' },
)
export const ActData = strictObject(
  {
    number: Count,
    at: time('When.'),
    who: described('The operator, or the user of the system.'),
    via: stringEnum(['command', 'http']),
    place: described('A machine, or the address of a client.'),
    what: described('Such as `account.close`.'),
    account_id: nullableText(),
    subject: nullableText({ description: 'The id of what was changed.' }),
    before: describe({ type: ['object', 'null'] } as Schema<object | null>, 'The fields that changed.'),
    after: describe({ type: ['object', 'null'] } as Schema<object | null>, 'The fields that changed.'),
    request_id: nullableText(),
  },
  { title: 'Act', description: 'A line of the log of acts.' },
)

export const AdminMeta = strictObject(
  {
    request_id: RequestId,
    next_cursor: optional(nullableText({ description: 'Of a list: where the next page begins; null: no more.' })),
    replayed: optional({
      type: 'boolean',
      description: 'The answer of a request that came before.',
    } as Schema<boolean>),
    notice: optional(described('What a replay lacks, and how to go on.')),
  },
  { title: 'AdminMeta', description: 'About the answer.' },
)

export const AdminErrorBody = strictObject(
  {
    error: strictObject({
      code: text({ 'x-extensible-enum': Object.keys(ADMIN_ERRORS), description: 'For programs.' }),
      message: described('For people: what happened, and what to do. Do not parse it.'),
      retry_after_seconds: optional(integer({ minimum: 1 })),
    }),
    request_id: RequestId,
  },
  { title: 'AdminError', description: 'Why the request failed and what to do.' },
)
