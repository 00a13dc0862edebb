import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { DAY_MS } from '../../stdx/time-units.ts'
import * as access from '../access.ts'
import { type ExampleControl, exampleControl, exampleCustomer, EXAMPLE_NOW_MS as NOW } from '../testing/control.ts'

const LIFE_MS = 15 * 60_000
const ORIGIN = 'https://www.example.com'
const ip = (text: string) => access.parseIp(text)!
const IP = ip('192.0.2.7')

let control: ExampleControl
before(async () => {
  control = await exampleControl()
})
after(() => control[Symbol.asyncDispose]())

function caller(more: Partial<access.Caller> = {}): access.Caller {
  return { ip: IP, origin: undefined, nowMs: NOW, ...more }
}

function mint(view: access.AccessView, clientId: string, more: Partial<access.SessionRequest> = {}) {
  return access.mintSession(view, { clientId, origin: ORIGIN, ip: IP, nowMs: NOW, ...more })
}

function minted(...given: Parameters<typeof mint>) {
  const session = mint(...given)
  assert(session.outcome === 'minted', session.outcome)
  return session
}

/** In one word. */
function said(answer: access.Authenticated): string {
  return answer.outcome === 'unauthorized' ? answer.reason : answer.outcome
}

function principalOf(answer: access.Authenticated): access.Principal {
  assert(answer.outcome === 'authenticated', said(answer))
  return answer.principal
}

describe('a server key', () => {
  test('says whose it is and what it may', async () => {
    const { project, key, text, account } = await exampleCustomer(control)
    const principal = principalOf(access.authenticate(await control.view(), text, caller()))
    assert.deepEqual(
      [principal.kind, principal.project.id, principal.project.account.id, principal.credential, principal.subject],
      ['key', project.id, account, key.id, key.id],
    )
    assert.deepEqual(access.scopesIn(principal.scopes), ['addresses:suggest', 'usage:read'])
  })

  test('is refused when it is missing, malformed, unknown, expired by a millisecond or revoked', async () => {
    const { key, text } = await exampleCustomer(control)
    const revoked = await exampleCustomer(control)
    await access.revokeKey(control, revoked.key.id)
    const view = await control.view()
    const table: [string | undefined, number, string][] = [
      [undefined, NOW, 'missing'],
      ['', NOW, 'malformed'],
      ['rgk_', NOW, 'malformed'],
      [text.slice(0, -1), NOW, 'malformed'],
      [`${text}0`, NOW, 'malformed'],
      [`${text}\n`, NOW, 'malformed'],
      [` ${text}`, NOW, 'malformed'],
      [text.toUpperCase(), NOW, 'malformed'],
      [`rgk_${text.slice(4).toUpperCase()}`, NOW, /[a-f]/.test(text.slice(4)) ? 'malformed' : 'authenticated'],
      [text.replace('rgk_', 'rgx_'), NOW, 'malformed'],
      [`rgk_${'0'.repeat(64)}`, NOW, 'unknown_key'],
      [text.replace(/.$/, (last) => (last === '0' ? '1' : '0')), NOW, 'unknown_key'],
      [text, key.expiresAtMs - 1, 'authenticated'],
      [text, key.expiresAtMs, 'expired_key'],
      [text, key.expiresAtMs + DAY_MS, 'expired_key'],
      [revoked.text, NOW, 'revoked_key'],
    ]
    for (const [bearer, nowMs, expected] of table)
      assert.equal(said(access.authenticate(view, bearer, caller({ nowMs }))), expected, String(bearer))
  })

  test('of an address that guesses, only guesses are held against it', () => {
    const reasons = ['missing', 'malformed', 'unknown_key', 'expired_key', 'revoked_key', 'broken_token'] as const
    const rest = ['expired_token', 'unknown_project'] as const
    assert.deepEqual([...reasons, ...rest].filter(access.isGuess), ['unknown_key', 'broken_token'])
  })

  test('has of its scopes those that its project has at this moment; a scope that the project gets widens no key', async () => {
    const keyScopes = ['addresses:suggest', 'companies:read']
    const { project, text } = await exampleCustomer(control, { keyScopes })
    const scopesNow = async (scopes: string[]) => {
      await access.setScopes(control, { id: project.id, scopes, browserScopes: [] })
      return access.scopesIn(principalOf(access.authenticate(await control.view(), text, caller())).scopes)
    }
    assert.deepEqual(await scopesNow(['addresses:suggest', 'usage:read']), ['addresses:suggest'])
    assert.deepEqual(await scopesNow(['usage:read']), [])
    assert.deepEqual(await scopesNow([...access.SCOPES]), keyScopes)
  })
})

