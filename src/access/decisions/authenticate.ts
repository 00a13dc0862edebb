import { hash } from 'node:crypto'
import type { Ip } from '../network/ip.ts'
import { allowsOrigin, originsOfHost } from '../origins.ts'
import { commonScopes, type ScopeSet } from '../scopes.ts'
import { openSession } from '../sessions/session-token.ts'
import type { AccessView, ViewProject } from '../view/view.ts'

export interface Caller {
  readonly ip: Ip
  /** The header, as it came. */
  readonly origin: string | undefined
  /** Without an Origin header: the host that the page and the API share, if the browser says that they do. */
  readonly sameOriginHost?: string | undefined
  readonly nowMs: number
}

/** The project that a request is made for, and the credential that it is made with. */
export interface Principal {
  readonly kind: 'key' | 'session'
  readonly project: ViewProject
  /** The name in the books: the id of a key, or the client id of a session, because sessions are too many. */
  readonly credential: string
  /** The subject for limits of a single credential. */
  readonly subject: string
  /** The address that the request came from. */
  readonly ip: Ip
  /** Scopes that both the credential and its project have now. */
  readonly scopes: ScopeSet
  readonly expiresAtMs: number
}

export type Authenticated =
  | { readonly outcome: 'authenticated'; readonly principal: Principal }
  | { readonly outcome: 'unauthorized'; readonly reason: UnauthorizedReason }
  | { readonly outcome: 'origin_not_allowed'; readonly project: ViewProject }

/** For the log and the limits. The caller receives the same response for all of them. */
export type UnauthorizedReason =
  | 'missing'
  | 'malformed'
  | 'unknown_key'
  | 'expired_key'
  | 'revoked_key'
  | 'broken_token'
  | 'expired_token'
  | 'unknown_project'

/** Such a credential was never valid, so the client may be guessing. An expired one was valid once. */
export function isGuess(reason: UnauthorizedReason): boolean {
  return reason === 'unknown_key' || reason === 'broken_token'
}

/** `bearer`: the token of the Authorization header; undefined if there is none. */
export function authenticate(view: AccessView, bearer: string | undefined, caller: Caller): Authenticated {
  if (bearer === undefined) return unauthorized('missing')
  if (KEY.test(bearer)) return authenticateKey(view, bearer, caller)
  if (TOKEN.test(bearer)) return authenticateSession(view, bearer, caller)
  return unauthorized('malformed')
}

const KEY = /^rgk_[a-f0-9]{64}$/
const TOKEN = /^rgb_[a-f0-9]{64}$/

/** The time of the lookup reveals nothing: callers cannot control the hash that is looked up. */
function authenticateKey(view: AccessView, bearer: string, { ip, nowMs }: Caller): Authenticated {
  const key = view.keyByHash(hash('sha256', bearer))
  if (key === undefined) return unauthorized('unknown_key')
  if (key.revokedAtMs !== null) return unauthorized('revoked_key')
  if (key.expiresAtMs <= nowMs) return unauthorized('expired_key')
  const { id, project, expiresAtMs } = key
  const scopes = commonScopes(key.scopes, project.scopes)
  return {
    outcome: 'authenticated',
    principal: { kind: 'key', project, credential: id, subject: id, ip, scopes, expiresAtMs },
  }
}

function authenticateSession(view: AccessView, bearer: string, caller: Caller): Authenticated {
  const { ip, nowMs } = caller
  const { opened, origin } = openForCaller(view, bearer, caller)
  if (opened.outcome === 'broken') return unauthorized('broken_token')
  const { expiresAtMs, nonce, scopes } = opened.session
  if (expiresAtMs <= nowMs) return unauthorized('expired_token')
  const project = view.projectByNumber(opened.session.project)
  if (project === undefined) return unauthorized('unknown_project')
  if (origin === undefined || !allowsOrigin(project.origins, origin)) return { outcome: 'origin_not_allowed', project }
  const allowed = commonScopes(project.scopes, project.browserScopes)
  return {
    outcome: 'authenticated',
    principal: {
      kind: 'session',
      project,
      credential: project.clientId,
      subject: nonce.toHex(),
      ip,
      expiresAtMs,
      scopes: commonScopes(scopes, allowed),
    },
  }
}

/** `origin`: the one that the session is bound to, if the request can come from it. */
function openForCaller({ ring }: AccessView, bearer: string, { ip, origin: header, sameOriginHost }: Caller) {
  // An Origin header is never replaced, however wrong it is.
  const [first, ...others] = header !== undefined ? [header] : originsOfHost(sameOriginHost)
  const open = (origin: string | undefined) =>
    openSession(ring, bearer, origin === undefined ? { ip: ip.text } : { ip: ip.text, origin })
  let origin = first
  let opened = open(origin)
  while (opened.outcome === 'other_origin' && 0 < others.length) opened = open((origin = others.shift()))
  return { opened, origin: opened.outcome === 'opened' ? origin : undefined }
}

function unauthorized(reason: UnauthorizedReason): Authenticated {
  return { outcome: 'unauthorized', reason }
}
