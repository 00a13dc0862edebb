import type { BrowserSession } from './api-types.ts'
import type { Ports } from './ports.ts'
import type { Scope } from './regista.ts'
import { RegistaError } from './regista-error.ts'
import { withRetries } from './retry.ts'
import { sendRequest } from './send-request.ts'
import { withinTime } from './within-time.ts'

interface Session {
  readonly token: string
  readonly scopes: readonly Scope[]
  readonly renewAtMs: number
}

export interface SessionOptions {
  readonly baseUrl: string
  readonly clientId: string
  readonly scopes: readonly Scope[] | undefined
  readonly timeoutMs: number
}

/**
 * A session lives for 15 minutes and is renewed a minute earlier. `expires_at` is not used: the device's clock may be
 * wrong by hours.
 */
const RENEWED_AFTER_MS = 14 * 60_000

/** The browser session of a page. It is created on first use and exists only in memory. */
export class SessionKeeper {
  readonly #ports: Ports
  readonly #options: SessionOptions
  #session: Session | undefined
  #creation: Promise<Session> | undefined

  constructor(ports: Ports, options: SessionOptions) {
    this.#ports = ports
    this.#options = options
  }

  /** A valid session. Calls at the same time wait for one creation, which the abort of one of them does not stop. */
  async take(signal: AbortSignal): Promise<Session> {
    if (this.#session && this.#ports.now() < this.#session.renewAtMs) return this.#session
    this.#creation ??= this.#create().finally(() => (this.#creation = undefined))
    return await untilAborted(this.#creation, signal)
  }

  /** The service refused this token. A newer one is kept. */
  discard({ token }: Session): void {
    if (this.#session?.token === token) this.#session = undefined
  }

  async #create(): Promise<Session> {
    const { scopes } = this.#options
    try {
      return await this.#request(scopes)
    } catch (error) {
      const others = scopes?.filter((scope) => scope !== 'companies:read')
      const isRefused = error instanceof RegistaError && error.code === 'scope_not_allowed'
      if (!isRefused || !others?.length || others.length === scopes?.length) throw error
      // The project does not allow details in browsers. Suggestions must still work.
      return await this.#request(others)
    }
  }

  async #request(scopes: readonly Scope[] | undefined): Promise<Session> {
    const { baseUrl, clientId, timeoutMs } = this.#options
    const url = `${baseUrl}/v1/browser-sessions`
    const body = { client_id: clientId, ...(scopes && { scopes }) }
    const startedMs = this.#ports.now()
    const reply = await withinTime(this.#ports, timeoutMs, undefined, (limit) =>
      withRetries(this.#ports, { ...limit, isFree: true }, () => sendRequest(this.#ports, { url, body }, limit.signal)),
    )
    const data = reply.body.data as BrowserSession
    this.#session = { token: data.token, scopes: data.scopes, renewAtMs: startedMs + RENEWED_AFTER_MS }
    return this.#session
  }
}

function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    promise.then(resolve, reject)
    signal.throwIfAborted()
    signal.addEventListener('abort', () => reject(signal.reason))
  })
}
