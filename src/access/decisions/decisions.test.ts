import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { DAY_MS } from '../../stdx/time-units.ts'
import {
  type Authenticated,
  authenticate,
  authorize,
  isGuess,
  mintSession,
  type Principal,
  SCOPES,
  type Scope,
} from '../access.ts'
import { changeAccountState, createAccount } from '../control/accounts.ts'
import { rotateKeyRing } from '../control/control.ts'
import { issueKey, revokeKey } from '../control/keys.ts'
import { allowOrigin, denyOrigin, setProjectState, setScopes } from '../control/projects.ts'
import { parseIp } from '../network/ip.ts'
import { scopesIn } from '../scopes.ts'
import type { SessionRequest } from '../sessions/mint-session.ts'
import { createTestCustomer, EXAMPLE_NOW_MS as NOW, openTestControl } from '../testing/control.ts'
import type { AccessView } from '../view/view.ts'
import type { Caller } from './authenticate.ts'

const LIFE_MS = 15 * 60_000
const ORIGIN = 'https://www.example.com'
const ip = (text: string) => parseIp(text)!
const IP = ip('192.0.2.7')

const control = await openTestControl()
after(() => control[Symbol.asyncDispose]())

function caller(more: Partial<Caller> = {}): Caller {
  return { ip: IP, origin: undefined, nowMs: NOW, ...more }
}

function mint(view: AccessView, clientId: string, more: Partial<SessionRequest> = {}) {
  return mintSession(view, { clientId, origin: ORIGIN, ip: IP, nowMs: NOW, ...more })
}

function minted(...given: Parameters<typeof mint>) {
  const session = mint(...given)
  assert(session.outcome === 'minted', session.outcome)
  return session
}

/** In one word. */
function said(answer: Authenticated): string {
  return answer.outcome === 'unauthorized' ? answer.reason : answer.outcome
}

function principalOf(answer: Authenticated): Principal {
  assert(answer.outcome === 'authenticated', said(answer))
  return answer.principal
}

describe('a server key', () => {
  test('is authenticated with its project and scopes', async () => {
    const { project, key, text, account } = await createTestCustomer(control)
    const principal = principalOf(authenticate(await control.view(), text, caller()))
    assert.deepEqual(
      [principal.kind, principal.project.id, principal.project.account.id, principal.credential, principal.subject],
      ['key', project.id, account, key.id, key.id],
    )
    assert.deepEqual(scopesIn(principal.scopes), ['addresses:suggest', 'usage:read'])
  })

  test('is rejected if it is missing, malformed, unknown, expired by a millisecond or revoked', async () => {
    const { key, text } = await createTestCustomer(control)
    const revoked = await createTestCustomer(control)
    await revokeKey(control, revoked.key.id)
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
      assert.equal(said(authenticate(view, bearer, caller({ nowMs }))), expected, String(bearer))
  })

  test('only unknown keys and broken tokens count as guesses', () => {
    const reasons = ['missing', 'malformed', 'unknown_key', 'expired_key', 'revoked_key', 'broken_token'] as const
    const rest = ['expired_token', 'unknown_project'] as const
    assert.deepEqual([...reasons, ...rest].filter(isGuess), ['unknown_key', 'broken_token'])
  })

  test('has only scopes that its project has; a scope added to the project is not added to its keys', async () => {
    const keyScopes = ['addresses:suggest', 'companies:read']
    const { project, text } = await createTestCustomer(control, { keyScopes })
    const scopesNow = async (scopes: string[]) => {
      await setScopes(control, { id: project.id, scopes, browserScopes: [] })
      return scopesIn(principalOf(authenticate(await control.view(), text, caller())).scopes)
    }
    assert.deepEqual(await scopesNow(['addresses:suggest', 'usage:read']), ['addresses:suggest'])
    assert.deepEqual(await scopesNow(['usage:read']), [])
    assert.deepEqual(await scopesNow([...SCOPES]), keyScopes)
  })
})

