import assert from 'node:assert/strict'
import { changeAccountState } from '../../../src/access/control/accounts.ts'
import { issueKey, revokeKey } from '../../../src/access/control/keys.ts'
import { setProjectState, setScopes } from '../../../src/access/control/projects.ts'
import { ORIGIN } from '../../../src/http/testing/service.ts'
import { DAY_MS } from '../../../src/stdx/time-units.ts'
import { at, but, by, companies, detail, KEYED, OPERATIONS, PATHS, session, usage, withKey } from '../asking.ts'
import { outcomeOf, type Scene } from '../scene.ts'
import { answer, rawTest, runningTest, type Sentences, suggestionTest } from '../sentence.ts'

const UNKNOWN_KEY = `rgk_${'0'.repeat(64)}`
const ALL = KEYED.map((operation) => operation())

/** With this text in Authorization, and with this key. */
const authorized = (authorization: string) => but(companies(), { headers: { authorization } })
const keyed = (key: string) => ALL.map((asking) => withKey(key, asking))

const onlyScope = (scope: string, operation: (typeof KEYED)[number]): Sentences => ({
  async [`${operation.name} needs ${scope}, and nothing else`](scene) {
    const all = ['addresses:suggest', 'companies:suggest', 'companies:read', 'usage:read']
    await scene.expect('200', by({ keyScopes: [scope] }, operation()))
    const others = all.filter((one) => one !== scope)
    await scene.expect('403 scope_not_allowed', by({ keyScopes: others }, operation()))
  },
})

async function changeAccount(own: Scene, transition: 'suspend' | 'resume' | 'close'): Promise<void> {
  await changeAccountState(own.servers[0].control, { id: own.customer.account, transition })
  await own.refresh()
}

