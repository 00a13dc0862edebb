import { CONSOLE_SESSION_MS, type SessionSecrets } from '../../access/control/sessions.ts'
import { isLoopbackHost, type Visitor } from './admit-request.ts'

/** Browsers take it over TLS only, for this host only, and from no other host of the domain. */
const OVER_TLS = '__Host-regista'
/** Cookies ignore ports, and several servers may be open at one address. */
const onLoopback = (host: string): string => `regista-console-${/:([0-9]+)$/.exec(host)?.[1] ?? 80}`

export interface SentSession {
  readonly cookieName: string
  readonly secrets: SessionSecrets
}

/**
 * The session of an operator who has signed in to the console. A token takes its place. No form or link of another page
 * sends the header, and a server that has learned the cookie does not know its value.
 */
export function readSession({ headers }: Visitor): SentSession | undefined {
  const { authorization, cookie = '', host = '', 'x-csrf-token': page = '' } = headers
  if (authorization !== undefined || page === '') return undefined
  const names = [OVER_TLS, ...(isLoopbackHost(host) ? [onLoopback(host)] : [])]
  const sent = cookie.split('; ').map((one) => one.split('=', 2) as [string, string?])
  const [name, secret] = names.flatMap((name) => sent.filter((one) => one[0] === name)).at(0) ?? []
  if (name === undefined || secret === undefined) return undefined
  return { cookieName: name, secrets: { cookie: secret, page: String(page) } }
}

export function nameSessionCookie(host: string, page: 'tls' | 'loopback'): string {
  return page === 'tls' ? OVER_TLS : onLoopback(host)
}

/** A value of Set-Cookie. Null: the browser removes it. */
export function writeSessionCookie(name: string, secret: string | null): string {
  const seconds = secret === null ? 0 : CONSOLE_SESSION_MS / 1000
  const secure = name === OVER_TLS ? '; Secure' : ''
  return `${name}=${secret ?? ''}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure}`
}
