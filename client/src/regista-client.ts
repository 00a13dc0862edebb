import { loadVerification } from './load-verification.ts'
import type { Ports } from './ports.ts'
import { isQuery } from './query.ts'
import type {
  AddressParts,
  AddressQuery,
  CallOptions,
  CompanyQuery,
  Country,
  Credits,
  Reading,
  Regista,
} from './regista.ts'
import { createInvalid, hasCode } from './regista-error.ts'
import { withRetries } from './retry.ts'
import { sendRequest } from './send-request.ts'
import type { Credential } from './session.ts'
import { createSuggestionCache } from './suggestion-cache.ts'
import { withinTime } from './within-time.ts'

export interface ClientOptions {
  /** Without a slash at its end. */
  readonly baseUrl: string
  readonly timeoutMs: number
}

type AnyReading = Reading<object, object>

export function createClient(ports: Ports, { baseUrl, timeoutMs }: ClientOptions, credential: Credential): Regista {
  const cache = createSuggestionCache<AnyReading>(ports)

  async function read(path: string, isFree: boolean, options?: CallOptions): Promise<AnyReading> {
    const { headers, body } = await withinTime(ports, timeoutMs, options?.signal, async (limit) => {
      for (let isRenewed = false; ; isRenewed = true) {
        const session = await credential.take(limit.signal)
        const request = { url: baseUrl + path, token: session.token }
        try {
          return await withRetries(ports, { ...limit, isFree }, () => sendRequest(ports, request, limit.signal))
        } catch (error) {
          if (isRenewed || !credential.discard || !hasCode(error, 'unauthorized')) throw error
          // The device has another address than before, or it slept. A refused request is not charged.
          credential.discard(session)
        }
      }
    })
    return { ...body, credits: readCredits(headers, body.meta), fromCache: false }
  }

  async function suggest(kind: string, { near, ...query }: AddressQuery, options?: CallOptions): Promise<AnyReading> {
    options?.signal?.throwIfAborted()
    const parameters = new URLSearchParams()
    // The coordinates of the browser's Geolocation API have no properties of their own.
    const { latitude, longitude } = near ?? {}
    for (const [name, value] of Object.entries({ ...query, latitude, longitude }))
      if (value !== undefined) parameters.set(name, `${value}`)
    const path = `/v1/autocomplete/${kind}?${parameters}`
    const cached = cache.get(path)
    if (cached) return cached
    if (!isQuery(query.q)) throw createInvalid('Check q with isQuery.')
    const reading = await read(path, false, options)
    cache.set(path, { ...reading, credits: { ...reading.credits, chargedUnits: 0 }, fromCache: true })
    return reading
  }

  const regista = {
    suggestAddresses: (query: AddressQuery, options?: CallOptions) => suggest('addresses', query, options),
    suggestCompanies: (query: CompanyQuery, options?: CallOptions) => suggest('companies', query, options),
    verifyAddress: async (parts: AddressParts, options?: CallOptions) =>
      (await loadVerification()).verifyAddress(regista as Regista, parts, options),
    async readCompany(country: Country, ico: string, options?: CallOptions) {
      if (!/^\d{8}$/.test(ico)) throw createInvalid('An ico has eight digits.')
      return await read(`/v1/companies/${country}/${ico}`, false, options)
    },
    getUsage: (options?: CallOptions) => read('/v1/me/usage', true, options),
    async canReadCompanies(options?: CallOptions) {
      const { scopes } = await withinTime(ports, timeoutMs, options?.signal, ({ signal }) => credential.take(signal))
      return scopes.includes('companies:read')
    },
  }
  // The service keeps to the description of the API.
  return regista as Regista
}

function readCredits(headers: Headers, meta: object): Credits {
  const header = (name: string) => headers.get(`X-Credits-${name}`)
  const available = header('Available-Units')
  return {
    chargedUnits: (meta as { charged_units: number }).charged_units,
    availableUnits: available ? Number(available) : null,
    period: header('Period'),
    resetAt: header('Reset-At'),
  }
}