describe('what a credential may do', () => {
  const SCOPES = ['addresses:suggest', 'companies:suggest', 'companies:read', 'usage:read'] as const
  const allowed = (principal: access.Principal) => SCOPES.map((one) => access.authorize(principal, one)[0]).join('')

  test('a key may what its scopes say, for every set of scopes', async () => {
    const { project } = await exampleCustomer(control)
    for (let bits = 1; bits < 16; bits++) {
      const scopes = access.SCOPES.filter((_, i) => bits & (1 << i))
      const issued = await access.issueKey(control, { project: project.id, scopes })
      assert(issued.outcome === 'issued')
      const principal = principalOf(access.authenticate(await control.view(), issued.text, caller()))
      const expected = access.SCOPES.map((scope) => (scopes.includes(scope) ? 'a' : 's')).join('')
      assert.equal(allowed(principal), expected, scopes.join())
    }
  })

  test('no session may see the usage, and only one that asked for it may read companies', async () => {
    const browserScopes = ['addresses:suggest', 'companies:suggest', 'companies:read']
    const { project } = await exampleCustomer(control, { browserScopes })
    const view = await control.view()
    const rights = (scopes?: access.Scope[]) => {
      const { token } = minted(view, project.clientId, { scopes })
      return allowed(principalOf(access.authenticate(view, token, caller({ origin: ORIGIN }))))
    }
    assert.equal(rights(), 'aass')
    assert.equal(rights(['companies:read']), 'ssas')
    assert.equal(rights(['companies:read', 'addresses:suggest', 'companies:suggest']), 'aaas')
  })

  test('an account that is not verified, or a project that is suspended, may nothing, and may again afterwards', async () => {
    const { account, project, text } = await exampleCustomer(control)
    const { token } = minted(await control.view(), project.clientId)
    const outcomes = async () => {
      const view = await control.view()
      const bearers = [text, token].map((bearer) => {
        const principal = principalOf(access.authenticate(view, bearer, caller({ origin: ORIGIN })))
        return access.authorize(principal, 'addresses:suggest')
      })
      return [...bearers, mint(view, project.clientId).outcome].join()
    }
    const [fine, refused] = ['allowed,allowed,minted', 'forbidden,forbidden,forbidden']
    assert.equal(await outcomes(), fine)
    await access.stepAccount(control, { id: account, step: 'suspend' })
    assert.equal(await outcomes(), refused)
    await access.stepAccount(control, { id: account, step: 'resume' })
    assert.equal(await outcomes(), fine)
    await access.setProjectState(control, { id: project.id, state: 'suspended' })
    assert.equal(await outcomes(), refused)
    await access.setProjectState(control, { id: project.id, state: 'active' })
    assert.equal(await outcomes(), fine)
    await access.stepAccount(control, { id: account, step: 'close' })
    assert.equal(await outcomes(), refused)
  })

  test('an account that waits to be verified may nothing', async () => {
    const created = await access.createAccount(control, { name: 'New' })
    assert(created.outcome === 'created')
    const { text } = await exampleCustomer(control, { account: created.account.id })
    const principal = principalOf(access.authenticate(await control.view(), text, caller()))
    assert.equal(access.authorize(principal, 'addresses:suggest'), 'forbidden')
  })
})

