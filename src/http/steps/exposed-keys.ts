import { findExposedKeys, type Principal } from '../../access/access.ts'
import type { HttpPorts } from '../ports.ts'
import type { RequestContext } from '../request-types.ts'

/** Only browsers send Origin or Sec-Fetch-Site: the key is in a page, where every visitor can read it. */
export function warnIfKeySentByBrowser(ports: HttpPorts, context: RequestContext, { credential }: Principal): void {
  const { headers } = context.request
  if (headers.origin === undefined && headers['sec-fetch-site'] === undefined) return
  warn(ports, context, {
    key: credential,
    where: 'page',
    message: 'a browser sent a server key, which every visitor of the page can read; use browser sessions there',
  })
}

/** URLs are kept in histories, logs and the headers of other requests. */
export function warnIfKeyInUrl(ports: HttpPorts, context: RequestContext): void {
  for (const key of findExposedKeys(ports.access.view(), context.request.url ?? ''))
    warn(ports, context, { key, where: 'url', message: 'a URL contained a server key' })
}

interface ExposedKey {
  readonly key: string
  readonly where: 'page' | 'url'
  readonly message: string
}

function warn(
  { log, limits, meter }: HttpPorts,
  { requestId }: RequestContext,
  { key, where, message }: ExposedKey,
): void {
  meter?.exposed(where)
  const nowMs = limits.nowMs()
  const loggedMs = logged.get(key)
  if (loggedMs !== undefined && nowMs < loggedMs + LOG_EVERY_MS) return
  if (KEYS_MAX <= logged.size) logged.clear()
  logged.set(key, nowMs)
  log.warn({ requestId, key }, `${message}: revoke the key and issue another`)
}

/** When each key was last logged: a page with many visitors would fill the log. */
const logged = new Map<string, number>()
const LOG_EVERY_MS = 60_000
const KEYS_MAX = 1_000
