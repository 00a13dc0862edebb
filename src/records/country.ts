/** The countries of the registers. A company is identified by country and ICO, not by the ICO alone. */
export const COUNTRIES = ['sk', 'cz'] as const
export type Country = (typeof COUNTRIES)[number]

/** The numbers of ISO 3166, as the registers write them. */
export const COUNTRY_CODES: Readonly<Record<Country, string>> = { sk: '703', cz: '203' }

/** The kinds of records. */
export const KINDS = ['company', 'address'] as const
export type Kind = (typeof KINDS)[number]
