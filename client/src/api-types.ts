/* Written by `npm run api-types` from src/http/openapi/openapi.json. */

/**
 * The parts of an address. A part that the register does not have is null. See *Filling in a form* for the lines of a
 * letter.
 */
export interface AddressComponents {
  /** The number of the address point in its register. Null for a street or a place. */
  readonly source_id?: string | null
  /** The street, without a number. Null where houses have none, as in most villages. */
  readonly street?: string | null
  /** The number of the street in its register. Null if the register has none. */
  readonly street_id?: string | null
  /** The municipality (obec). Bratislava and Košice appear as their city parts: `Bratislava-Ružinov`. */
  readonly municipality?: string | null
  /** Slovakia: LAU 2 code, as `SK0321500308`. Czechia: the code of RÚIAN, six digits. */
  readonly municipality_code?: string | null
  /**
   * The part of the municipality (časť obce, část obce). Often equal to it. Where there is no street, the houses are
   * numbered in it.
   */
  readonly municipality_part?: string | null
  /** The code of the part in its register. Null if the register has none. */
  readonly municipality_part_code?: string | null
  /** Five digits without a space: `82102`. Null for some Slovak addresses. */
  readonly postal_code?: string | null
  /** Always null: the registers do not name the post office. */
  readonly post_office?: string | null
  /** The number in the municipality or its part (súpisné číslo, číslo popisné). The part before the slash. */
  readonly registration_number?: string | null
  /**
   * Only Czechia: the number of a building without a registration number, as a cottage (číslo evidenční). It is written
   * `č.ev. 20`.
   */
  readonly evidence_number?: string | null
  /** Only Czechia: `č.p.` if house_number is the registration number, `č.ev.` if it is the evidence number. */
  readonly house_number_type?: string | null
  /** Only Czechia: the registration or the evidence number, as house_number_type says. */
  readonly house_number?: string | null
  /** The number in the street (orientačné číslo, číslo orientační), without its letter. The part behind the slash. */
  readonly orientation_number?: string | null
  /** The letter of the orientation number: `B` of `5346/1B`. */
  readonly orientation_letter?: string | null
  /** Only Czechia: the city district (městská část, městský obvod), in cities that have them. */
  readonly district?: string | null
  /** Only Czechia: the code of the city district. */
  readonly district_code?: string | null
  /** The county (okres). Null in Praha, which has none. */
  readonly county?: string | null
  /** Slovakia: LAU 1 code, as `SK0321`. Czechia: the code of RÚIAN. */
  readonly county_code?: string | null
  /** The region (kraj). */
  readonly region?: string | null
  /** Slovakia: NUTS 3 code, as `SK032`. Czechia: the code of RÚIAN. */
  readonly region_code?: string | null
  /** Always null: the imported files do not have it. */
  readonly building_id?: string | null
  /** The position. A street or place has that of one of its houses. Null if the register does not say. */
  readonly coordinates?: {
    /** Degrees north, WGS 84. */
    readonly latitude: number
    /** Degrees east, WGS 84. */
    readonly longitude: number
    /** The reference system: WGS 84, longitude first. */
    readonly crs: 'OGC:CRS84'
    /** Reserved. Never sent at present. */
    readonly source?: Readonly<Record<string, never>>
  } | null
}

/** An address point. Without a typed house number also a street or a place. */
export interface Address {
  /** The id of the record. It stays the same when the record changes. */
  readonly id: string
  /** The country of the address. */
  readonly country: 'sk' | 'cz'
  /**
   * The address in one line, for the list: `Ružinovská 5346/1B, 82102 Bratislava-Ružinov`. In Praha it ends with the
   * postal district: `17000 Praha 7`.
   */
  readonly name: string
  readonly address: AddressComponents
  /** The register that the record comes from. */
  readonly source: {
    /** The register: `ra` in Slovakia, `ruian` in Czechia. */
    readonly code: string
    /** The key of the record in the register; of a street or place, one of ours. */
    readonly id: string
    /** A page about the record; of a street or place, that of the register. */
    readonly url: string
    /** The text to show with the data where the licence demands it. */
    readonly attribution: string
  }
  /** The day from which the address point is valid, `2026-01-11`. Null if it is unknown. */
  readonly updated_at: string | null
}

/** How complete and current the data of this country and kind is. */
export interface Coverage {
  /**
   * `sample`: invented. `partial`: a part of the country. `stale`: older than the register publishes. `complete`: all
   * of it.
   */
  readonly state?: string
  /** The day of the newest source file. */
  readonly source_metadata_updated_at?: string | null
}

/** A source of the data, with the attribution that its terms require. */
export interface Source {
  /** The register: `rpo`, `ra`, `ares` or `ruian`. */
  readonly code: string
  /** Where the register publishes the data. */
  readonly url: string
  /** The text to show with the data where the licence demands it. */
  readonly attribution?: string | null
  /** The licence of the data. */
  readonly license?: string | null
  /** The text of the licence. */
  readonly license_url?: string | null
}

