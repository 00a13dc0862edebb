/** The countries whose registries we read. A (country, ICO) names a company; an ICO alone does not. */
export const COUNTRIES = ['sk', 'cz'] as const
export type Country = (typeof COUNTRIES)[number]

/** What is suggested. */
export const KINDS = ['company', 'address'] as const
export type Kind = (typeof KINDS)[number]
