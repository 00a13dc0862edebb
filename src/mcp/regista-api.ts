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
    const response = await this.#send(path, query)
    const body = (await response.json().catch(() => ({}))) as Body
    if (response.ok && body.meta !== undefined)
      return { data: body.data, meta: body.meta, unitsAvailable: response.headers.get('x-credits-available-units') }
    // A refusal is never charged.
    this.#used -= units
    throw new ToolError(describeRefusal(response.status, body))
  }

  /** A request without an answer may have been charged, so its units stay used. */
  async #send(path: string, query: Readonly<Record<string, unknown>>): Promise<Response> {
    const { url, key } = this.#access
    const address = new URL(`${url.replace(/\/+$/, '')}${path}`)
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) address.searchParams.set(name, String(value))
    try {
      const headers = { authorization: `Bearer ${key}`, accept: 'application/json' }
      return await fetch(address, { headers, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
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

function describeRefusal(status: number, { error }: Body): string {
  if (error === undefined) return `The server answered with status ${status}, and not as a Regista does.`
  const seconds = error.retry_after_seconds
  return `${error.message} (${error.code})${seconds ? ` Retry after ${seconds} seconds.` : ''}`
}