/** The price of the response and the sources of its data. */
export interface Meta {
  /** Identifies this request, as `X-Request-Id`. Quote it to the operator. */
  readonly request_id: string
  /** The country that was searched. */
  readonly country?: 'sk' | 'cz'
  /** The language that was requested, or its default. */
  readonly language?: 'sk' | 'cs' | 'en'
  /** The units charged for this request. */
  readonly charged_units: number
  /** The day of the data; with several sources, the oldest. */
  readonly data_as_of?: string | null
  readonly coverage?: Coverage
  /** The sources of the data in this answer. */
  readonly sources?: readonly Source[]
  /**
   * What limits the data: `data_stale` (older than the register publishes) or `source_missing` (a register is not
   * imported). What the search left out because nothing was found with it: `flat_left_out` (flat, floor or door),
   * `postal_code_left_out` or `words_left_out`.
   */
  readonly warnings?: readonly string[]
}

/** Why the request failed and what to do. A failed request is never charged. */
export interface ApiError {
  /** What went wrong. */
  readonly error: {
    /** For programs. Codes are added, never renamed. */
    readonly code: string
    /** For programmers: what happened, and what to do. Do not parse it. */
    readonly message: string
    /** Only for 429 and 503: the seconds to wait, as in `Retry-After`. */
    readonly retry_after_seconds?: number | null
  }
  /** Identifies this request, as `X-Request-Id`. Quote it to the operator. */
  readonly request_id: string
}

/** A suggested company or organization. */
export interface Company {
  /** The id of the record. It stays the same when the record changes. */
  readonly id: string
  /** The country of the register. */
  readonly country: 'sk' | 'cz'
  /** The company number (IČO): eight digits with leading zeros. Null for a few Slovak records. */
  readonly ico: string | null
  /** The registered name with its legal form. */
  readonly name: string
  /**
   * The seat in one line, for the list. Empty if the register has none. Its parts (street, town, postal code) come only
   * with readCompany: 10 units, and the scope `companies:read`, which browsers do not have by default.
   */
  readonly address: string
  /** `dissolved`, `source_removed` (the register no longer lists it), or null for an active company. */
  readonly status: string | null
  /** A page about the company, by default in its register. */
  readonly url: string
  /** The day on which the register last changed the record. Null if it does not say, as in Slovakia. */
  readonly updated_at: string | null
}

/** A request of a web page for a session. */
export interface BrowserSessionRequest {
  /** The public client id of the project. It may stand in the page. */
  readonly client_id: string
  /**
   * Some of the scopes that the project allows in browsers. Default: the suggestion scopes that it allows.
   * `companies:read` only if it is listed here and the project allows it, which it does not by default.
   */
  readonly scopes?: readonly ('addresses:suggest' | 'companies:suggest' | 'companies:read')[]
}

/** A credential for one web page, valid for 15 minutes from one IP address and one origin. */
export interface BrowserSession {
  /** Send it as `Authorization: Bearer rgb_…`. Keep it in memory, for as long as the page is open. */
  readonly token: string
  /** The end of the session, 15 minutes after its creation. Create the next one shortly before. */
  readonly expires_at: string
  /** What the session may do. */
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
  /** Of requests whose debit could not be confirmed in time. Not counted as charged, and at most 100. */
  readonly recovery_hold_units: number
  /** What the server may charge with its next commit, before it asks the books again. */
  readonly prepared_available_units: number
  /** Being written to the books and not yet confirmed. */
  readonly pending_spent_units: number
  /** Taken by requests that are in progress. */
  readonly in_flight_reserved_units: number
  /** The figures are of this moment. */
  readonly accounting_status: 'live'
  /** A calendar month in Europe/Bratislava. */
  readonly period: string
}

/** A code from a code list of a register, with its name. Null if the register has none. */
export type CompanyRegistryCode = {
  /** The code in its list. */
  readonly code: string | null
  /** Its name, in the language of the register. */
  readonly name: string | null
  /** The code list of the register. */
  readonly codelist: string | null
} | null

/**
 * The parts of a seat, as the register of companies has them. Null: it does not have the part. See *Filling in a form*.
 */
export interface SeatComponents {
  /** The street, without a number. Null where houses have none. */
  readonly street: string | null
  /** The municipality (obec). */
  readonly municipality: string | null
  /** The part of the municipality (časť obce, část obce). */
  readonly municipality_part: string | null
  /** Slovakia: LAU 2 code. Czechia: the code of RÚIAN, if the seat names a known house. */
  readonly municipality_code: string | null
  /** The number in the municipality (súpisné číslo, číslo popisné). */
  readonly registration_number: string | null
  /** Only Czechia: the number of a building without a registration number. */
  readonly evidence_number: string | null
  /** The number in the street, without its letter. */
  readonly orientation_number: string | null
  /** The letter of the orientation number. */
  readonly orientation_letter: string | null
  /**
   * The number as the register writes it. Use it if the other four number fields are null: which of them it is, the
   * register does not say.
   */
  readonly building_number: string | null
  /** Without a space. Five digits in Slovakia and Czechia; a seat abroad has its own form. */
  readonly postal_code: string | null
  /** The name of the country, in the language of the register. */
  readonly country: string | null
  /** ISO 3166-1 numeric: `703` is Slovakia, `203` Czechia. Others are seats abroad. */
  readonly country_code: string | null
  /** The key of the house in the address register of the country: source_id of an address. */
  readonly address_id: string | null
  /** The seat in one line, the same as `address.formatted`. */
  readonly formatted: string | null
}

