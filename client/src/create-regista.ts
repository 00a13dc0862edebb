import { SYSTEM_PORTS } from './ports.ts'
import type { Regista, RegistaOptions } from './regista.ts'
import { RegistaClient } from './regista-client.ts'
import { RegistaError } from './regista-error.ts'
import { SessionKeeper, type SessionOptions } from './session.ts'

const TIMEOUT_MS = 10_000

/** @throws {RegistaError} `invalid_argument` for options that cannot be right. */
export function createRegista({ baseUrl, clientId, serverKey, scopes, fetch, timeoutMs }: RegistaOptions): Regista {
  if ((clientId === undefined) === (serverKey === undefined))
    throw invalid('Pass either clientId (in a page) or serverKey (on a server).')
  // The key of a server spends the account's units, so no visitor may see it.
  if (serverKey !== undefined && 'location' in globalThis)
    throw invalid('A server key must never be in a browser. Revoke it, and pass the clientId of your project.')
  if (clientId !== undefined && !/^rgp_[a-f0-9]{32}$/.test(clientId))
    throw invalid('clientId is not the public client id of a project. It begins with rgp_.')
  const options = { baseUrl: baseUrl.replace(/\/+$/, ''), timeoutMs: timeoutMs ?? TIMEOUT_MS }
  const ports = fetch ? { ...SYSTEM_PORTS, fetch } : SYSTEM_PORTS
  const credential = serverKey ?? openSessions({ ...options, clientId: clientId!, scopes }, fetch)
  return new RegistaClient(ports, { ...options, credential })
}

/** The sessions of this page by service, client id and scopes: all widgets share them. */
const shared = new Map<string, SessionKeeper>()

function openSessions(options: SessionOptions, fetch: RegistaOptions['fetch']): SessionKeeper {
  if (fetch) return new SessionKeeper({ ...SYSTEM_PORTS, fetch }, options)
  const key = JSON.stringify([options.baseUrl, options.clientId, options.scopes])
  const sessions = shared.get(key) ?? new SessionKeeper(SYSTEM_PORTS, options)
  shared.set(key, sessions)
  return sessions
}

function invalid(message: string): RegistaError {
  return new RegistaError('invalid_argument', message)
}
