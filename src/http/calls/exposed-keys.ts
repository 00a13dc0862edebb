import { exposedKeys, type Principal } from '../../access/access.ts'
import type { HttpPorts } from '../ports.ts'
import type { Call } from './call.ts'

/** A server has no origin and no fetch metadata: its key is in a page, where everybody can read it. */
export function watchForPage(ports: HttpPorts, call: Call, { credential }: Principal): void {
  const { headers } = call.request
  if (headers.origin === undefined && headers['sec-fetch-site'] === undefined) return
  warn(ports, call, { key: credential, where: 'page', message: 'a server key was sent by a browser' })
}

/** Addresses stand in histories, logs and the headers of other requests: no place for a key. */
export function watchForUrl(ports: HttpPorts, call: Call): void {
  for (const key of exposedKeys(ports.access.view(), call.request.url ?? ''))
    warn(ports, call, { key, where: 'url', message: 'a server key stood in an address' })
}

interface Exposed {
  readonly key: string
  readonly where: 'page' | 'url'
  readonly message: string
}

function warn({ log, limits, meter }: HttpPorts, { requestId }: Call, { key, where, message }: Exposed): void {
  meter?.exposed(where)
  const nowMs = limits.nowMs()
  const saidMs = said.get(key)
  if (saidMs !== undefined && nowMs < saidMs + EVERY_MS) return
  if (KEYS_MAX <= said.size) said.clear()
  said.set(key, nowMs)
  log.warn({ requestId, key }, `${message}: revoke it and issue another`)
}

/** Of each key when it was last said: a page with many visitors would fill the log. */
const said = new Map<string, number>()
const EVERY_MS = 60_000
const KEYS_MAX = 1_000