describe('the rights of a credential', () => {
  const SCOPES = ['addresses:suggest', 'companies:suggest', 'companies:read', 'usage:read'] as const
  const allowed = (principal: Principal) => SCOPES.map((one) => authorize(principal, one)[0]).join('')

  test('a key may use exactly the operations of its scopes, for every set of scopes', async () => {
    const { project } = await createTestCustomer(control)
    for (let bits = 1; bits < 16; bits++) {
      const scopes = SCOPES.filter((_, i) => bits & (1 << i))
      const issued = await issueKey(control, { project: project.id, scopes })
      assert(issued.outcome === 'issued')
      const principal = principalOf(authenticate(await control.view(), issued.text, caller()))
      const expected = SCOPES.map((scope) => (scopes.includes(scope) ? 'a' : 's')).join('')
      assert.equal(allowed(principal), expected, scopes.join())
    }
  })

  test('no session may read the usage, and only one that requested it may read companies', async () => {
    const browserScopes = ['addresses:suggest', 'companies:suggest', 'companies:read']
    const { project } = await createTestCustomer(control, { browserScopes })
    const view = await control.view()
    const rights = (scopes?: Scope[]) => {
      const { token } = minted(view, project.clientId, { scopes })
      return allowed(principalOf(authenticate(view, token, caller({ origin: ORIGIN }))))
    }
    assert.equal(rights(), 'aass')
    assert.equal(rights(['companies:read']), 'ssas')
    assert.equal(rights(['companies:read', 'addresses:suggest', 'companies:suggest']), 'aaas')
  })

  test('a suspended account or project may do nothing until it is resumed, a closed account nothing ever again', async () => {
    const { account, project, text } = await createTestCustomer(control)
    const { token } = minted(await control.view(), project.clientId)
    const outcomes = async () => {
      const view = await control.view()
      const bearers = [text, token].map((bearer) => {
        const principal = principalOf(authenticate(view, bearer, caller({ origin: ORIGIN })))
        return authorize(principal, 'addresses:suggest')
      })
      return [...bearers, mint(view, project.clientId).outcome].join()
    }
    const [fine, refused] = ['allowed,allowed,minted', 'forbidden,forbidden,forbidden']
    assert.equal(await outcomes(), fine)
    await changeAccountState(control, { id: account, transition: 'suspend' })
    assert.equal(await outcomes(), refused)
    await changeAccountState(control, { id: account, transition: 'resume' })
    assert.equal(await outcomes(), fine)
    await setProjectState(control, { id: project.id, state: 'suspended' })
    assert.equal(await outcomes(), refused)
    await setProjectState(control, { id: project.id, state: 'active' })
    assert.equal(await outcomes(), fine)
    await changeAccountState(control, { id: account, transition: 'close' })
    assert.equal(await outcomes(), refused)
  })

  test('a pending account may do nothing', async () => {
    const created = await createAccount(control, { name: 'New' })
    assert(created.outcome === 'created')
    const { text } = await createTestCustomer(control, { account: created.account.id })
    const principal = principalOf(authenticate(await control.view(), text, caller()))
    assert.equal(authorize(principal, 'addresses:suggest'), 'forbidden')
  })
})

