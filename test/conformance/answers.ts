import assert from 'node:assert/strict'
import { ICOS } from '../../src/http/testing/example-release.ts'
import type { Reply } from '../../src/http/testing/reply.ts'
import { addresses, companies, detail, session, usage } from './asking.ts'
import type { Scene } from './scene.ts'

/** Answers of every kind, asked once in a scene, for sentences that look at what all of them have. */
export interface Answers {
  readonly companies: readonly Reply[]
  readonly addresses: readonly Reply[]
  readonly details: readonly Reply[]
  readonly sessions: readonly Reply[]
  readonly usages: readonly Reply[]
  readonly errors: readonly Reply[]
}

const asked = new WeakMap<Scene, Promise<Answers>>()

export function answersOf(scene: Scene): Promise<Answers> {
  return asked.getOrInsertComputed(scene, askAll)
}

async function askAll(scene: Scene): Promise<Answers> {
  const { living, dissolved, withdrawn, gone, withoutAddress } = ICOS
  const successes = {
    companies: [
      companies(scene),
      companies(scene, { q: 'píla', lang: 'en' }),
      companies(scene, { q: 'mlyn', country: 'cz' }),
      companies(scene, { q: 'qqqqqq' }),
    ],
    addresses: [addresses(scene), addresses(scene, { q: 'mlynská', lang: 'en' }), addresses(scene, { q: 'qqqqqq' })],
    details: [
      ...[living, dissolved, withdrawn, gone, withoutAddress].map((ico) => detail(scene, ico)),
      ...[ICOS.inBothCountries, ICOS.onlyInVr].map((ico) => detail(scene, '', { path: `/v1/companies/cz/${ico}` })),
    ],
    sessions: [session(scene), session(scene, { scopes: ['companies:read'] })],
    usages: [usage(scene)],
  }
  const errors = [
    companies(scene, { q: 'a' }),
    companies(scene, {}, { key: 'x' }),
    session(scene, {}, { origin: 'https://other.example' }),
    detail(scene, ICOS.unknown),
    companies(scene, {}, { method: 'DELETE' }),
    detail(scene, ICOS.severalCurrent),
    companies(scene, {}, { method: 'GET', body: 'x'.repeat(16_385) }),
    addresses(scene, { country: 'cz' }),
  ]
  const replies = async (all: readonly Parameters<Scene['ask']>[0][]) => {
    const got: Reply[] = []
    for (const one of all) got.push(await scene.ask(one))
    return got
  }
  const good = async (all: readonly Parameters<Scene['ask']>[0][]) => {
    const got = await replies(all)
    for (const { status, text } of got) assert.equal(status, 200, text)
    return got
  }
  const bad = await replies(errors)
  assert.deepEqual(
    bad.map(({ status }) => status),
    [400, 401, 403, 404, 405, 409, 413, 503],
  )
  return {
    companies: await good(successes.companies),
    addresses: await good(successes.addresses),
    details: await good(successes.details),
    sessions: await good(successes.sessions),
    usages: await good(successes.usages),
    errors: bad,
  }
}
