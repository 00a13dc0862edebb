import { randomBytes } from 'node:crypto'
import { assert } from '../../stdx/assert.ts'
import type { Ip } from '../network/ip.ts'
import { allowsOrigin } from '../origins.ts'
import { commonScopes, type Scope, SUGGEST_SCOPES, scopeSetOf, scopesBeyond, scopesIn } from '../scopes.ts'
import type { AccessView, ViewProject } from '../view/view.ts'
import { NONCE_BYTES, sealSession } from './session-token.ts'

export interface SessionRequest {
  readonly clientId: string
  readonly origin: string | undefined
  readonly ip: Ip
  /** Default: the scopes for suggestions. */
  readonly scopes?: readonly Scope[] | undefined
  readonly nowMs: number
}

export type Minted =
  | {
      readonly outcome: 'minted'
      readonly token: string
      readonly expiresAtMs: number
      readonly scopes: readonly Scope[]
      readonly project: ViewProject
    }
  | { readonly outcome: 'unauthorized' | 'forbidden' | 'origin_not_allowed' | 'scope_not_allowed' }

/** A session is free and proves nothing: it bounds what a public client id can be used for. */
export function mintSession(view: AccessView, request: SessionRequest, random = randomBytes): Minted {
  const project = view.projectByClientId(request.clientId)
  if (project === undefined) return { outcome: 'unauthorized' }
  if (project.standing !== 'active') return { outcome: 'forbidden' }
  const { origin, ip, nowMs } = request
  if (origin === undefined || !allowsOrigin(project.origins, origin)) return { outcome: 'origin_not_allowed' }
  const allowed = commonScopes(project.scopes, project.browserScopes)
  const scopes = request.scopes === undefined ? commonScopes(allowed, SUGGEST_SCOPES) : scopeSetOf(request.scopes)
  if (scopes === 0 || 0 < scopesBeyond(scopes, allowed).length) return { outcome: 'scope_not_allowed' }

  assert(0 < view.ring.length, 'a server adds the first secret before it accepts requests')
  const expiresAtMs = Math.floor((nowMs + SESSION_LIFE_MS) / 1000) * 1000
  const session = { project: project.number, expiresAtMs, scopes, nonce: random(NONCE_BYTES) }
  const token = sealSession(view.ring, session, { ip: ip.text, origin, nowMs })
  return { outcome: 'minted', token, expiresAtMs, scopes: scopesIn(scopes), project }
}

const SESSION_LIFE_MS = 15 * 60_000