describe('a browser session', () => {
  test('is issued for a known client id, its origins and its browser scopes', async () => {
    const read = 'companies:read'
    const { project } = await createTestCustomer(control)
    const reads = await createTestCustomer(control, { scopes: [read], browserScopes: [read], keyScopes: [read] })
    const none = await createTestCustomer(control, { browserScopes: [] })
    const view = await control.view()
    const table: [string, Partial<SessionRequest>, string][] = [
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

  test('is valid for its address and origin only, until its last millisecond', async () => {
    const other = 'https://shop.example.com'
    const { project } = await createTestCustomer(control, { origins: [ORIGIN, other] })
    const view = await control.view()
    const { token, expiresAtMs } = minted(view, project.clientId)
    const table: [Partial<Caller>, string][] = [
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
      assert.equal(said(authenticate(view, token, caller({ origin: ORIGIN, ...more }))), expected)
  })

  test('without an Origin header works for the host that it is bound to, and an Origin is never replaced', async () => {
    const other = 'https://shop.example.com:8443'
    const { project } = await createTestCustomer(control, { origins: [ORIGIN, other] })
    const view = await control.view()
    const { token, expiresAtMs } = minted(view, project.clientId)
    const table: [Partial<Caller>, string][] = [
      [{ sameOriginHost: 'www.example.com' }, 'authenticated'],
      [{ sameOriginHost: 'www.example.com:443' }, 'authenticated'],
      [{ sameOriginHost: 'www.example.com:80' }, 'origin_not_allowed'],
      [{ sameOriginHost: 'www.example.com:8443' }, 'origin_not_allowed'],
      [{ sameOriginHost: 'www.example.com.' }, 'origin_not_allowed'],
      [{ sameOriginHost: 'WWW.example.com' }, 'origin_not_allowed'],
      [{ sameOriginHost: 'shop.example.com:8443' }, 'origin_not_allowed'],
      [{ sameOriginHost: 'evil.example' }, 'origin_not_allowed'],
      [{ sameOriginHost: 'www.example.com/x' }, 'origin_not_allowed'],
      [{ sameOriginHost: 'user@www.example.com' }, 'origin_not_allowed'],
      [{ sameOriginHost: 'www.example.com, www.example.com' }, 'origin_not_allowed'],
      [{ sameOriginHost: '' }, 'origin_not_allowed'],
      [{}, 'origin_not_allowed'],
      [{ origin: 'null', sameOriginHost: 'www.example.com' }, 'origin_not_allowed'],
      [{ origin: '', sameOriginHost: 'www.example.com' }, 'origin_not_allowed'],
      [{ origin: other, sameOriginHost: 'www.example.com' }, 'origin_not_allowed'],
      [{ sameOriginHost: 'www.example.com', ip: ip('192.0.2.8') }, 'broken_token'],
      [{ sameOriginHost: 'www.example.com', nowMs: expiresAtMs }, 'expired_token'],
    ]
    for (const [more, expected] of table)
      assert.equal(said(authenticate(view, token, caller(more))), expected, JSON.stringify(more))
    await denyOrigin(control, { id: project.id, origin: ORIGIN })
    const now = authenticate(await control.view(), token, caller({ sameOriginHost: 'www.example.com' }))
    assert.equal(said(now), 'origin_not_allowed')
  })

  test('has its own subject in the limits, and that of its client id in the books', async () => {
    const { project } = await createTestCustomer(control)
    const view = await control.view()
    const [a, b] = [1, 2].map(() => {
      const { token } = minted(view, project.clientId)
      return principalOf(authenticate(view, token, caller({ origin: ORIGIN })))
    }) as [Principal, Principal]
    assert.notEqual(a.subject, b.subject)
    assert.deepEqual([a.credential, a.kind, a.project.id], [project.clientId, 'session', project.id])
    assert.equal(a.credential, b.credential)
  })

  test('is rejected if any bit of its token is flipped, or if it is spliced with another', async () => {
    const { project } = await createTestCustomer(control)
    const view = await control.view()
    const { token } = minted(view, project.clientId)
    const second = minted(view, project.clientId).token
    const bytes = Uint8Array.fromHex(token.slice(4))
    for (let bit = 0; bit < 256; bit++) {
      const turned = Uint8Array.from(bytes, (byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))
      const answer = said(authenticate(view, `rgb_${turned.toHex()}`, caller({ origin: ORIGIN })))
      // The last eight bytes speak of the origin only.
      assert.equal(answer, bit < 24 * 8 ? 'broken_token' : 'origin_not_allowed', `bit ${bit}`)
    }
    for (let cut = 5; cut < 68; cut++) {
      const joined = token.slice(0, cut) + second.slice(cut)
      if (joined === token || joined === second) continue
      const answer = said(authenticate(view, joined, caller({ origin: ORIGIN })))
      assert.notEqual(answer, 'authenticated', `cut at ${cut}`)
    }
  })

  test('is rejected by a server with other secrets', async () => {
    await using elsewhere = await openTestControl()
    const { project } = await createTestCustomer(elsewhere)
    await createTestCustomer(control)
    const { token } = minted(await elsewhere.view(), project.clientId)
    const answer = authenticate(await control.view(), token, caller({ origin: ORIGIN }))
    assert.equal(said(answer), 'broken_token')
  })

  test('loses a scope as soon as its project does, and ends as soon as its origin is removed', async () => {
    const browserScopes = ['addresses:suggest', 'companies:suggest']
    const { project } = await createTestCustomer(control)
    const { token } = minted(await control.view(), project.clientId)
    const now = async () => authenticate(await control.view(), token, caller({ origin: ORIGIN }))
    const scopesNow = async () => scopesIn(principalOf(await now()).scopes)
    const set = (own: readonly string[], browser: string[]) =>
      setScopes(control, { id: project.id, scopes: own, browserScopes: browser })
    await set(SCOPES, ['companies:suggest', 'companies:read'])
    assert.deepEqual(await scopesNow(), ['companies:suggest'])
    await set(['addresses:suggest', 'usage:read'], ['addresses:suggest'])
    assert.deepEqual(await scopesNow(), ['addresses:suggest'])
    await set(SCOPES, browserScopes)
    assert.deepEqual(await scopesNow(), browserScopes)
    await denyOrigin(control, { id: project.id, origin: ORIGIN })
    assert.equal(said(await now()), 'origin_not_allowed')
    await allowOrigin(control, { id: project.id, origin: ORIGIN })
    // As no command would leave it: browsers are allowed more than their project.
    await control.database.run('update control_project set scopes = $1 where id = $2', 'companies:suggest', project.id)
    assert.deepEqual(await scopesNow(), ['companies:suggest'])
  })

  test('survives one rotation of the key ring, and not two', async () => {
    await using own = await openTestControl()
    const { project } = await createTestCustomer(own)
    const first = minted(await own.view(), project.clientId).token
    const turn = async (nowMs: number) => {
      own.clock.setMs(nowMs)
      assert.equal(await rotateKeyRing(own), 'rotated')
    }
    const now = async (token: string) => said(authenticate(await own.view(), token, caller({ origin: ORIGIN })))
    await turn(NOW + DAY_MS)
    assert.equal(await now(first), 'authenticated')
    await turn(NOW + 2 * DAY_MS)
    assert.equal(await now(first), 'broken_token')
  })

  test('is sealed with a new secret only after every server has had a minute to read the secret', async () => {
    await using own = await openTestControl()
    const { project } = await createTestCustomer(own)
    const before = await own.view()
    own.clock.setMs(NOW + DAY_MS)
    await rotateKeyRing(own)
    const after = await own.view()
    const knownToOldServer = (nowMs: number) => {
      const { token } = minted(after, project.clientId, { nowMs })
      return said(authenticate(before, token, caller({ origin: ORIGIN, nowMs })))
    }
    assert.equal(knownToOldServer(NOW + DAY_MS + 59_999), 'authenticated')
    assert.equal(knownToOldServer(NOW + DAY_MS + 60_000), 'broken_token')
  })
})
