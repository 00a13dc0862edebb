import { type Key, ORIGINS } from '../../src/access/testing/customers.ts'
import type { ApiOperation } from './api-document.ts'
import type { Customers } from './customers.ts'

type Headers = readonly (readonly [name: string, value: string])[]

/** A credential of a request, and its effect on the response. */
export interface Credential {
  readonly headers: Headers
  /** Whether the server knows it, with whatever rights. */
  readonly isValid: boolean
  readonly account: string | undefined
  /** The name of the credential in the books. */
  readonly name: string
  /** The response to every request with it; undefined: the request decides. */
  readonly refusal: (operation: ApiOperation) => string | undefined
  /** The response in place of a success, if the request is valid. */
  readonly insteadOfSuccess?: string
  /** Further possible responses, of limits that other requests use up too. */
  readonly alsoMay: readonly string[]
}

export interface Session {
  readonly token: string
  readonly origin: string
  readonly key: Key
  readonly scopes: readonly string[]
}

const UNKNOWN = { headers: [], isValid: false, account: undefined, name: '', alsoMay: [] }

/** For requests that need none. */
export const NO_CREDENTIAL: Credential = { ...UNKNOWN, refusal: () => undefined }

const SCOPE_OF: Readonly<Record<string, string>> = {
  suggestAddresses: 'addresses:suggest',
  suggestCompanies: 'companies:suggest',
  readCompany: 'companies:read',
  getUsage: 'usage:read',
}

/** Credentials with the rights for their request. */
export function goodCredentials({ rich, narrow }: Customers, sessions: readonly Session[]): Credential[] {
  return [...rich.map(ofKey), ...narrow.map(ofKey), ...sessions.map(ofSession)]
}

/** Known credentials whose requests are refused. */
export function blockedCredentials({ poor, forbidden, distrusted }: Customers): Credential[] {
  return [
    ...poor.map((key) => ({ ...ofKey(key), alsoMay: ['429 monthly_limit_reached'] })),
    ...forbidden.map((key) => ({ ...ofKey(key), refusal: () => '403 forbidden' })),
    { ...ofKey(distrusted), insteadOfSuccess: '503 accounting_unavailable' },
  ]
}

/** Credentials that the server does not know. */
export function strangeCredentials({ rich: [key], revoked }: Customers, sessions: readonly Session[]): Credential[] {
  const { text } = key!
  const { token, origin } = sessions[0]!
  const flipped = `${text.slice(0, -1)}${text.endsWith('0') ? '1' : '0'}`
  const tokens = [
    ...[revoked.text, flipped, text.toUpperCase(), text.slice(0, -1), `${text}0`, 'x', `${text} ${text}`],
    ...[text.replace('rgk_', 'rgb_'), token.replace('rgb_', 'rgk_')],
  ]
  const forms: Headers = [
    ...tokens.map((one) => ['Authorization', `Bearer ${one}`] as const),
    ...[text, `Basic ${text}`, `Bearer\t${text}`].map((one) => ['Authorization', one] as const),
    ['X-Api-Key', text],
    ['Cookie', `token=${token}`],
  ]
  const headers: Headers[] = [[], ...forms.map((form) => [form])]
  const elsewhere = ORIGINS.find((one) => one !== origin)!
  return [
    ...headers.map((given) => ({ ...UNKNOWN, headers: given, refusal: () => '401 unauthorized' })),
    { ...UNKNOWN, headers: sessionHeaders(token, elsewhere), refusal: () => '403 origin_not_allowed' },
  ]
}

export function ofKey({ text, account, id, scopes }: Key): Credential {
  const headers = [['Authorization', `Bearer ${text}`]] as const
  return { headers, isValid: true, account, name: id, refusal: scopeRefusal(scopes), alsoMay: [] }
}

export function ofSession({ token, origin, key: { account, clientId }, scopes }: Session): Credential {
  const headers = sessionHeaders(token, origin)
  return {
    headers,
    isValid: true,
    account,
    name: clientId,
    refusal: scopeRefusal(scopes),
    alsoMay: ['429 rate_limited'],
  }
}

function sessionHeaders(token: string, origin: string): Headers {
  return [
    ['Authorization', `Bearer ${token}`],
    ['Origin', origin],
  ]
}

function scopeRefusal(scopes: readonly string[]): Credential['refusal'] {
  return ({ id }) => (scopes.some((scope) => scope === SCOPE_OF[id]) ? undefined : '403 scope_not_allowed')
}
