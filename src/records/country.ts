/** The countries of the registers. A company is identified by country and ICO, not by the ICO alone. */
export const COUNTRIES = ['sk', 'cz'] as const
export type Country = (typeof COUNTRIES)[number]

/** The kinds of records. */
export const KINDS = ['company', 'address'] as const
export type Kind = (typeof KINDS)[number]
