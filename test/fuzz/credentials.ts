import { type Key, ORIGINS } from '../../src/access/testing/customers.ts'
import type { ApiOperation } from './api-document.ts'
import type { Customers } from './customers.ts'

/** A credential of a request, and its effect on the response. */
export interface Credential {
  readonly headers: readonly (readonly [string, string])[]
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

const SCOPE_OF: Readonly<Record<string, string>> = {
  suggestAddresses: 'addresses:suggest',
  suggestCompanies: 'companies:suggest',
  readCompany: 'companies:read',
  getUsage: 'usage:read',
}

/** Credentials with the rights for their request. */
export function goodCredentials({ rich, narrow }: Customers, sessions: readonly Session[]): Credential[] {
  return [...rich.map((key) => ofKey(key)), ...narrow.map((key) => ofKey(key)), ...sessions.map(ofSession)]
}

/** Known credentials whose requests are refused. */
export function blockedCredentials({ poor, forbidden, distrusted }: Customers): Credential[] {
  const used = ['429 monthly_limit_reached']
  return [
    ...poor.map((key) => ({ ...ofKey(key), alsoMay: used })),
    ...forbidden.map((key) => ({ ...ofKey(key), refusal: () => '403 forbidden' })),
    { ...ofKey(distrusted), insteadOfSuccess: '503 accounting_unavailable' },
  ]
}

/** Credentials that the server does not know. */
export function strangeCredentials({ rich: [key], revoked }: Customers, sessions: readonly Session[]): Credential[] {
  const stranger = (...headers: readonly (readonly [string, string])[]): Credential => ({
    headers,
    isValid: false,
    account: undefined,
    name: '',
    alsoMay: [],
    refusal: () => '401 unauthorized',
  })
  const bearer = (token: string) => stranger(['Authorization', `Bearer ${token}`])
  const { text } = key!
  const flipped = `${text.slice(0, -1)}${text.endsWith('0') ? '1' : '0'}`
  const { token, origin } = sessions[0]!
  const ofOther: Credential = {
    ...stranger(['Authorization', `Bearer ${token}`], ['Origin', origin === ORIGINS[0] ? ORIGINS[1] : ORIGINS[0]]),
    refusal: () => '403 origin_not_allowed',
  }
  return [
    ...[stranger(), bearer(revoked.text), bearer(flipped), bearer(text.toUpperCase()), bearer(text.slice(0, -1))],
    ...[bearer(`${text}0`), bearer(text.replace('rgk_', 'rgb_')), bearer(token.replace('rgb_', 'rgk_')), bearer('x')],
    ...[stranger(['Authorization', text]), stranger(['Authorization', `Basic ${text}`]), stranger(['X-Api-Key', text])],
    ...[stranger(['Authorization', `Bearer ${text} ${text}`]), stranger(['Authorization', `Bearer\t${text}`])],
    ...[stranger(['Cookie', `token=${token}`]), ofOther],
  ]
}

export function ofKey(key: Key): Credential {
  return {
    headers: [['Authorization', `Bearer ${key.text}`]],
    isValid: true,
    account: key.account,
    name: key.id,
    refusal: scopeRefusal(key.scopes),
    alsoMay: [],
  }
}

function ofSession({ token, origin, key, scopes }: Session): Credential {
  return {
    headers: [
      ['Authorization', `Bearer ${token}`],
      ['Origin', origin],
    ],
    isValid: true,
    account: key.account,
    name: key.clientId,
    alsoMay: ['429 rate_limited'],
    refusal: scopeRefusal(scopes),
  }
}

function scopeRefusal(scopes: readonly string[]): Credential['refusal'] {
  return ({ id }) => (scopes.some((scope) => scope === SCOPE_OF[id]) ? undefined : '403 scope_not_allowed')
}
