import { CONSOLE_SESSION_MS } from '../../access/control/sessions.ts'
import { isLoopbackHost, type Visitor } from './admit-request.ts'

/** Browsers take it over TLS only, for this host only, and from no other host of the domain. */
const OVER_TLS = '__Host-regista'
const ON_LOOPBACK = 'regista-console'

export interface SentCookie {
  readonly name: string
  readonly secret: string
}

/** The cookie of an operator who has signed in to the console. A token takes its place. */
export function readSessionCookie({ headers }: Visitor): SentCookie | undefined {
  const { authorization, cookie = '', host = '' } = headers
  if (authorization !== undefined) return undefined
  const names = [OVER_TLS, ...(isLoopbackHost(host) ? [ON_LOOPBACK] : [])]
  const sent = cookie.split('; ').map((one) => one.split('=', 2) as [string, string?])
  const [name, secret] = names.flatMap((name) => sent.filter((one) => one[0] === name)).at(0) ?? []
  return name === undefined || secret === undefined ? undefined : { name, secret }
}

export function nameSessionCookie(page: 'tls' | 'loopback'): string {
  return page === 'tls' ? OVER_TLS : ON_LOOPBACK
}

/** A value of Set-Cookie. Null: the browser removes it. */
export function writeSessionCookie(name: string, secret: string | null): string {
  const seconds = secret === null ? 0 : CONSOLE_SESSION_MS / 1000
  const secure = name === OVER_TLS ? '; Secure' : ''
  return `${name}=${secret ?? ''}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure}`
}
