import type { Address, BrowserSession, Company, CompanyDetail, DetailMeta, Meta, Usage } from './api-types.ts'

export type Country = Company['country']
export type Language = NonNullable<Meta['language']>
export type Scope = BrowserSession['scopes'][number]

export interface RegistaOptions {
  /** Where the service answers: `https://regista.example.com`. */
  readonly baseUrl: string
  /** The public client id of a project (`rgp_…`), for pages. */
  readonly clientId?: string | undefined
  /** A secret (`rgk_…`), for servers only. */
  readonly serverKey?: string | undefined
  /**
   * The scopes of the browser session. Default: both suggestion scopes. `companies:read` is dropped if the project does
   * not allow it in browsers; `canReadCompanies` tells.
   */
  readonly scopes?: readonly Scope[] | undefined
  /** The longest time of a call, with its session and all retries. Default: 10 s. */
  readonly timeoutMs?: number | undefined
  readonly fetch?: typeof fetch | undefined
}

export interface CallOptions {
  /** Aborting rejects the call with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

export interface CompanyQuery {
  /** The typed text. `isQuery` tells whether the service accepts it. */
  readonly q: string
  /** Default: sk. */
  readonly country?: Country | undefined
  readonly lang?: Language | undefined
  /** 1 to 10. Default: 10. */
  readonly limit?: number | undefined
}

export interface AddressQuery extends CompanyQuery {
  /** Places near this position come first among equals. */
  readonly near?: { readonly latitude: number; readonly longitude: number } | undefined
}

/** What the response headers tell about units. Null: a proxy removed the header. */
export interface Credits {
  /** Units of this call. 0 if it was answered from the cache. */
  readonly chargedUnits: number
  /** Units prepared on the answering server, not the rest of the month: `getUsage` has that, for servers. */
  readonly availableUnits: number | null
  /** A calendar month in Europe/Bratislava: `2026-11`. */
  readonly period: string | null
  /** The end of the period, in UTC. */
  readonly resetAt: string | null
}

export interface Reading<Data, ReadingMeta = Meta> {
  readonly data: Data
  readonly meta: ReadingMeta
  readonly credits: Credits
  /** True: nothing was sent and nothing was charged. `meta` is that of the first response. */
  readonly fromCache: boolean
}

export type AddressSuggestions = Reading<readonly Address[]>
export type CompanySuggestions = Reading<readonly Company[]>
export type CompanyReading = Reading<CompanyDetail, DetailMeta>
export type UsageReading = Reading<Usage>
export type AddressVerification = Reading<Verification>

/** An address as it was given: in parts, or as one line in `address`. */
export interface AddressParts extends Pick<CompanyQuery, 'country' | 'lang'> {
  readonly address?: string
  readonly street?: string
  readonly number?: string
  readonly part?: string
  readonly town?: string
  readonly postcode?: string
}

export interface Verification {
  /** What is certain. `exact`, `corrected` and `completed` have a proposal. */
  readonly status: 'exact' | 'corrected' | 'completed' | 'street' | 'town' | 'ambiguous' | 'conflict' | 'none'
  /** 0 to 100. */
  readonly score: number
  /** The only address that fits. */
  readonly proposal: Address | null
  /**
   * How each part agrees with the proposal, or with the street or town that is certain. `other` stands beside the
   * address, as a flat or a firm.
   */
  readonly parts: {
    readonly [part in 'street' | 'number' | 'part' | 'town' | 'postcode' | 'other']?:
      | 'equal'
      | 'written otherwise'
      | 'typing error'
      | 'missing'
      | 'added'
      | 'conflict'
  }
  /** The suggestions, the best first. */
  readonly candidates: readonly Address[]
}

export interface Regista {
  /** 1 unit. */
  suggestAddresses(query: AddressQuery, options?: CallOptions): Promise<AddressSuggestions>
  /** 1 unit. */
  suggestCompanies(query: CompanyQuery, options?: CallOptions): Promise<CompanySuggestions>
  /** 1 unit. How does an address that a person typed agree with the register? */
  verifyAddress(parts: AddressParts, options?: CallOptions): Promise<AddressVerification>
  /** 10 units. `ico` has eight digits. */
  readCompany(country: Country, ico: string, options?: CallOptions): Promise<CompanyReading>
  /** Free, with a server key only. */
  getUsage(options?: CallOptions): Promise<UsageReading>
  /** Whether the browser session, which is created if there is none, allows `readCompany`. True for a server key. */
  canReadCompanies(options?: CallOptions): Promise<boolean>
}
