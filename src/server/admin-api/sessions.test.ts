import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { listAccounts } from '../../access/control/accounts.ts'
import { listActs } from '../../access/control/acts.ts'
import { revokeOperator } from '../../access/control/operators.ts'
import { startPostgres } from '../../storage/testing/postgres.ts'
import { type AdminScene, type Answer, type Asked, newKey, openAdminScene } from '../testing/admin-scene.ts'

const server = await startPostgres()
after(() => server[Symbol.asyncDispose]())

const codeOf = ({ status, json }: Answer): string => `${status} ${json?.error?.code ?? 'done'}`
const own = ({ port }: AdminScene) => ({ host: `127.0.0.1:${port}`, origin: `http://127.0.0.1:${port}` })
/** As a proxy with TLS forwards it. */
const OVER_TLS = { host: 'admin.example', origin: 'https://admin.example', 'x-forwarded-for': '10.0.0.9' }

/** What a read has of the headers of an act. */
const secretsOf = (headers: Readonly<Record<string, string>>) => ({
  cookie: headers.cookie!,
  'x-csrf-token': headers['x-csrf-token']!,
})

interface SignedIn {
  /** As the page sends an act. */
  readonly headers: Readonly<Record<string, string>>
  readonly cookie: string
  readonly setCookie: string
}

async function signIn(scene: AdminScene, token: string, from: Record<string, string> = own(scene)): Promise<SignedIn> {
  const answer = await scene.ask('/admin/v1/session', { method: 'POST', token, headers: from })
  assert.equal(answer.status, 201, answer.text)
  const setCookie = String(answer.headers['set-cookie'])
  const [cookie] = setCookie.split(';') as [string]
  const secret = cookie.split('=')[1]!
  assert.match(secret, /^rgc_[0-9a-f]{64}$/)
  assert(!answer.text.includes(secret.slice(4)), 'no script can read the secret')
  return { cookie, setCookie, headers: { ...from, cookie, 'x-csrf-token': answer.json.data.csrf_token } }
}

test('the cookie has Secure and __Host- over TLS only, and no session begins but on the page of the console', async () => {
  await using scene = await openAdminScene()
  const { setCookie } = await signIn(scene, scene.tokens.read)
  assert.match(setCookie, /^regista-console-[0-9]+=rgc_[0-9a-f]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=28800$/)
  const { setCookie: overTls } = await signIn(scene, scene.tokens.read, OVER_TLS)
  assert.match(overTls, /^__Host-regista=rgc_[0-9a-f]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=28800; Secure$/)
  for (const [what, headers] of [
    ['no Origin', {}],
    ['TLS without a proxy', { ...own(scene), origin: `https://127.0.0.1:${scene.port}` }],
    ['no TLS at a name', { ...OVER_TLS, origin: 'http://admin.example' }],
    ['a foreign page', { ...OVER_TLS, origin: 'https://evil.example' }],
    ['a name that was rebound', { host: 'evil.example', origin: 'http://evil.example' }],
  ] as const) {
    const answer = await scene.ask('/admin/v1/session', { method: 'POST', headers })
    assert.equal(codeOf(answer), '403 forbidden', what)
    assert.equal(answer.headers['set-cookie'], undefined)
  }
  const environment = { method: 'POST', token: '0123456789abcdef0123456789abcdef', headers: own(scene) }
  assert.equal(codeOf(await scene.ask('/admin/v1/session', environment)), '403 forbidden')
})

test('a session reads and acts as its operator, and its role and bounds are those of the token', async () => {
  await using scene = await openAdminScene()
  const { headers, cookie } = await signIn(scene, scene.tokens.operate, OVER_TLS)
  const read = await scene.ask('/admin/v1/session', {
    token: null,
    headers: { host: OVER_TLS.host, cookie, 'x-csrf-token': headers['x-csrf-token']! },
  })
  // A browser sends no Origin with a read, and a proxy adds its own headers.
  assert.equal(codeOf(read), '403 forbidden')
  const proxied = {
    host: OVER_TLS.host,
    'x-forwarded-for': '10.0.0.9',
    'sec-fetch-site': 'same-origin',
    ...secretsOf(headers),
  }
  const { data } = (await scene.ask('/admin/v1/session', { token: null, headers: proxied })).json
  assert.deepEqual([data.role, data.csrf_token], ['operate', headers['x-csrf-token']])
  const body = { name: 'Bakery' }
  const made = await scene.ask('/admin/v1/customers', { method: 'POST', token: null, key: newKey(), body, headers })
  assert.equal(made.status, 201, made.text)
  const [act] = await listActs(scene.control, { limit: 1 })
  assert.deepEqual([act!.what, act!.who, act!.via], ['customer.create', data.operator, 'http'])
  const reader = await signIn(scene, scene.tokens.read)
  const refused = { method: 'POST', token: null, key: newKey(), body, headers: reader.headers }
  assert.equal(codeOf(await scene.ask('/admin/v1/customers', refused)), '403 role_not_sufficient')
  const ofToken = (await scene.ask('/admin/v1/session')).json.data
  assert.deepEqual([ofToken.operator, ofToken.csrf_token], [data.operator, null])
})

