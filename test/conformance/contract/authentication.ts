import assert from 'node:assert/strict'
import { changeAccountState } from '../../../src/access/control/accounts.ts'
import { issueKey, revokeKey } from '../../../src/access/control/keys.ts'
import { setProjectState, setScopes } from '../../../src/access/control/projects.ts'
import { type Customer, ORIGIN } from '../../../src/http/testing/service.ts'
import { DAY_MS } from '../../../src/stdx/time-units.ts'
import { addresses, allAnswer, answers, companies, detail, OPERATIONS, PATHS, session, usage } from '../asking.ts'
import { becomes, type Scene } from '../scene.ts'
import { COMPANIES, citeTest, RAW, RUNNING, type Sentence } from '../sentence.ts'

const KEYED = [companies, addresses, usage, detail] as const

const keyed = (key: string) => KEYED.map((operation) => (scene: Scene) => ({ ...operation(scene), key }))
const withHeader = (authorization: string) => (scene: Scene) => ({ ...companies(scene), headers: { authorization } })

/** Requires this refusal of each operation that needs a key. */
async function allRefuse(scene: Scene, customer: Customer, wanted: string): Promise<void> {
  for (const operation of KEYED) {
    const { status, json } = await scene.ask(operation({ customer }))
    assert.equal(`${status} ${json.error.code}`, wanted)
  }
}

const onlyScope = (scope: string, operation: (typeof KEYED)[number]): Sentence => [
  `${operation.name} needs ${scope}, and nothing else`,
  async (scene) => {
    const all = ['addresses:suggest', 'companies:suggest', 'companies:read', 'usage:read']
    const has = await scene.newCustomer({ keyScopes: [scope] })
    assert.equal((await scene.ask(operation({ customer: has }))).status, 200)
    const lacks = await scene.newCustomer({ keyScopes: all.filter((one) => one !== scope) })
    const { status, json } = await scene.ask(operation({ customer: lacks }))
    assert.deepEqual([status, json.error.code], [403, 'scope_not_allowed'])
  },
]

