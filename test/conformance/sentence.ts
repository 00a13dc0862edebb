import type { Scene } from './scene.ts'

/**
 * How a sentence of the contract is held: by a check made here, by a test that stands elsewhere, or by nothing that a
 * test could ask.
 */
export type Proof =
  | ((scene: Scene) => Promise<void> | void)
  | { readonly file: string; readonly test: string }
  | { readonly because: string }

/** What the contract promises, in our words, and what proves it. */
export type Sentence = readonly [promise: string, proof: Proof]

export function citeTest(file: string, test: string): Proof {
  return { file, test }
}

const OPERATIONS = 'src/http/operations'
export const COMPANIES = `${OPERATIONS}/suggest-companies.test.ts`
export const ADDRESSES = `${OPERATIONS}/suggest-addresses.test.ts`
export const DETAIL = `${OPERATIONS}/read-company.test.ts`
export const CHARGE = 'src/http/steps/charge-request.test.ts'
export const RATES = 'src/http/steps/limits.test.ts'
export const RAW = 'src/http/hostile-requests.test.ts'
export const OPENAPI = 'test/conformance/openapi.test.ts'
export const RUNNING = 'test/system/running-service.test.ts'