test('a stolen, forged or foreign use of the cookie is refused and changes nothing', async () => {
  await using scene = await openAdminScene()
  const { headers, cookie } = await signIn(scene, scene.tokens.operate)
  const other = await signIn(scene, scene.tokens.operate)
  const overTls = await signIn(scene, scene.tokens.operate, OVER_TLS)
  const [name, secret] = cookie.split('=') as [string, string]
  const read = secretsOf(headers)
  const rebound = { host: 'evil.example', origin: 'http://evil.example' }
  const without = (name: string): Record<string, string> =>
    Object.fromEntries(Object.entries(headers).filter(([one]) => one !== name))
  for (const [expected, what, sent] of [
    ['403 forbidden', 'a foreign page', { ...headers, origin: 'https://evil.example' }],
    ['403 forbidden', 'a page at another port', { ...headers, origin: 'http://127.0.0.1:5173' }],
    ['403 forbidden', 'the same page over TLS', { ...headers, origin: `https://${headers.host}` }],
    ['403 forbidden', 'a page without an origin', { ...headers, origin: 'null' }],
    ['403 forbidden', 'no Origin', without('origin')],
    ['403 forbidden', 'another port, as the browser says', { ...headers, 'sec-fetch-site': 'same-site' }],
    ['401 unauthorized', 'no token against forgery', without('x-csrf-token')],
    [
      '401 unauthorized',
      'the token of another session',
      { ...headers, 'x-csrf-token': other.headers['x-csrf-token']! },
    ],
    ['401 unauthorized', 'the secret as that token', { ...headers, 'x-csrf-token': secret }],
    [
      '401 unauthorized',
      'a form of the same host without that token',
      { ...without('x-csrf-token'), 'content-type': 'application/x-www-form-urlencoded' },
    ],
    ['400 invalid_request', 'a form', { ...headers, 'content-type': 'application/x-www-form-urlencoded' }],
    ['403 forbidden', 'a name that was rebound', { ...headers, ...rebound }],
    [
      '403 forbidden',
      'a rebound name with headers of a proxy',
      { ...headers, ...rebound, 'x-forwarded-for': '1.1.1.1' },
    ],
    ['401 unauthorized', 'the cookie of loopback over TLS', { ...headers, ...OVER_TLS }],
    ['401 unauthorized', 'another name of a cookie', { ...headers, cookie: `session=${secret}` }],
    ['401 unauthorized', 'an unknown session', { ...headers, cookie: cookie.replaceAll(/[0-9]/g, '0') }],
    [
      '401 unauthorized',
      'the token of an operator as cookie',
      { ...headers, cookie: `${name}=${scene.tokens.operate}` },
    ],
    ['401 unauthorized', 'the secret as a token', { ...headers, authorization: `Bearer ${secret}` }],
    ['403 forbidden', 'the cookie of TLS without TLS', { ...overTls.headers, origin: 'http://admin.example' }],
  ] as const) {
    const asked = { method: 'POST', token: null, key: 'hostile', body: { name: 'A' }, headers: sent }
    assert.equal(codeOf(await scene.ask('/admin/v1/customers', asked)), expected, what)
  }
  for (const [expected, sent] of [
    ['200 done', read],
    ['200 done', { ...read, 'sec-fetch-site': 'same-origin' }],
    ['403 forbidden', { ...read, origin: 'https://evil.example' }],
    ['403 forbidden', { ...read, 'sec-fetch-site': 'cross-site' }],
    ['403 forbidden', { ...read, 'sec-fetch-site': 'same-site' }],
    ['403 forbidden', { ...read, ...rebound }],
  ] as const) {
    const seen = await scene.ask('/admin/v1/log', { token: null, headers: sent })
    assert.equal(codeOf(seen), expected, JSON.stringify(sent))
    assert(!seen.text.includes(secret.slice(4)))
  }
  assert.deepEqual(await listAccounts(scene.control), [])
  const act = (body: object): Asked => ({ method: 'POST', token: null, key: 'hostile', body, headers })
  assert.equal(codeOf(await scene.ask('/admin/v1/customers', act({ name: 'A' }))), '201 done')
  assert.equal(codeOf(await scene.ask('/admin/v1/customers', act({ name: 'B' }))), '409 idempotency_conflict')
  const lines = JSON.stringify(await listActs(scene.control, { limit: 9 }))
  for (const one of [secret.slice(4), headers['x-csrf-token']!]) assert(!lines.includes(one))
})