export const AUTHENTICATION: readonly Sentence[] = [
  ['a key is rgk_ and 64 hexadecimal digits', ({ customer }) => assert.match(customer.key, /^rgk_[0-9a-f]{64}$/)],
  [
    'a key is sent in Authorization as Bearer',
    answers(200, ({ customer }) => withHeader(`Bearer ${customer.key}`)({ customer } as Scene)),
  ],
  ['the scheme may be in lower case', citeTest(RAW, 'the scheme in small letters, two spaces: 200')],
  [
    'a request without a bearer token is 401',
    allAnswer(
      401,
      KEYED.map((operation) => (scene) => ({ ...operation(scene), key: '' })),
      'unauthorized',
    ),
  ],
  [
    'another scheme is 401',
    allAnswer(401, ['Basic YTpi', 'Bearer', 'Bearer ', 'Token x', 'x', 'Digest a=b'].map(withHeader), 'unauthorized'),
  ],
  ['an unknown key is 401', allAnswer(401, keyed(`rgk_${'0'.repeat(64)}`), 'unauthorized')],
  ['an unknown session is 401', allAnswer(401, keyed(`rgb_${'0'.repeat(64)}`), 'unauthorized')],
  [
    'a truncated, upper-case or extended key is 401',
    async (scene) => {
      const { key } = scene.customer
      for (const wrong of [key.slice(0, -1), key.toUpperCase(), `${key}0`, `x${key}`, key.slice(4)])
        assert.equal((await scene.ask(companies(scene, {}, { key: wrong }))).status, 401)
    },
  ],
  [
    'a key in the query does not authenticate',
    answers(401, ({ customer }) => ({ path: `${PATHS.companies}?q=mlyn&key=${customer.key}` }), 'unauthorized'),
  ],
  [
    'a 401 names the Bearer scheme',
    async (scene) => {
      const { headers } = await scene.ask({ path: PATHS.usage })
      assert.equal(headers['www-authenticate'], 'Bearer')
    },
  ],
  [
    'missing, unknown, expired and revoked keys get the same message',
    async (scene) => {
      const said = async (key: string) => (await scene.ask(usage(scene, { key }))).json.error
      assert.deepEqual(await said(''), await said(`rgk_${'0'.repeat(64)}`))
      const { key, keyId } = await scene.newCustomer()
      await revokeKey(scene.nodes[0].control, keyId)
      await scene.refresh()
      assert.deepEqual(await said(key), await said(''))
    },
  ],
  [
    'a key is valid for 90 days',
    async (scene) => {
      const customer = await scene.newCustomer()
      const { status } = await scene.later(90 * DAY_MS - 60_000, () => scene.ask(usage({ customer })))
      assert.equal(status, 200)
    },
  ],
  [
    'a key expires after that',
    async (scene) => {
      const customer = await scene.newCustomer()
      await scene.later(90 * DAY_MS, () => allRefuse(scene, customer, '401 unauthorized'))
    },
  ],
  [
    'a key can be revoked',
    async (scene) => {
      const customer = await scene.newCustomer()
      assert.equal((await scene.ask(usage({ customer }))).status, 200)
      await revokeKey(scene.nodes[0].control, customer.keyId)
      await scene.refresh()
      await allRefuse(scene, customer, '401 unauthorized')
    },
  ],
  [
    'a project may have several independent keys',
    async (scene) => {
      const customer = await scene.newCustomer()
      const [{ control }] = scene.nodes
      const other = await issueKey(control, { project: customer.project.id, scopes: ['usage:read'] })
      assert(other.outcome === 'issued')
      await revokeKey(control, customer.keyId)
      await scene.refresh()
      assert.equal((await scene.ask(usage({ customer: { ...customer, key: other.text } }))).status, 200)
      assert.equal((await scene.ask(usage({ customer }))).status, 401)
    },
  ],
  [
    'a suspended account is refused until it is resumed',
    async (scene) => {
      const customer = await scene.newCustomer()
      const [{ control }] = scene.nodes
      await changeAccountState(control, { id: customer.account, transition: 'suspend' })
      await scene.refresh()
      await allRefuse(scene, customer, '403 forbidden')
      assert.equal((await scene.ask(session({ customer }))).json.error.code, 'forbidden')
      await changeAccountState(control, { id: customer.account, transition: 'resume' })
      await scene.refresh()
      assert.equal((await scene.ask(companies({ customer }))).status, 200)
    },
  ],
  [
    'a closed account is refused',
    async (scene) => {
      const customer = await scene.newCustomer()
      await changeAccountState(scene.nodes[0].control, { id: customer.account, transition: 'close' })
      await scene.refresh()
      await allRefuse(scene, customer, '403 forbidden')
    },
  ],
  [
    'a suspended project is refused',
    async (scene) => {
      const customer = await scene.newCustomer()
      await setProjectState(scene.nodes[0].control, { id: customer.project.id, state: 'suspended' })
      await scene.refresh()
      await allRefuse(scene, customer, '403 forbidden')
    },
  ],
  [
    'an account that is suspended in the books is not charged',
    async (scene) => {
      const customer = await scene.newCustomer()
      await scene.nodes[0].ledger.suspend(customer.account)
      await becomes('403 forbidden', async () => {
        const { status, json } = await scene.ask(companies({ customer }))
        return `${status} ${json.error?.code}`
      })
    },
  ],
  onlyScope('addresses:suggest', addresses),
  onlyScope('companies:suggest', companies),
  onlyScope('companies:read', detail),
  onlyScope('usage:read', usage),
  [
    'a key loses a scope as soon as its project does',
    async (scene) => {
      const customer = await scene.newCustomer()
      const scopes = ['companies:suggest']
      await setScopes(scene.nodes[0].control, { id: customer.project.id, scopes, browserScopes: scopes })
      await scene.refresh()
      assert.equal((await scene.ask(companies({ customer }))).status, 200)
      assert.equal((await scene.ask(detail({ customer }))).json.error.code, 'scope_not_allowed')
    },
  ],
  [
    'a scope that a project gains is not added to existing keys',
    async (scene) => {
      const few = ['companies:suggest']
      const customer = await scene.newCustomer({ scopes: few, browserScopes: few, keyScopes: few })
      const scopes = ['companies:suggest', 'companies:read']
      await setScopes(scene.nodes[0].control, { id: customer.project.id, scopes, browserScopes: scopes })
      await scene.refresh()
      assert.equal((await scene.ask(detail({ customer }))).json.error.code, 'scope_not_allowed')
    },
  ],
  [
    'the Origin alone is not authentication',
    allAnswer(
      401,
      KEYED.map((operation) => (scene) => ({ ...operation(scene), key: '', origin: ORIGIN })),
      'unauthorized',
    ),
  ],
  [
    'the client id alone is not authentication',
    answers(401, (scene) => usage(scene, { key: scene.customer.project.clientId }), 'unauthorized'),
  ],
  [
    'a page with a server key cannot read the response',
    citeTest(COMPANIES, 'a page may read responses and errors; a server key in a page gets no CORS headers'),
  ],
  ['a running server applies a revocation', citeTest(RUNNING, 'a revoked key is rejected')],
  [
    'a running server applies that an account is suspended, resumed or closed',
    citeTest(RUNNING, 'a suspended account is refused until it is resumed, a closed account for good'),
  ],
  [
    'a running server applies that an Origin is allowed or no longer allowed',
    citeTest(RUNNING, 'a removed origin loses its preflights and sessions, and an added one gets them'),
  ],
  [
    'a running server applies that a scope is removed',
    citeTest(RUNNING, 'a scope that a project loses is refused to its keys'),
  ],
  [
    'a running server applies that a project is suspended',
    citeTest(RUNNING, 'a suspended project is refused until it is resumed'),
  ],
  ['a running server applies a new allowance', citeTest(RUNNING, 'a new allowance reaches the books')],
  [
    'a server without its database admits no client',
    citeTest(RUNNING, 'without the database every client, known or unknown, gets the same refusal'),
  ],
  [
    'a server that has not read the control database recently admits no client',
    async (scene) => {
      const [{ state, ask }] = scene.nodes
      state.fresh = 'stale'
      const seen: string[] = []
      for (const operation of Object.values(OPERATIONS)) {
        const { status, json } = await ask(operation(scene))
        seen.push(`${status} ${json.error?.code}`)
      }
      state.fresh = 'fresh'
      assert.deepEqual([...new Set(seen)], ['503 accounting_unavailable'])
    },
  ],
]
