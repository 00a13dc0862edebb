import { fc } from '../../src/stdx/testing/properties.ts'
import type { ApiOperation } from './api-document.ts'
import type { Credential } from './credentials.ts'
import type { Draft } from './draft.ts'

/** A request, and the expected response. */
export interface Plan {
  /** The kind of request, for the report. */
  readonly kind: string
  readonly draft: Draft
  readonly credential: Pick<Credential, 'isValid' | 'account' | 'name'>
  /** `400`, or with the code: `429 rate_limited`. Undefined: any response of the contract. */
  readonly expected: readonly string[] | undefined
  readonly cuts: readonly number[]
}

export const ANONYMOUS = { isValid: false, account: undefined, name: '' }

/** Combines a request with a credential. `asked`: the responses to a credential without restrictions. */
export function planRequest(
  kind: string,
  { draft, asked }: { readonly draft: Draft; readonly asked: readonly string[] },
  { operation, credential }: { readonly operation: ApiOperation; readonly credential: Credential },
): fc.Arbitrary<Plan> {
  const { refusal, insteadOfSuccess, alsoMay } = credential
  const refused = refusal(operation)
  const isWrong = asked.every((one) => one.startsWith('400'))
  const answers =
    refused !== undefined
      ? [refused]
      : insteadOfSuccess !== undefined && !isWrong
        ? // The answer is computed before it is charged, so an error of the search comes first if the refusal is not known yet.
          [insteadOfSuccess, ...asked.filter((one) => !one.startsWith('200'))]
        : asked
  const limited = operation.id === 'getUsage' || operation.id === 'createBrowserSession' ? ['429 rate_limited'] : []
  const plan: Omit<Plan, 'cuts'> = {
    kind,
    credential,
    expected: [...answers, ...alsoMay, ...limited],
    draft: { ...draft, headers: [...draft.headers, ...credential.headers] },
  }
  return withCuts(plan)
}

/** Sends most requests in one piece, and some in two or three, as a network may split them. */
export function withCuts(plan: Omit<Plan, 'cuts'>): fc.Arbitrary<Plan> {
  const cuts = fc.oneof(
    { weight: 9, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(fc.nat({ max: 400 }), { minLength: 1, maxLength: 3 }) },
  )
  return cuts.map((at) => ({ ...plan, cuts: at }))
}