test('a server at another port of the host, which the browser sends the cookie too, can use it for nothing', async () => {
  for (const overTls of [false, true]) {
    await using scene = await openAdminScene()
    const from = overTls ? OVER_TLS : own(scene)
    const { headers, cookie } = await signIn(scene, scene.tokens.operate, from)
    const learned = { ...from, cookie, 'sec-fetch-site': 'same-origin' }
    const { json } = await scene.ask('/admin/v1/session', { token: null, headers: learned })
    assert.equal(json.data, undefined, 'the cookie alone is no session')
    // The cookie is all that it knows: what it sends beside it, it has made up or computed.
    for (const page of ['', cookie.split('=')[1]!, '0'.repeat(64), json.data?.csrf_token ?? 'null']) {
      const sent = { ...learned, 'x-csrf-token': page }
      const act = { method: 'POST', token: null, key: newKey(), body: { name: 'A' }, headers: sent }
      assert.equal(codeOf(await scene.ask('/admin/v1/customers', act)), '401 unauthorized')
      for (const path of ['/admin/v1/log', '/console/api/accounts'])
        assert(400 < (await scene.ask(path, { token: null, headers: sent })).status, path)
    }
    assert.equal(codeOf(await scene.ask('/admin/v1/session', { token: null, headers })), '200 done')
    assert.deepEqual(await listAccounts(scene.control), [])
  }
})

test('the sessions of two servers at one loopback address do not end each other', async () => {
  await using scene = await openAdminScene()
  const at = (port: number) => ({ host: `127.0.0.1:${port}`, origin: `http://127.0.0.1:${port}` })
  // As a browser with tunnels to both has them: a cookie of the same name takes the place of the first.
  const cookies = new Map<string, string>()
  const signedIn: Readonly<Record<string, string>>[] = []
  for (const port of [9090, 9091]) {
    const { cookie, headers } = await signIn(scene, scene.tokens.read, at(port))
    const [name, secret] = cookie.split('=') as [string, string]
    cookies.set(name, secret)
    signedIn.push(headers)
  }
  const cookie = [...cookies].map((one) => one.join('=')).join('; ')
  for (const headers of signedIn) {
    const answer = await scene.ask('/admin/v1/session', { token: null, headers: { ...headers, cookie } })
    assert.equal(codeOf(answer), '200 done', headers.host!)
  }
})

for (const kind of ['sqlite', 'postgres'] as const)
  test(`a session that has ended is unknown to the API and to the console: ${kind}`, async () => {
    await using scene = await openAdminScene(kind === 'postgres' ? server.url : undefined)
    const ends: Readonly<Record<string, (signedIn: SignedIn) => Promise<unknown>>> = {
      'sign-out': async ({ headers }) => {
        const out = await scene.ask('/admin/v1/session/end', { method: 'POST', token: null, headers })
        assert.equal(out.status, 200, out.text)
        assert.match(String(out.headers['set-cookie']), /^regista-console-[0-9]+=; .*Max-Age=0$/)
      },
      expiry: () => scene.control.database.run('update control_console_session set expires_at_ms = 1'),
      'a revoked operator': async ({ headers }) => {
        const asked = { token: null, headers: secretsOf(headers) }
        const { data } = (await scene.ask('/admin/v1/session', asked)).json
        await revokeOperator(scene.control, data.operator)
      },
    }
    for (const [what, end] of Object.entries(ends)) {
      const signedIn = await signIn(scene, scene.tokens.provision)
      const { headers } = signedIn
      const read = { token: null, headers: secretsOf(headers) }
      const act = { method: 'POST', token: null, key: newKey(), body: { name: what }, headers }
      assert.equal(codeOf(await scene.ask('/admin/v1/accounts', read)), '200 done')
      for (const path of ['server', 'accounts'])
        assert.equal((await scene.ask(`/console/api/${path}`, read)).status, 200, `${what}: ${path}`)
      const foreign = { token: null, headers: { ...read.headers, 'sec-fetch-site': 'cross-site' } }
      assert.equal(codeOf(await scene.ask('/console/api/accounts', foreign)), '403 forbidden')
      await end(signedIn)
      for (const path of ['server', 'accounts'])
        assert.equal(codeOf(await scene.ask(`/console/api/${path}`, read)), '403 token_required', `${what}: ${path}`)
      assert.equal(codeOf(await scene.ask('/admin/v1/customers', act)), '401 unauthorized', what)
    }
    assert.deepEqual(await listAccounts(scene.control), [])
  })

test('ten unknown cookies lock their address, and a session that has worked there goes on', async () => {
  await using scene = await openAdminScene()
  const { cookie, headers } = await signIn(scene, scene.tokens.read)
  const [name] = cookie.split('=')
  const ask = (sent: string) =>
    scene.ask('/admin/v1/log', { token: null, headers: { ...secretsOf(headers), cookie: sent } })
  assert.equal(codeOf(await ask(cookie)), '200 done')
  for (let i = 0; i < 10; i++) assert.equal(codeOf(await ask(`${name}=${i}`)), '401 unauthorized')
  assert.equal(codeOf(await ask(`${name}=10`)), '429 rate_limited')
  assert.equal(codeOf(await ask(cookie)), '200 done')
})
