import type { BrowserSession } from './api-types.ts'
import type { Ports } from './ports.ts'
import type { Scope } from './regista.ts'
import { hasCode } from './regista-error.ts'
import { withRetries } from './retry.ts'
import { sendRequest } from './send-request.ts'
import { SESSION_RENEWED_AFTER_MS } from './timings.ts'
import { withinTime } from './within-time.ts'

export interface Session {
  readonly token: string
  readonly scopes: readonly Scope[]
}

/** A server key, or the browser session of a page. */
export interface Credential {
  take(signal: AbortSignal): Promise<Session>
  /** The service refused this session: forgets it, unless a newer one has replaced it. A server key lacks this. */
  discard?(session: Session): void
}

export interface SessionOptions {
  readonly baseUrl: string
  readonly clientId: string
  readonly scopes: readonly Scope[] | undefined
  readonly timeoutMs: number
}

/** The browser session is created on first use and exists only in memory. */
export function createSessionKeeper(ports: Ports, options: SessionOptions): Required<Credential> {
  const { baseUrl, clientId, scopes, timeoutMs } = options
  let current: Session | undefined
  let renewAtMs = 0
  let creation: Promise<Session> | undefined

  async function create(wanted = scopes): Promise<Session> {
    const startedMs = ports.nowMs()
    const sent = { url: `${baseUrl}/v1/browser-sessions`, body: { client_id: clientId, scopes: wanted } }
    try {
      const { body } = await withinTime(ports, timeoutMs, undefined, (limit) =>
        withRetries(ports, { ...limit, isFree: true }, () => sendRequest(ports, sent, limit.signal)),
      )
      renewAtMs = startedMs + SESSION_RENEWED_AFTER_MS
      return (current = body.data as BrowserSession)
    } catch (error) {
      const others = wanted?.filter((scope) => scope !== 'companies:read')
      if (!others?.length || others.length === wanted!.length || !hasCode(error, 'scope_not_allowed')) throw error
      // The project does not allow company details in browsers. Suggestions must still work.
      return await create(others)
    }
  }

  return {
    /**
     * Concurrent calls share one creation. Aborting one call does not abort the creation. The refusal of an unknown
     * client id is kept until the page is loaded again.
     */
    async take(signal) {
      if (current && ports.nowMs() < renewAtMs) return current
      if (!creation) {
        const forget = () => (creation = undefined)
        creation = create()
        creation.then(forget, (error) => hasCode(error, 'unauthorized') || forget())
      }
      return await untilAborted(creation, signal)
    },
    discard({ token }) {
      if (current?.token === token) current = undefined
    },
  }
}

function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    promise.then(resolve, reject)
    signal.throwIfAborted()
    signal.addEventListener('abort', () => reject(signal.reason))
  })
}
