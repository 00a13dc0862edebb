import fc from 'fast-check'
import type { ApiOperation } from './api-document.ts'
import type { Credential } from './credentials.ts'
import type { Draft } from './draft.ts'

/** A request to be sent, and what is known of its answer beforehand. */
export interface Plan {
  /** For the report: what was done to it. */
  readonly kind: string
  readonly draft: Draft
  readonly credential: Pick<Credential, 'isValid' | 'account' | 'name'>
  /** `400`, or with the code: `429 rate_limited`. Undefined: any answer that the contract has. */
  readonly expected: readonly string[] | undefined
  readonly cuts: readonly number[]
}

export const ANONYMOUS = { isValid: false, account: undefined, name: '' }

/** Puts together what is asked and who asks. `asked`: the answers to a credential that nothing is in the way of. */
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
    ...{ kind, credential, expected: [...answers, ...alsoMay, ...limited] },
    draft: { ...draft, headers: [...draft.headers, ...credential.headers] },
  }
  return withCuts(plan)
}

/** Most are sent in one piece; some in two or three, as a network may cut them. */
export function withCuts(plan: Omit<Plan, 'cuts'>): fc.Arbitrary<Plan> {
  const cuts = fc.oneof(
    { weight: 9, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(fc.nat({ max: 400 }), { minLength: 1, maxLength: 3 }) },
  )
  return cuts.map((at) => ({ ...plan, cuts: at }))
}
