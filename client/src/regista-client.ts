import type { Ports } from './ports.ts'
import { isQuery } from './query.ts'
import type {
  AddressQuery,
  AddressSuggestions,
  CallOptions,
  CompanyQuery,
  CompanyReading,
  CompanySuggestions,
  Country,
  Credits,
  Reading,
  Regista,
  UsageReading,
} from './regista.ts'
import { RegistaError } from './regista-error.ts'
import { withRetries } from './retry.ts'
import { type ApiReply, sendRequest } from './send-request.ts'
import type { SessionKeeper } from './session.ts'
import { SuggestionCache } from './suggestion-cache.ts'
import { type TimeLimit, withinTime } from './within-time.ts'

export interface ClientOptions {
  /** Without a slash at its end. */
  readonly baseUrl: string
  readonly timeoutMs: number
  /** A server key, or the sessions of a page. */
  readonly credential: string | SessionKeeper
}

type AnyReading = Reading<object, object>

export class RegistaClient implements Regista {
  readonly #ports: Ports
  readonly #options: ClientOptions
  readonly #cache = new SuggestionCache<AnyReading>()

  constructor(ports: Ports, options: ClientOptions) {
    this.#ports = ports
    this.#options = options
  }

  suggestAddresses({ near, ...query }: AddressQuery, options?: CallOptions): Promise<AddressSuggestions> {
    return this.#suggest('addresses', { ...query, ...near }, options) as Promise<AddressSuggestions>
  }

  suggestCompanies(query: CompanyQuery, options?: CallOptions): Promise<CompanySuggestions> {
    return this.#suggest('companies', { ...query }, options) as Promise<CompanySuggestions>
  }

  async readCompany(country: Country, ico: string, options?: CallOptions): Promise<CompanyReading> {
    if (!/^\d{8}$/.test(ico)) throw new RegistaError('invalid_argument', 'A company number has exactly eight digits.')
    return (await this.#read(`/v1/companies/${country}/${ico}`, false, options)) as CompanyReading
  }

  getUsage(options?: CallOptions): Promise<UsageReading> {
    return this.#read('/v1/me/usage', true, options) as Promise<UsageReading>
  }

  async canReadCompanies(options?: CallOptions): Promise<boolean> {
    const { credential } = this.#options
    if (typeof credential === 'string') return true
    const session = await this.#withinTime(options, ({ signal }) => credential.take(signal))
    return session.scopes.includes('companies:read')
  }

  async #suggest(kind: string, query: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<AnyReading> {
    const parameters = Object.entries(query).filter(([, value]) => value !== undefined)
    const path = `/v1/autocomplete/${kind}?${new URLSearchParams(parameters.map(([name, value]) => [name, `${value}`]))}`
    options?.signal?.throwIfAborted()
    const cached = this.#cache.get(path, this.#ports.now())
    if (cached) return cached
    if (!isQuery(`${query.q}`))
      throw new RegistaError('invalid_argument', 'q needs 2 to 120 characters, and a letter or a digit among them.')
    const reading = await this.#read(path, false, options)
    const credits = { ...reading.credits, chargedUnits: 0 }
    this.#cache.set(path, { ...reading, credits, fromCache: true }, this.#ports.now())
    return reading
  }

  async #read(path: string, isFree: boolean, options?: CallOptions): Promise<AnyReading> {
    const { headers, body } = await this.#withinTime(options, (limit) => this.#send(path, isFree, limit))
    return { ...body, credits: readCredits(headers, body.meta), fromCache: false }
  }

  #withinTime<T>(options: CallOptions | undefined, run: (limit: TimeLimit) => Promise<T>): Promise<T> {
    return withinTime(this.#ports, this.#options.timeoutMs, options?.signal, run)
  }

  async #send(path: string, isFree: boolean, limit: TimeLimit): Promise<ApiReply> {
    const { baseUrl, credential } = this.#options
    const send = (token: string): Promise<ApiReply> =>
      withRetries(this.#ports, { ...limit, isFree }, () =>
        sendRequest(this.#ports, { url: baseUrl + path, token }, limit.signal),
      )
    if (typeof credential === 'string') return await send(credential)
    const session = await credential.take(limit.signal)
    try {
      return await send(session.token)
    } catch (error) {
      if (!(error instanceof RegistaError && error.code === 'unauthorized')) throw error
      // The device has another address than before, or it slept. A refused request is not charged.
      credential.discard(session)
      return await send((await credential.take(limit.signal)).token)
    }
  }
}

function readCredits(headers: Headers, meta: object): Credits {
  const available = headers.get('X-Credits-Available-Units')
  return {
    chargedUnits: (meta as { charged_units: number }).charged_units,
    availableUnits: available === null ? null : Number(available),
    period: headers.get('X-Credits-Period'),
    resetAt: headers.get('X-Credits-Reset-At'),
  }
}
