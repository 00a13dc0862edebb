/* Written by `npm run api-types` from docs/reference/openapi.json. */

/** The codes of errors. A newer server may send others. */
export type ApiErrorCode =
  | 'accounting_unavailable'
  | 'allowance_busy'
  | 'company_identity_ambiguous'
  | 'company_not_found'
  | 'data_unavailable'
  | 'forbidden'
  | 'invalid_parameter'
  | 'invalid_request'
  | 'method_not_allowed'
  | 'monthly_limit_reached'
  | 'origin_not_allowed'
  | 'overloaded'
  | 'payload_too_large'
  | 'rate_limited'
  | 'scope_not_allowed'
  | 'unauthorized'

export interface AddressComponents {
  readonly source_id?: string | null
  readonly street?: string | null
  readonly street_id?: string | null
  readonly municipality?: string | null
  readonly municipality_code?: string | null
  readonly municipality_part?: string | null
  readonly municipality_part_code?: string | null
  readonly postal_code?: string | null
  readonly post_office?: string | null
  readonly registration_number?: string | null
  readonly evidence_number?: string | null
  readonly house_number_type?: string | null
  readonly house_number?: string | null
  readonly orientation_number?: string | null
  readonly orientation_letter?: string | null
  readonly district?: string | null
  readonly district_code?: string | null
  readonly county?: string | null
  readonly county_code?: string | null
  readonly region?: string | null
  readonly region_code?: string | null
  readonly building_id?: string | null
  readonly coordinates?: {
    readonly latitude: number
    readonly longitude: number
    readonly crs: 'OGC:CRS84'
    readonly source?: Readonly<Record<string, never>>
  } | null
}

/** An address point. Without a typed house number also a street or a place. */
export interface Address {
  readonly id: string
  readonly country: 'sk' | 'cz'
  /** The address in one line. */
  readonly name: string
  readonly address: AddressComponents
  readonly source: {
    readonly code: string
    readonly id: string
    readonly url: string
    readonly attribution: string
  }
  readonly updated_at: string | null
}

/** How complete and current the data of this country and kind is. */
export interface Coverage {
  /** sample, partial, stale or complete. */
  readonly state?: string
  readonly source_metadata_updated_at?: string | null
}

/** A source of the data, with the attribution that its terms require. */
export interface Source {
  readonly code: string
  readonly url: string
  readonly attribution?: string | null
  readonly license?: string | null
  readonly license_url?: string | null
}

/** The price of the response and the sources of its data. */
export interface Meta {
  readonly request_id: string
  readonly country?: 'sk' | 'cz'
  readonly language?: 'sk' | 'cs' | 'en'
  readonly charged_units: number
  readonly data_as_of?: string | null
  readonly coverage?: Coverage
  readonly sources?: readonly Source[]
  readonly warnings?: readonly string[]
}

/** Why the request failed and what to do. A failed request is never charged. */
export interface ErrorBody {
  readonly error: {
    readonly code: string
    readonly message: string
    readonly retry_after_seconds?: number | null
  }
  readonly request_id: string
}

/** A suggested company or organization. */
export interface Company {
  readonly id: string
  readonly country: 'sk' | 'cz'
  readonly ico: string | null
  readonly name: string
  /** The seat in one line. Empty if the register has none. */
  readonly address: string
  /** dissolved, source_removed, or null for an active company. */
  readonly status: string | null
  readonly url: string
  readonly updated_at: string | null
}

export interface BrowserSessionRequest {
  /** The public client id of the project. */
  readonly client_id: string
  /** Some of the scopes that the project allows in browsers. Default: the suggestion scopes. */
  readonly scopes?: readonly ('addresses:suggest' | 'companies:suggest' | 'companies:read')[]
}

/** A credential for one web page, valid for 15 minutes from one IP address and one origin. */
export interface BrowserSession {
  readonly token: string
  readonly expires_at: string
  readonly scopes: readonly ('addresses:suggest' | 'companies:suggest' | 'companies:read')[]
}

/** The usage of the account in this month, at one moment. */
export interface Usage {
  /** The units that the account may use this month. */
  readonly allowance_units: number
  /** Charged: debited durably and answered with success. */
  readonly confirmed_units: number
  /** The sum of the prepared, in-flight and pending units. */
  readonly reserved_units: number
  /** Debited, but the response is unknown. Not charged, and at most 100. */
  readonly recovery_hold_units: number
  /** Granted to servers and free. */
  readonly prepared_available_units: number
  /** Being written to the books and not yet confirmed. */
  readonly pending_spent_units: number
  /** Taken by requests that are in progress. */
  readonly in_flight_reserved_units: number
  readonly accounting_status: 'live'
  /** A calendar month in Europe/Bratislava. */
  readonly period: string
}

/** A code from a code list of a register, with its name. Null if the register has none. */
export type CompanyRegistryCode = {
  readonly code: string | null
  readonly name: string | null
  readonly codelist: string | null
} | null

/** A company or organization: identity, seat, dates and provenance. */
export interface CompanyDetail {
  readonly id: string
  readonly country: 'sk' | 'cz'
  readonly ico: string
  readonly name: string
  readonly status: 'dissolved' | 'source_removed' | 'removed' | null
  readonly legal_status: CompanyRegistryCode
  readonly legal_form: CompanyRegistryCode
  readonly address: {
    readonly formatted: string | null
    readonly components: {
      readonly street: string | null
      readonly municipality: string | null
      readonly municipality_part: string | null
      readonly municipality_code: string | null
      readonly registration_number: string | null
      readonly evidence_number: string | null
      readonly orientation_number: string | null
      readonly orientation_letter: string | null
      readonly building_number: string | null
      readonly postal_code: string | null
      readonly country: string | null
      readonly country_code: string | null
      readonly address_id: string | null
      readonly formatted: string | null
    }
  }
  readonly identifiers: readonly {
    readonly type: 'ico' | 'source_id'
    readonly country: 'sk' | 'cz'
    readonly value: string
    readonly source?: 'rpo' | 'ares'
  }[]
  readonly dates: {
    readonly established_at: string | null
    /** Null for an active company, and for a dissolved one if the register has no date. */
    readonly dissolved_at: string | null
  }
  readonly registration: {
    readonly register: CompanyRegistryCode
    readonly office: string | null
    readonly number: string | null
  }
  readonly url: string
  readonly provenance: {
    readonly source_code: string
    readonly dataset: string
    readonly source_key: string
    readonly revision_id: string
    readonly record_sha256: string
    readonly file_sha256: string
    readonly observed_at: string | null
    readonly fetched_at: string | null
    readonly source_updated_at: string | null
    readonly projection_updated_at: string | null
    readonly projection_version: string
  }
}

/** The source of a company detail. */
export interface DetailSource {
  readonly code: 'rpo' | 'ares'
  readonly dataset: 'rpo' | 'res' | 'vr'
  readonly url: string | null
  readonly attribution: string | null
  readonly license: string | null
  readonly license_url: string | null
  readonly notice: string | null
}

/** The price of a company detail and its source. */
export interface DetailMeta {
  readonly request_id: string
  readonly country: 'sk' | 'cz'
  readonly charged_units: 10
  readonly data_as_of: string | null
  readonly coverage: {
    readonly state: string
    readonly source_metadata_updated_at: string
  }
  readonly sources: readonly DetailSource[]
  readonly warnings: readonly string[]
}
