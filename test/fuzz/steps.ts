import { fc } from '../../src/stdx/testing/properties.ts'
import type { ApiOperation } from './api-document.ts'
import { several, weighted } from './arbitraries.ts'
import { type Asking, MARK, mintAsking, preflightAsking, soundAsking, wrongAsking } from './asking.ts'
import {
  blockedCredentials,
  type Credential,
  goodCredentials,
  NO_CREDENTIAL,
  ofKey,
  ofSession,
  type Session,
  strangeCredentials,
} from './credentials.ts'
import type { Customers } from './customers.ts'
import { type Draft, wire } from './draft.ts'
import { draftChange } from './mutations.ts'
import { rawBytes } from './raw-bytes.ts'
import type { Vocabulary } from './sample-data.ts'

/** A request, and the expected response. */
export interface Ask {
  readonly step: 'ask'
  /** The kind of request, for the report. */
  readonly kind: string
  readonly draft: Draft
  readonly credential: Pick<Credential, 'isValid' | 'account' | 'name'>
  /** `400`, or with the code: `429 rate_limited`. Undefined: any response of the contract. */
  readonly expected: readonly string[] | undefined
  /** Where the bytes are split. Empty: they are sent at once. */
  readonly cuts: readonly number[]
}

/** The next step of a connection: a request, raw bytes, or a request whose response is not awaited. */
export type Step =
  | Ask
  | { readonly step: 'raw'; readonly kind: string; readonly bytes: Buffer; readonly cuts: readonly number[] }
  /** Several valid requests in one piece. Each gets its response, in order. */
  | { readonly step: 'row'; readonly drafts: readonly Draft[]; readonly expected: readonly Ask['expected'][] }
  | { readonly step: 'leave'; readonly draft: Draft; readonly afterMs: number }

export function bytesOf(step: Step): Buffer {
  if (step.step === 'raw') return step.bytes
  return step.step === 'row' ? Buffer.concat(step.drafts.map(wire)) : wire(step.draft)
}

interface World {
  readonly vocabulary: Vocabulary
  readonly customers: Customers
  readonly sessions: readonly Session[]
}

export function steps({ vocabulary, customers, sessions }: World): fc.Arbitrary<Step> {
  const sound = soundAsking(vocabulary)
  const [mint, preflight, nobody] = [mintAsking(customers), preflightAsking(), fc.constant(NO_CREDENTIAL)]
  const good = fc.constantFrom(...goodCredentials(customers, sessions))
  const blocked = fc.constantFrom(...blockedCredentials(customers))
  const rich = fc.constantFrom(...customers.rich.map(ofKey))
  const known = weighted([4, good], [1, blocked])
  const rough = ofKey(customers.rough)
  const ofRough = sound.map((asking) => askOf('rough', asking, rough, []).draft)
  return weighted<Step>(
    [38, asks('sound', sound, good)],
    [8, asks('account in the way', sound, blocked)],
    [2, asks('too often', sound, fc.constant(ofSession(sessions[0]!)))],
    [5, asks('unknown credential', sound, fc.constantFrom(...strangeCredentials(customers, sessions)))],
    [10, asks('wrong parameter', wrongAsking(vocabulary), rich)],
    [6, asks('session', mint, nobody)],
    [5, asks('preflight', preflight, nobody)],
    [2, asks('other method', otherMethod(sound), rich)],
    [2, asks('large body', largeBody(sound), rich)],
    [14, changed('changed', sound, known)],
    [3, changed('changed session', mint, nobody)],
    [2, changed('changed preflight', preflight, nobody)],
    [8, fc.tuple(rawBytes(ofRough), cuts).map(([{ kind, bytes }, at]) => ({ step: 'raw', kind, bytes, cuts: at }))],
    [1, fc.array(sound, { minLength: 2, maxLength: 5 }).map((askings) => rowOf(askings, rough))],
    [1, fc.tuple(ofRough, fc.nat({ max: 4 })).map(([draft, afterMs]) => ({ step: 'leave', draft, afterMs }))],
  )
}

/** Sends most requests in one piece, and some in two or three, as a network may split them. */
const cuts = weighted<number[]>(
  [9, fc.constant([])],
  [1, fc.array(fc.nat({ max: 400 }), { minLength: 1, maxLength: 3 })],
)

function asks(kind: string, asking: fc.Arbitrary<Asking>, credentials: fc.Arbitrary<Credential>): fc.Arbitrary<Ask> {
  return fc.tuple(asking, credentials, cuts).map(([one, credential, at]) => askOf(kind, one, credential, at))
}

/** The result is unknown, so only the rules for all responses are checked. */
function changed(kind: string, asking: fc.Arbitrary<Asking>, credentials: fc.Arbitrary<Credential>): fc.Arbitrary<Ask> {
  return fc.tuple(asks(kind, asking, credentials), several(draftChange, 2)).map(([ask, change]) => {
    return { ...ask, draft: change(ask.draft), expected: undefined }
  })
}

function rowOf(askings: readonly Asking[], credential: Credential): Step {
  const all = askings.map((one) => askOf('row', one, credential, []))
  return { step: 'row', drafts: all.map(({ draft }) => draft), expected: all.map(({ expected }) => expected) }
}

/** Combines a request with a credential. */
function askOf(kind: string, { operation, draft, asked }: Asking, credential: Credential, at: readonly number[]): Ask {
  const headers = [...draft.headers, ...credential.headers]
  const expected = [...answersTo(operation, asked, credential), ...credential.alsoMay]
  return { step: 'ask', kind, credential, expected, draft: { ...draft, headers }, cuts: at }
}

/** `asked`: the responses to a credential without restrictions. */
function answersTo(
  operation: ApiOperation,
  asked: readonly string[],
  { refusal, insteadOfSuccess }: Credential,
): readonly string[] {
  const refused = refusal(operation)
  if (refused !== undefined) return [refused]
  if (insteadOfSuccess === undefined || asked.every((one) => one.startsWith('400'))) return asked
  // The answer is computed before it is charged, so an error of the search comes first if the refusal is not known yet.
  return [insteadOfSuccess, ...asked.filter((one) => !one.startsWith('200'))]
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
