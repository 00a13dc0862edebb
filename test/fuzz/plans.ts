import { fc } from '../../src/stdx/testing/properties.ts'
import { type Asking, MARK, mintAsking, preflightAsking, soundAsking, usageAsking, wrongAsking } from './asking.ts'
import {
  blockedCredentials,
  type Credential,
  goodCredentials,
  ofKey,
  type Session,
  strangeCredentials,
} from './credentials.ts'
import type { Customers } from './customers.ts'
import type { Draft } from './draft.ts'
import { mutateDraft } from './mutations.ts'
import { ANONYMOUS, type Plan, planRequest, withCuts } from './plan.ts'
import { rawBytes } from './raw-bytes.ts'
import type { Vocabulary } from './sample-data.ts'

/**
 * The next step of a lane: a request, raw bytes, or a request whose response is not awaited.
 */
export type Step =
  | { readonly step: 'ask'; readonly plan: Plan }
  | { readonly step: 'raw'; readonly kind: string; readonly bytes: Buffer; readonly cuts: readonly number[] }
  /** Several valid requests in one piece. Each gets its response, in order. */
  | { readonly step: 'row'; readonly askings: readonly Asking[] }
  | { readonly step: 'leave'; readonly draft: Draft; readonly afterMs: number }

interface World {
  readonly vocabulary: Vocabulary
  readonly customers: Customers
  readonly sessions: readonly Session[]
}

const NO_CREDENTIAL: Credential = { ...ANONYMOUS, headers: [], refusal: () => undefined, alsoMay: [] }

export function steps({ vocabulary, customers, sessions }: World): fc.Arbitrary<Step> {
  const good = fc.constantFrom(...goodCredentials(customers, sessions))
  const rich = fc.constantFrom(...customers.rich.map(ofKey))
  const sound = soundAsking(vocabulary)
  const asks = (
    kind: string,
    asking: fc.Arbitrary<Asking>,
    credentials: fc.Arbitrary<Credential>,
  ): fc.Arbitrary<Plan> =>
    fc
      .tuple(asking, credentials)
      .chain(([one, credential]) => planRequest(kind, one, { operation: one.operation, credential }))
  const hindered = fc.constantFrom(...blockedCredentials(customers))
  const strange = fc.constantFrom(...strangeCredentials(customers, sessions))
  const known = fc.oneof({ weight: 4, arbitrary: good }, { weight: 1, arbitrary: hindered })
  const ofRough = sound.map(({ draft }) => ({
    ...draft,
    headers: [...draft.headers, ...ofKey(customers.rough).headers],
  }))
  const ask = (weight: number, arbitrary: fc.Arbitrary<Plan>) => ({
    weight,
    arbitrary: arbitrary.map((plan) => ({ step: 'ask', plan }) as const),
  })
  return fc.oneof(
    ask(38, asks('sound', sound, good)),
    ask(8, asks('account in the way', sound, hindered)),
    ask(2, asks('too often', fc.constant(usageAsking()), fc.constant(ofKey(customers.rich[0]!)))),
    ask(5, asks('unknown credential', sound, strange)),
    ask(10, asks('wrong parameter', wrongAsking(vocabulary), rich)),
    ask(6, asks('session', mintAsking(customers), fc.constant(NO_CREDENTIAL))),
    ask(5, asks('preflight', preflightAsking(), fc.constant(NO_CREDENTIAL))),
    ask(2, asks('other method', otherMethod(sound), rich)),
    ask(2, asks('large body', largeBody(sound), rich)),
    ask(14, asks('mutateDraft', sound, known).chain(mutatedPlan)),
    ask(3, asks('mutateDraft session', mintAsking(customers), fc.constant(NO_CREDENTIAL)).chain(mutatedPlan)),
    ask(2, asks('mutateDraft preflight', preflightAsking(), fc.constant(NO_CREDENTIAL)).chain(mutatedPlan)),
    { weight: 8, arbitrary: rawStep(ofRough) },
    {
      weight: 1,
      arbitrary: fc.array(sound, { minLength: 2, maxLength: 5 }).map((askings) => ({ step: 'row', askings }) as const),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(ofRough, fc.nat({ max: 4 }))
        .map(([draft, afterMs]) => ({ step: 'leave', draft, afterMs }) as const),
    },
  )
}

function rawStep(drafts: fc.Arbitrary<Draft>): fc.Arbitrary<Step> {
  const cuts = fc.oneof(fc.constant([]), fc.array(fc.nat({ max: 400 }), { minLength: 1, maxLength: 4 }))
  return fc.tuple(rawBytes(drafts), cuts).map(([{ kind, bytes }, at]) => ({ step: 'raw', kind, bytes, cuts: at }))
}

/** The result is unknown, so only the rules for all responses are checked. */
function mutatedPlan({ kind, draft, credential }: Plan): fc.Arbitrary<Plan> {
  const once = mutateDraft(draft)
  const some = fc.oneof({ weight: 3, arbitrary: once }, { weight: 1, arbitrary: once.chain(mutateDraft) })
  return some.chain((next) => withCuts({ kind, draft: next, credential, expected: undefined }))
}

function otherMethod(asking: fc.Arbitrary<Asking>): fc.Arbitrary<Asking> {
  return fc
    .tuple(asking, fc.constantFrom('HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'TRACE'))
    .map(([one, method]) => ({ ...one, draft: { ...one.draft, method }, asked: ['405'] }))
}

/** One byte too many, or many. */
function largeBody(asking: fc.Arbitrary<Asking>): fc.Arbitrary<Asking> {
  const chunks = fc.constantFrom(undefined, 4_000)
  return fc.tuple(asking, fc.constantFrom(16_385, 20_000, 100_000), chunks).map(([one, bytes, chunkBytes]) => {
    const draft: Draft = { ...one.draft, body: Buffer.alloc(bytes, MARK), ...(chunkBytes && { chunkBytes }) }
    return { ...one, draft, asked: ['413'] }
  })
}
