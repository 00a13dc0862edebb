/** What each operation costs, in units. Only a success is charged. */
export const PRICES = {
  suggestAddresses: 1,
  suggestCompanies: 1,
  createBrowserSession: 0,
  getUsage: 0,
  readCompany: 10,
} as const

export type OperationId = keyof typeof PRICES