describe('a browser session', () => {
  test('is made for a known client, its origins and the scopes of its browsers', async () => {
    const read = 'companies:read'
    const { project } = await exampleCustomer(control)
    const reads = await exampleCustomer(control, { scopes: [read], browserScopes: [read], keyScopes: [read] })
    const none = await exampleCustomer(control, { browserScopes: [] })
    const view = await control.view()
    const table: [string, Partial<access.SessionRequest>, string][] = [
      [project.clientId, {}, 'addresses:suggest companies:suggest'],
      [project.clientId, { scopes: ['companies:suggest'] }, 'companies:suggest'],
      [project.clientId, { scopes: [read] }, 'scope_not_allowed'],
      [project.clientId, { scopes: ['addresses:suggest', read] }, 'scope_not_allowed'],
      [project.clientId, { scopes: ['usage:read'] }, 'scope_not_allowed'],
      [project.clientId, { scopes: [] }, 'scope_not_allowed'],
      [project.clientId, { origin: undefined }, 'origin_not_allowed'],
      [project.clientId, { origin: 'https://www.example.com.' }, 'origin_not_allowed'],
      [project.clientId, { origin: 'https://WWW.example.com' }, 'origin_not_allowed'],
      [project.clientId, { origin: 'http://www.example.com' }, 'origin_not_allowed'],
      [project.clientId, { origin: 'https://www.example.com:443' }, 'origin_not_allowed'],
      [project.clientId, { origin: 'https://evil.www.example.com' }, 'origin_not_allowed'],
      [project.clientId, { origin: 'null' }, 'origin_not_allowed'],
      [project.clientId.replace(/.$/, 'x'), {}, 'unauthorized'],
      [project.clientId.toUpperCase(), {}, 'unauthorized'],
      [project.id, {}, 'unauthorized'],
      [reads.project.clientId, {}, 'scope_not_allowed'],
      [reads.project.clientId, { scopes: [read] }, read],
      [none.project.clientId, {}, 'scope_not_allowed'],
    ]
    for (const [clientId, request, expected] of table) {
      const session = mint(view, clientId, request)
      const is = session.outcome === 'minted' ? session.scopes.join(' ') : session.outcome
      assert.equal(is, expected, `${clientId} ${JSON.stringify(request)}`)
      if (session.outcome !== 'minted') continue
      assert.match(session.token, /^rgb_[a-f0-9]{64}$/)
      assert(NOW + LIFE_MS - 1000 < session.expiresAtMs && session.expiresAtMs <= NOW + LIFE_MS)
    }
  })

  test('works for its address and origin until its last millisecond, and for nobody else', async () => {
    const other = 'https://shop.example.com'
    const { project } = await exampleCustomer(control, { origins: [ORIGIN, other] })
    const view = await control.view()
    const { token, expiresAtMs } = minted(view, project.clientId)
    const table: [Partial<access.Caller>, string][] = [
      [{}, 'authenticated'],
      [{ ip: ip('::ffff:192.0.2.7') }, 'authenticated'],
      [{ nowMs: expiresAtMs - 1 }, 'authenticated'],
      [{ nowMs: expiresAtMs }, 'expired_token'],
      [{ nowMs: expiresAtMs + DAY_MS }, 'expired_token'],
      [{ ip: ip('192.0.2.70') }, 'broken_token'],
      [{ ip: ip('192.0.2.8') }, 'broken_token'],
      [{ ip: ip('2001:db8::7') }, 'broken_token'],
      [{ ip: ip('192.0.2.8'), origin: other }, 'broken_token'],
      [{ origin: undefined }, 'origin_not_allowed'],
      [{ origin: other }, 'origin_not_allowed'],
      [{ origin: '' }, 'origin_not_allowed'],
      [{ origin: undefined, nowMs: expiresAtMs }, 'expired_token'],
    ]
    for (const [more, expected] of table)
      assert.equal(said(access.authenticate(view, token, caller({ origin: ORIGIN, ...more }))), expected)
  })

  test('is told from others by its subject; in the books it is its project’s client', async () => {
    const { project } = await exampleCustomer(control)
    const view = await control.view()
    const [a, b] = [1, 2].map(() => {
      const { token } = minted(view, project.clientId)
      return principalOf(access.authenticate(view, token, caller({ origin: ORIGIN })))
    }) as [access.Principal, access.Principal]
    assert.notEqual(a.subject, b.subject)
    assert.deepEqual([a.credential, a.kind, a.project.id], [project.clientId, 'session', project.id])
    assert.equal(a.credential, b.credential)
  })

  test('with any one bit of its token turned, or cut and joined with another, is broken or refused', async () => {
    const { project } = await exampleCustomer(control)
    const view = await control.view()
    const { token } = minted(view, project.clientId)
    const second = minted(view, project.clientId).token
    const bytes = Uint8Array.fromHex(token.slice(4))
    for (let bit = 0; bit < 256; bit++) {
      const turned = Uint8Array.from(bytes, (byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))
      const answer = said(access.authenticate(view, `rgb_${turned.toHex()}`, caller({ origin: ORIGIN })))
      // The last eight bytes speak of the origin only.
      assert.equal(answer, bit < 24 * 8 ? 'broken_token' : 'origin_not_allowed', `bit ${bit}`)
    }
    for (let cut = 5; cut < 68; cut++) {
      const joined = token.slice(0, cut) + second.slice(cut)
      if (joined === token || joined === second) continue
      const answer = said(access.authenticate(view, joined, caller({ origin: ORIGIN })))
      assert.notEqual(answer, 'authenticated', `cut at ${cut}`)
    }
  })

  test('is no session of another server', async () => {
    await using elsewhere = await exampleControl()
    const { project } = await exampleCustomer(elsewhere)
    await exampleCustomer(control)
    const { token } = minted(await elsewhere.view(), project.clientId)
    const answer = access.authenticate(await control.view(), token, caller({ origin: ORIGIN }))
    assert.equal(said(answer), 'broken_token')
  })

  test('loses what its project takes from browsers at once, and its origin with the origin', async () => {
    const browserScopes = ['addresses:suggest', 'companies:suggest']
    const { project } = await exampleCustomer(control)
    const { token } = minted(await control.view(), project.clientId)
    const now = async () => access.authenticate(await control.view(), token, caller({ origin: ORIGIN }))
    const scopesNow = async () => access.scopesIn(principalOf(await now()).scopes)
    const set = (own: readonly string[], browser: string[]) =>
      access.setScopes(control, { id: project.id, scopes: own, browserScopes: browser })
    await set(access.SCOPES, ['companies:suggest', 'companies:read'])
    assert.deepEqual(await scopesNow(), ['companies:suggest'])
    await set(['addresses:suggest', 'usage:read'], ['addresses:suggest'])
    assert.deepEqual(await scopesNow(), ['addresses:suggest'])
    await set(access.SCOPES, browserScopes)
    assert.deepEqual(await scopesNow(), browserScopes)
    await access.denyOrigin(control, { id: project.id, origin: ORIGIN })
    assert.equal(said(await now()), 'origin_not_allowed')
    await access.allowOrigin(control, { id: project.id, origin: ORIGIN }, 'https')
    // As no command would leave it: browsers are allowed more than their project.
    await control.database.run('update control_project set scopes = $1 where id = $2', 'companies:suggest', project.id)
    assert.deepEqual(await scopesNow(), ['companies:suggest'])
  })

  test('outlives one turn of the ring, and not two', async () => {
    await using own = await exampleControl()
    const { project } = await exampleCustomer(own)
    const first = minted(await own.view(), project.clientId).token
    const turn = async (nowMs: number) => {
      own.clock.setMs(nowMs)
      assert.equal(await access.rotateRing(own), 'rotated')
    }
    const now = async (token: string) => said(access.authenticate(await own.view(), token, caller({ origin: ORIGIN })))
    await turn(NOW + DAY_MS)
    assert.equal(await now(first), 'authenticated')
    await turn(NOW + 2 * DAY_MS)
    assert.equal(await now(first), 'broken_token')
  })

  test('is sealed with a new secret only when every node has had a minute to hear of it', async () => {
    await using own = await exampleControl()
    const { project } = await exampleCustomer(own)
    const before = await own.view()
    own.clock.setMs(NOW + DAY_MS)
    await access.rotateRing(own)
    const after = await own.view()
    const knownToOldNode = (nowMs: number) => {
      const { token } = minted(after, project.clientId, { nowMs })
      return said(access.authenticate(before, token, caller({ origin: ORIGIN, nowMs })))
    }
    assert.equal(knownToOldNode(NOW + DAY_MS + 59_999), 'authenticated')
    assert.equal(knownToOldNode(NOW + DAY_MS + 60_000), 'broken_token')
  })
})

