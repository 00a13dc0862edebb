import assert from 'node:assert/strict'
import { ICOS } from '../../src/http/testing/example-release.ts'
import type { Reply } from '../../src/http/testing/reply.ts'
import { until } from '../../src/stdx/testing/until.ts'
import { addresses, but, companies, detail, session, usage, withKey } from './asking.ts'
import { type Asking, outcomeOf, type Scene } from './scene.ts'

const { living, dissolved, withdrawn, gone, withoutAddress } = ICOS

const SUCCESSES = {
  companies: [
    companies(),
    companies({ q: 'píla', lang: 'en' }),
    companies({ country: 'cz' }),
    companies({ q: 'qqqqqq' }),
  ],
  addresses: [addresses(), addresses({ q: 'mlynská', lang: 'en' }), addresses({ q: 'qqqqqq' })],
  details: [
    ...[living, dissolved, withdrawn, gone, withoutAddress].map((ico) => detail(ico)),
    ...[ICOS.inBothCountries, ICOS.onlyInVr].map((ico) => detail(ico, 'cz')),
  ],
  sessions: [session(), session({ scopes: ['companies:read'] })],
  usages: [usage()],
}

const ERRORS: readonly (readonly [outcome: string, asking: Asking])[] = [
  ['400 invalid_parameter', companies({ q: 'a' })],
  ['401 unauthorized', withKey('x', companies())],
  ['403 origin_not_allowed', but(session(), { origin: 'https://other.example' })],
  ['404 company_not_found', detail(ICOS.unknown)],
  ['405 method_not_allowed', but(companies(), { method: 'DELETE' })],
  ['409 company_identity_ambiguous', detail(ICOS.severalCurrent)],
  ['413 payload_too_large', but(companies(), { method: 'GET', body: 'x'.repeat(16_385) })],
  ['503 data_unavailable', addresses({ country: 'cz' })],
]

/** Answers of every kind, asked once in a scene, for sentences that look at what all of them have. */
export type Answers = Readonly<Record<keyof typeof SUCCESSES | 'errors', readonly Reply[]>>

const asked = new WeakMap<Scene, Promise<Answers>>()

export function answersOf(scene: Scene): Promise<Answers> {
  return asked.getOrInsertComputed(scene, askAll)
}

async function askAll(scene: Scene): Promise<Answers> {
  const answers: Record<string, Reply[]> = { errors: [] }
  for (const [kind, askings] of Object.entries(SUCCESSES)) {
    answers[kind] = []
    for (const asking of askings) answers[kind].push(await askUntilCharged(scene, asking))
    for (const { status, text } of answers[kind]) assert.equal(status, 200, text)
  }
  for (const [, asking] of ERRORS) answers.errors!.push(await scene.ask(asking))
  assert.deepEqual(
    answers.errors!.map(outcomeOf),
    ERRORS.map(([outcome]) => outcome),
  )
  return answers as Record<keyof Answers, Reply[]>
}

/** On a machine that stands still for two seconds no charge is decided in time, and clients ask again. */
async function askUntilCharged(scene: Scene, asking: Asking): Promise<Reply> {
  const isDecided = (reply: Reply) => outcomeOf(reply) !== '503 accounting_unavailable'
  return await until(() => scene.ask(asking), 'an answer that is charged', isDecided)
}