/** A company or organization: identity, seat, dates and provenance. */
export interface CompanyDetail {
  /** The id of the record. It stays the same when the record changes. */
  readonly id: string
  /** The country of the register. */
  readonly country: 'sk' | 'cz'
  /** The company number (IČO), with leading zeros. */
  readonly ico: string
  /** The registered name with its legal form. */
  readonly name: string
  /**
   * `dissolved`: ended. `source_removed`: the register no longer lists it. `removed`: the operator withdrew it. Null
   * for an active company.
   */
  readonly status: 'dissolved' | 'source_removed' | 'removed' | null
  readonly legal_status: CompanyRegistryCode
  readonly legal_form: CompanyRegistryCode
  /** The seat. */
  readonly address: {
    /** The seat in one line. Null if the register has none. */
    readonly formatted: string | null
    readonly components: SeatComponents
  }
  /** The company number, and the key in the register. */
  readonly identifiers: readonly {
    /** `ico`: the company number. `source_id`: the key of the record in its register. */
    readonly type: 'ico' | 'source_id'
    /** The country of the register. */
    readonly country: 'sk' | 'cz'
    /** The identifier. */
    readonly value: string
    /** The register that gave it. */
    readonly source?: 'rpo' | 'ares'
  }[]
  /** When the company began and ended. */
  readonly dates: {
    /** The day of its establishment. Null if unknown. */
    readonly established_at: string | null
    /** Null for an active company, and for a dissolved one if the register has no date. */
    readonly dissolved_at: string | null
  }
  /** The entry in the commercial or another register. */
  readonly registration: {
    readonly register: CompanyRegistryCode
    /** The court or office that keeps the register. */
    readonly office: string | null
    /** The number of the entry, as `Sro/32191/N`. */
    readonly number: string | null
  }
  /** A page about the company, by default in its register. */
  readonly url: string
  /** What proves the record: register, file and revision. */
  readonly provenance: {
    /** The register: `rpo` or `ares`. */
    readonly source_code: string
    /** Its dataset: `rpo`, `res` or `vr`. */
    readonly dataset: string
    /** The key of the record in the dataset. */
    readonly source_key: string
    /** This revision of the record. Each change of the record makes another. */
    readonly revision_id: string
    /** SHA-256 of the record in our canonical form. */
    readonly record_sha256: string
    /** SHA-256 of the file that the record was read from. */
    readonly file_sha256: string
    /** The day of the file that last had the record. */
    readonly observed_at: string | null
    /** When that file was fetched. */
    readonly fetched_at: string | null
    /** The day on which the register last changed the record, if it says so. */
    readonly source_updated_at: string | null
    /** When the record was imported. */
    readonly projection_updated_at: string | null
    /** The version of the rules by which it was read. */
    readonly projection_version: string
  }
}

/** The source of a company detail. */
export interface DetailSource {
  /** The register. */
  readonly code: 'rpo' | 'ares'
  /** The dataset of the register. */
  readonly dataset: 'rpo' | 'res' | 'vr'
  /** Where the register publishes the data. */
  readonly url: string | null
  /** The text to show with the data where the licence demands it. */
  readonly attribution: string | null
  /** The licence of the data. */
  readonly license: string | null
  /** The text of the licence. */
  readonly license_url: string | null
  /** What the register says about the use of its data. */
  readonly notice: string | null
}

/** The price of a company detail and its source. */
export interface DetailMeta {
  /** Identifies this request, as `X-Request-Id`. Quote it to the operator. */
  readonly request_id: string
  /** The country of the register. */
  readonly country: 'sk' | 'cz'
  /** The units charged for this request. */
  readonly charged_units: 10
  /** The day of the data. */
  readonly data_as_of: string | null
  /** How complete and current the data of this country is. */
  readonly coverage: {
    /**
     * `sample`: invented. `partial`: a part of the country. `stale`: older than the register publishes. `complete`: all
     * of it.
     */
    readonly state: string
    /** The day of the source file. */
    readonly source_metadata_updated_at: string
  }
  /** The source of the record. */
  readonly sources: readonly DetailSource[]
  /**
   * What limits the data: `data_stale` (older than the register publishes) or `source_missing` (a register is not
   * imported). What the search left out because nothing was found with it: `flat_left_out` (flat, floor or door),
   * `postal_code_left_out` or `words_left_out`.
   */
  readonly warnings: readonly string[]
}
