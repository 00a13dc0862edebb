import { SYSTEM_PORTS } from './ports.ts'
import type { Regista, RegistaOptions } from './regista.ts'
import { createClient } from './regista-client.ts'
import { createInvalid } from './regista-error.ts'
import { type Credential, createSessionKeeper, type SessionOptions } from './session.ts'

const TIMEOUT_MS = 10_000

/** @throws {RegistaError} `invalid_argument` for options that cannot be right. */
export function createRegista({ clientId, serverKey, scopes, fetch, ...options }: RegistaOptions): Regista {
  if (!clientId === !serverKey) throw createInvalid('Pass clientId or serverKey.')
  // The key of a server spends the account's units, so no visitor may see it.
  if (serverKey && globalThis.location)
    throw createInvalid('A server key is in a browser. Revoke it and pass a clientId.')
  if (clientId && !/^rgp_[a-f0-9]{32}$/.test(clientId)) throw createInvalid('A clientId is rgp_ and 32 hex digits.')
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS
  const credential = serverKey
    ? createKeyCredential(serverKey)
    : openSessions({ baseUrl, timeoutMs, clientId: clientId!, scopes }, fetch)
  return createClient(portsWith(fetch), { baseUrl, timeoutMs }, credential)
}

export function createKeyCredential(token: string): Credential {
  return { take: async () => ({ token, scopes: ['companies:read'] }) }
}

/** The sessions of this page by service, client id and scopes: all widgets share them. */
const shared = new Map<string, Credential>()

function openSessions(options: SessionOptions, fetch: RegistaOptions['fetch']): Credential {
  const key = JSON.stringify([options.baseUrl, options.clientId, options.scopes])
  const sessions = (!fetch && shared.get(key)) || createSessionKeeper(portsWith(fetch), options)
  if (!fetch) shared.set(key, sessions)
  return sessions
}

function portsWith(fetch = SYSTEM_PORTS.fetch): typeof SYSTEM_PORTS {
  return { ...SYSTEM_PORTS, fetch }
}
