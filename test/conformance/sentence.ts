import type { Asking, Scene } from './scene.ts'

/**
 * How a sentence of the contract is held: by a check made here, by a test that stands elsewhere, or by nothing that a
 * test could ask.
 */
export type Proof =
  | ((scene: Scene) => Promise<void> | void)
  | { readonly file: string; readonly test: string }
  | { readonly because: string }

/** What the contract promises, in our words, each with what proves it. */
export type Sentences = Readonly<Record<string, Proof>>

/** Requires this response to each of the requests: `200`, or `400 invalid_request`. */
export function answer(wanted: string, ...askings: readonly Asking[]): Proof {
  return (scene) => scene.expect(wanted, ...askings)
}

/** Requires that each of the requests is refused: what it asks for is wrong. */
export function invalid(...askings: readonly Asking[]): Proof {
  return answer('400 invalid_parameter', ...askings)
}

/** Requires that each of the requests is refused: it cannot be read. */
export function malformed(...askings: readonly Asking[]): Proof {
  return answer('400 invalid_request', ...askings)
}

function testsOf(file: string): (test: string) => Proof {
  return (test) => ({ file, test })
}

export const suggestionTest = testsOf('src/http/operations/suggest-companies.test.ts')
export const chargeTest = testsOf('src/http/steps/charge-request.test.ts')
export const rateTest = testsOf('src/http/steps/limits.test.ts')
export const rawTest = testsOf('src/http/hostile-requests.test.ts')
export const openapiTest = testsOf('test/conformance/openapi.test.ts')
export const runningTest = testsOf('test/system/running-service.test.ts')
export const usageTest = testsOf('src/ledger/server/usage.test.ts')
export const booksTest = testsOf('test/ledger/scenes.test.ts')
