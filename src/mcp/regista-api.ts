import { parseJson } from '../stdx/json-fields.ts'

/** A request that the agent can do something about: the sentence is for it. */
export class ToolError extends Error {}

export interface RegistaAnswer {
  readonly data: unknown
  readonly meta: Readonly<Record<string, unknown>>
  /** Units that the account may use now, as the server says. */
  readonly unitsAvailable: string | null
}

export interface SessionOptions {
  readonly url: string
  readonly key: string
  /** No more units are used in this session. */
  readonly unitsMax: number
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 20_000

/** A Regista over HTTP with a key, and the units of one session. */
export class RegistaApi {
  readonly #access: SessionOptions
  #used = 0

  constructor(access: SessionOptions) {
    this.#access = access
  }

  get unitsLeft(): number {
    return this.#access.unitsMax - this.#used
  }

  /** `units` is the price: it is set aside, so that requests at once do not exceed the limit. */
  async get(path: string, query: Readonly<Record<string, unknown>>, units: number): Promise<RegistaAnswer> {
    if (this.unitsLeft < units)
      throw new ToolError(
        `This session has ${this.unitsLeft} of its ${this.#access.unitsMax} units left, and the request costs ${units}. A person may start regista mcp again, with a larger --units-max.`,
      )
    this.#used += units
    const { ok, status, headers, body } = await this.#send(path, query)
    if (ok && body.meta !== undefined)
      return { data: body.data, meta: body.meta, unitsAvailable: headers.get('x-credits-available-units') }
    if (body.error === undefined)
      throw new ToolError(`The server answered with status ${status}, and not as a Regista does.`)
    // A refusal of a Regista is never charged. What a proxy answers says nothing about that.
    this.#used -= units
    const { code, message, retry_after_seconds: seconds } = body.error
    throw new ToolError(`${message} (${code})${seconds ? ` Retry after ${seconds} seconds.` : ''}`)
  }

  /** A request without a whole answer may have been charged, so its units stay used. */
  async #send(path: string, query: Readonly<Record<string, unknown>>) {
    const { url, key, timeoutMs = TIMEOUT_MS } = this.#access
    const address = new URL(`${url.replace(/\/+$/, '')}${path}`)
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) address.searchParams.set(name, String(value))
    try {
      const headers = { authorization: `Bearer ${key}`, accept: 'application/json' }
      const response = await fetch(address, { headers, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
      const body = (parseJson(await response.text()) ?? {}) as Body
      return { ok: response.ok, status: response.status, headers: response.headers, body }
    } catch {
      throw new ToolError(
        `The Regista at ${address.origin} did not answer. A person must check REGISTA_URL and the server.`,
      )
    }
  }
}

interface Body {
  readonly data?: unknown
  readonly meta?: RegistaAnswer['meta']
  readonly error?: { readonly code: string; readonly message: string; readonly retry_after_seconds?: number | null }
}