export const AUTHENTICATION: readonly Sentences[] = [
  {
    'a key is rgk_ and 64 hexadecimal digits': ({ customer }) => assert.match(customer.key, /^rgk_[0-9a-f]{64}$/),
    'a key is sent in Authorization as Bearer': (scene) =>
      scene.expect('200', authorized(`Bearer ${scene.customer.key}`)),
    'the scheme may be in lower case': rawTest('the scheme in small letters, two spaces: 200'),
    'a request without a bearer token is 401': answer('401 unauthorized', ...keyed('')),
    'another scheme is 401': answer(
      '401 unauthorized',
      ...['Basic YTpi', 'Bearer', 'Bearer ', 'Bearer x', 'Token x', 'x', 'Digest a=b', ''].map(authorized),
    ),
    'an unknown key is 401': answer('401 unauthorized', ...keyed(UNKNOWN_KEY)),
    'an unknown session is 401': answer('401 unauthorized', ...keyed(`rgb_${'0'.repeat(64)}`)),
    async 'a truncated, upper-case or extended key is 401'(scene) {
      const { key } = scene.customer
      for (const wrong of [key.slice(0, -1), key.toUpperCase(), `${key}0`, `x${key}`, key.slice(4)])
        await scene.expect('401 unauthorized', withKey(wrong, companies()))
    },
    'a key in the query does not authenticate': (scene) =>
      scene.expect('401 unauthorized', withKey('', at(`${PATHS.companies}?q=mlyn&key=${scene.customer.key}`))),
    async 'a 401 names the Bearer scheme'(scene) {
      const { headers } = await scene.ask(withKey('', usage()))
      assert.equal(headers['www-authenticate'], 'Bearer')
    },
    async 'missing, unknown, expired and revoked keys get the same message'(scene) {
      const said = async (key: string) => (await scene.ask(withKey(key, usage()))).json.error
      assert.deepEqual(await said(''), await said(UNKNOWN_KEY))
      const { key, keyId } = (await scene.withCustomer()).customer
      await revokeKey(scene.servers[0].control, keyId)
      await scene.refresh()
      assert.deepEqual(await said(key), await said(''))
    },
    async 'a key is valid for 90 days'(scene) {
      const own = await scene.withCustomer()
      await scene.later(90 * DAY_MS - 60_000, () => own.expect('200', usage()))
    },
    async 'a key expires after that'(scene) {
      const own = await scene.withCustomer()
      await scene.later(90 * DAY_MS, () => own.expect('401 unauthorized', ...ALL))
    },
    async 'a key can be revoked'(scene) {
      const own = await scene.withCustomer()
      await own.expect('200', usage())
      await revokeKey(scene.servers[0].control, own.customer.keyId)
      await scene.refresh()
      await own.expect('401 unauthorized', ...ALL)
    },
    async 'a project may have several independent keys'(scene) {
      const own = await scene.withCustomer()
      const [{ control }] = scene.servers
      const other = await issueKey(control, { project: own.customer.project.id, scopes: ['usage:read'] })
      assert(other.outcome === 'issued')
      await revokeKey(control, own.customer.keyId)
      await scene.refresh()
      await own.expect('200', withKey(other.text, usage()))
      await own.expect('401 unauthorized', usage())
    },
    async 'a suspended account is refused until it is resumed'(scene) {
      const own = await scene.withCustomer()
      await changeAccount(own, 'suspend')
      await own.expect('403 forbidden', ...ALL, session())
      await changeAccount(own, 'resume')
      await own.expect('200', companies())
    },
    async 'a closed account is refused'(scene) {
      const own = await scene.withCustomer()
      await changeAccount(own, 'close')
      await own.expect('403 forbidden', ...ALL)
    },
    async 'a suspended project is refused'(scene) {
      const own = await scene.withCustomer()
      await setProjectState(scene.servers[0].control, { id: own.customer.project.id, state: 'suspended' })
      await scene.refresh()
      await own.expect('403 forbidden', ...ALL)
    },
  },
  onlyScope('addresses:suggest', KEYED[1]),
  onlyScope('companies:suggest', KEYED[0]),
  onlyScope('companies:read', detail),
  onlyScope('usage:read', usage),
  {
    async 'a key loses a scope as soon as its project does'(scene) {
      const own = await scene.withCustomer()
      const scopes = ['companies:suggest']
      await setScopes(scene.servers[0].control, { id: own.customer.project.id, scopes, browserScopes: scopes })
      await scene.refresh()
      await own.expect('200', companies())
      await own.expect('403 scope_not_allowed', detail())
    },
    async 'a scope that a project gains is not added to existing keys'(scene) {
      const few = ['companies:suggest']
      const own = await scene.withCustomer({ scopes: few, browserScopes: few, keyScopes: few })
      const scopes = ['companies:suggest', 'companies:read']
      await setScopes(scene.servers[0].control, { id: own.customer.project.id, scopes, browserScopes: scopes })
      await scene.refresh()
      await own.expect('403 scope_not_allowed', detail())
    },
    'the Origin alone is not authentication': answer(
      '401 unauthorized',
      ...keyed('').map((asking) => but(asking, { origin: ORIGIN })),
    ),
    'the client id alone is not authentication': (scene) =>
      scene.expect('401 unauthorized', withKey(scene.customer.project.clientId, usage())),
    'a page with a server key cannot read the response': suggestionTest(
      'a page may read responses and errors; a server key in a page gets no CORS headers',
    ),
    'a running server applies a revocation': runningTest('a revoked key is rejected'),
    'a running server applies that an account is suspended, resumed or closed': runningTest(
      'a suspended account is refused until it is resumed, a closed account for good',
    ),
    'a running server applies that an Origin is allowed or no longer allowed': runningTest(
      'a removed origin loses its preflights and sessions, and an added one gets them',
    ),
    'a running server applies that a scope is removed': runningTest(
      'a scope that a project loses is refused to its keys',
    ),
    'a running server applies that a project is suspended': runningTest(
      'a suspended project is refused until it is resumed',
    ),
    'a running server applies a new allowance': runningTest('a new allowance reaches the books'),
    'a server without its database admits no client': runningTest(
      'without the database every client, known or unknown, gets the same refusal',
    ),
    async 'a server that has not read the control database recently admits no client'(scene) {
      const [{ state }] = scene.servers
      state.fresh = 'stale'
      const seen: string[] = []
      for (const operation of OPERATIONS) seen.push(outcomeOf(await scene.ask(operation())))
      state.fresh = 'fresh'
      assert.deepEqual([...new Set(seen)], ['503 accounting_unavailable'])
    },
  },
]
