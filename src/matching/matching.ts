/** How does a given address or company agree with a record? Pure functions: they search nothing and read no file. */
export type { AddressComparison } from './address-rules.ts'
export { type Choice, chooseRecord, isCertain, withoutRecord } from './choose.ts'
export { compareAddress } from './compare-address.ts'
export { type CompanyComparison, compareCompany, type GivenCompany, readIco } from './compare-company.ts'
export { FIELD, type GivenAddress, type ReadAddress, readAddress } from './given-address.ts'
export type { Status } from './part-result.ts'
export { joinTokens, textToSearch } from './text-to-search.ts'