describe('a preflight', () => {
  test('is allowed for an origin of any project that may call, and for no other', async () => {
    await using own = await exampleControl()
    const [a, b] = ['https://a.example', 'https://b.example']
    const first = await exampleCustomer(own, { origins: [a] })
    await exampleCustomer(own, { origins: [a, b] })
    const third = await exampleCustomer(own, { origins: ['https://c.example'], account: first.account })
    const allowed = async () => {
      const view = await own.view()
      const origins = [a, b, 'https://c.example', 'https://d.example', 'null', '', undefined]
      return origins.filter((origin) => access.preflight(view, origin) === 'allowed')
    }
    assert.deepEqual(await allowed(), [a, b, 'https://c.example'])
    await access.setProjectState(own, { id: third.project.id, state: 'suspended' })
    assert.deepEqual(await allowed(), [a, b])
    await access.stepAccount(own, { id: first.account, step: 'suspend' })
    assert.deepEqual(await allowed(), [a, b])
  })

  test('a local origin that was allowed for a demonstration counts for nothing elsewhere', async () => {
    await using own = await exampleControl()
    const origin = 'http://localhost:3000'
    const { project } = await exampleCustomer(own, { origins: [origin] })
    for (const [policy, expected] of [
      ['https', 'origin_not_allowed'],
      ['https_and_localhost', 'allowed'],
    ] as const) {
      const view = await own.view(policy)
      assert.equal(access.preflight(view, origin), expected)
      assert.equal(mint(view, project.clientId, { origin }).outcome === 'minted', expected === 'allowed')
    }
  })
})
