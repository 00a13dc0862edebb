import { type Ports, SYSTEM_PORTS } from './ports.ts'
import type { Regista, RegistaOptions } from './regista.ts'
import { createClient } from './regista-client.ts'
import { createInvalid } from './regista-error.ts'
import { type Credential, createSessionKeeper, type SessionOptions } from './session.ts'
import { CALL_MAX_MS } from './timings.ts'

/** @throws {RegistaError} `invalid_argument` for options that cannot be right. */
export function createRegista(options: RegistaOptions): Regista {
  const { clientId, serverKey, scopes, fetch, timeoutMs = CALL_MAX_MS } = options
  if (!clientId === !serverKey) throw createInvalid('Pass clientId or serverKey.')
  // The key of a server spends the account's units, so no visitor may see it.
  if (serverKey && globalThis.location)
    throw createInvalid('A server key is in a browser. Revoke it and pass a clientId.')
  if (clientId && !/^rgp_[a-f0-9]{32}$/.test(clientId)) throw createInvalid('A clientId is rgp_ and 32 hex digits.')
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const ports = fetch ? { ...SYSTEM_PORTS, fetch } : SYSTEM_PORTS
  const credential = serverKey
    ? createKeyCredential(serverKey)
    : openSessions(ports, { baseUrl, timeoutMs, clientId: clientId!, scopes })
  return createClient(ports, { baseUrl, timeoutMs }, credential)
}

export function createKeyCredential(token: string): Credential {
  return { take: async () => ({ token, scopes: ['companies:read'] }) }
}

/** The sessions of this page by service, client id and scopes: all widgets share them. */
const shared = new Map<string, Credential>()

function openSessions(ports: Ports, options: SessionOptions): Credential {
  // What a page passes in place of `fetch` may add to its requests.
  if (ports !== SYSTEM_PORTS) return createSessionKeeper(ports, options)
  const key = JSON.stringify([options.baseUrl, options.clientId, options.scopes])
  const sessions = shared.get(key) ?? createSessionKeeper(ports, options)
  shared.set(key, sessions)
  return sessions
}
