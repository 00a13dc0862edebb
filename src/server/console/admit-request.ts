import type { IncomingMessage } from 'node:http'
import type { AdminToken } from './admin-token.ts'
import { ConsoleError } from './console-error.ts'

export interface Admission {
  /** The address on which the admin port listens. */
  readonly listeningOn: string
  /** Undefined: the operator has set none. */
  readonly token: AdminToken | undefined
}

/** What of a request decides whether it may see data. */
export type Visitor = Pick<IncomingMessage, 'rawHeaders' | 'headers'>

/**
 * Decides whether a request may see the operator's data; throws ConsoleError if not. A token that is configured is
 * always required: a proxy on this machine may look like a browser on it. Without one, the port must listen on a
 * loopback address, and the browser must have been told so literally. A name that resolves to a loopback address is not
 * enough: a hostile page can make its own name do so (DNS rebinding).
 */
export function admitToData(visitor: Visitor, { listeningOn, token }: Admission): void {
  if (token === undefined) checkPlace(describePlace(visitor, listeningOn) ?? describeOtherSite(visitor))
  else checkToken(visitor, token)
}

function checkPlace(problem: string | undefined): void {
  if (problem !== undefined) throw new ConsoleError('forbidden', `${problem} ${HOW_TO_OPEN}`)
}

function checkToken(visitor: Visitor, token: AdminToken): void {
  const { authorization } = visitor.headers
  if (authorization === undefined)
    throw new ConsoleError(
      'token_required',
      'This console needs its token. Send the one in REGISTA_ADMIN_TOKEN as Authorization: Bearer <token>.',
    )
  const [, sent] = /^bearer +([^ ]+)$/i.exec(authorization) ?? []
  if (countHeaders(visitor, 'authorization') === 1 && sent !== undefined && token.equals(sent)) return
  throw new ConsoleError(
    'token_wrong',
    'This token is not the one in REGISTA_ADMIN_TOKEN. Send that as Authorization: Bearer <token>.',
  )
}

/**
 * The page itself has no data. It is also sent where it can ask for the token, and to a visitor who follows a link of
 * another page: that page cannot read it, and what it asks for comes from itself.
 */
export function admitToPage(visitor: Visitor, { listeningOn, token }: Admission): void {
  if (token !== undefined) return
  const { 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = visitor.headers
  const followsLink = mode === 'navigate' && destination === 'document'
  checkPlace(describePlace(visitor, listeningOn) ?? (followsLink ? undefined : describeOtherSite(visitor)))
}

const HOW_TO_OPEN =
  'Open http://127.0.0.1:PORT/console on this machine (ssh -L forwards the port), or start the server with REGISTA_ADMIN_TOKEN and send that token.'

/** Undefined: the request comes from this machine, and the browser knows the address as a loopback address. */
function describePlace(visitor: Visitor, listeningOn: string): string | undefined {
  if (!isLoopbackAddress(listeningOn)) return 'The admin port does not listen on a loopback address.'
  const { host } = visitor.headers
  if (countHeaders(visitor, 'host') !== 1 || host === undefined || !isLoopbackHost(host))
    return 'The Host header is not a loopback address.'
  // A proxy on this machine may replace Host by its own target, which is a loopback address.
  if (isForwarded(visitor)) return 'The request was forwarded by a proxy.'
  return undefined
}

function describeOtherSite({ headers: { host, origin, 'sec-fetch-site': site } }: Visitor): string | undefined {
  // A browser without Sec-Fetch-Site still names the origin of another site's script.
  const isForeign = origin !== undefined && origin !== `http://${host}`
  if (isForeign || (site !== undefined && site !== 'same-origin' && site !== 'none'))
    return 'The request was made by another site.'
  return undefined
}

/**
 * Why a request with an operator's token is not what an operator sends. Undefined: nothing is wrong with it. The token
 * protects alone. This keeps pages that have rebound their name from trying tokens with acts.
 */
export function describeForeignCall(visitor: Visitor, listeningOn: string): string | undefined {
  const { host, origin } = visitor.headers
  if (countHeaders(visitor, 'host') !== 1 || host === undefined) return 'The request needs one Host header.'
  const forwarded = isForwarded(visitor)
  if (isLoopbackAddress(listeningOn) && !forwarded && !isLoopbackHost(host))
    return 'The Host header is not a loopback address, and no proxy has forwarded the request.'
  // A proxy with TLS stands in front of the page.
  const isOwn = findPage(visitor) === 'tls'
  // A page can send the headers of a proxy too, but only under its own origin.
  if (forwarded && !isOwn && origin !== undefined && !isLoopbackHost(host))
    return 'The request was made by another site.'
  return describeOtherSite(isOwn ? { ...visitor, headers: { ...visitor.headers, origin: undefined } } : visitor)
}

/** How the console's page that sent the request was opened. Undefined: another one sent it, or no page. */
export function findPage(visitor: Visitor): 'tls' | 'loopback' | undefined {
  const { host = '', origin } = visitor.headers
  if (origin === `https://${host}` && isForwarded(visitor)) return 'tls'
  return origin === `http://${host}` && isLoopbackHost(host) ? 'loopback' : undefined
}

function isForwarded({ headers }: Visitor): boolean {
  return Object.keys(headers).some((name) => FORWARDING.test(name))
}

const FORWARDING = /^(forwarded|via|x-real-ip|x-forwarded-.+)$/

/** Node keeps the first of several headers and drops the others, so the raw list is counted. */
function countHeaders({ rawHeaders }: Visitor, name: string): number {
  return rawHeaders.filter((text, i) => i % 2 === 0 && text.toLowerCase() === name).length
}

/** A loopback address as a browser has it in its address bar. Browsers resolve `localhost` themselves. */
export function isLoopbackHost(host: string): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:[0-9]{1,5})?$/i.test(host)
}

function isLoopbackAddress(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}$/.test(address)
}
