import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { listAccounts } from '../../access/control/accounts.ts'
import { listActs } from '../../access/control/acts.ts'
import type { NotedCredit } from '../../access/control/credits.ts'
import { addOperator, includesRole, ROLES, revokeOperator } from '../../access/control/operators.ts'
import { expectDone } from '../../access/testing/customers.ts'
import type { AdminBooks } from '../../http/admin/operation.ts'
import { ADMIN_OPERATIONS } from '../../http/admin/operations/operations.ts'
import { runAdminCall } from '../../http/admin/run-call.ts'
import { creditUnits } from '../../ledger/accounting.ts'
import { DatabaseError } from '../../storage/storage.ts'
import { startPostgres } from '../../storage/testing/postgres.ts'
import {
  type Answer,
  ENVIRONMENT_TOKEN,
  type Json,
  makeCustomer,
  newKey,
  openAdminScene,
} from '../testing/admin-scene.ts'

const server = await startPostgres()
after(() => server[Symbol.asyncDispose]())

const codeOf = ({ status, json }: Answer): string => `${status} ${json?.error?.code ?? 'done'}`
for (const kind of ['sqlite', 'postgres'] as const) {
  describe(`the API of operators on ${kind}`, () => {
    const open = () => openAdminScene(kind === 'postgres' ? server.url : undefined)

    test('one call makes a customer; its repetition answers all but the key; another body is refused', async () => {
      await using scene = await open()
      const before = (await listAccounts(scene.control)).length
      const body = { name: 'Bakery', allowance_units: 5000, origins: ['https://shop.example'], key_days: null }
      const asked = { method: 'POST', key: newKey(), token: scene.tokens.provision, body }
      const first = await scene.ask('/admin/v1/customers', asked)
      assert.equal(first.status, 201, first.text)
      const { account, project, key } = first.json.data
      assert.match(key.secret, /^rgk_[0-9a-f]{64}$/)
      assert.deepEqual([account.state, account.allowance_units, key.expires_at], ['verified', 5000, null])
      assert.deepEqual(project.origins, ['https://shop.example'])
      assert.equal(first.json.meta.request_id, first.headers['x-request-id'])
      const again = await scene.ask('/admin/v1/customers', asked)
      assert.equal(again.status, 201)
      assert.deepEqual(again.json.data, { ...first.json.data, key: { ...key, secret: null } })
      assert.equal(again.json.meta.replayed, true)
      assert.match(again.json.meta.notice, /rotate/)
      const other = await scene.ask('/admin/v1/customers', { ...asked, body: { ...body, name: 'Other' } })
      assert.equal(codeOf(other), '409 idempotency_conflict')
      assert.equal((await listAccounts(scene.control)).length, before + 1)
      const [act] = await listActs(scene.control, { account: account.id, limit: 9 })
      assert.deepEqual([act!.what, act!.via, act!.requestId], ['customer.create', 'http', first.json.meta.request_id])
      assert.equal(act!.place, '127.0.0.1')
      const stored = await scene.control.database.query<[string]>('select answer from control_repeat')
      const everything = JSON.stringify([stored, await listActs(scene.control, { limit: 99 })])
      assert(!everything.includes(key.secret.slice(4)), 'the key is stored nowhere')
      const mistake = await scene.ask('/admin/v1/customers', { ...asked, key: newKey(), body: { name: ' ' } })
      assert.equal(codeOf(mistake), '400 invalid_parameter')
      assert.equal(
        codeOf(await scene.ask('/admin/v1/customers', { method: 'POST', body })),
        '400 idempotency_key_required',
      )
    })

    test('accounts and projects are changed all or not at all, and a list has pages', async () => {
      await using scene = await open()
      const { account, project } = await makeCustomer(scene)
      const path = `/admin/v1/accounts/${account.id}`
      const change = (at: string, body: object) => scene.ask(at, { method: 'PATCH', body })
      const changes = { name: 'New 100%', allowance_units: 9, state: 'suspended', browser_budget: { units: null } }
      const changed = await change(path, changes)
      assert.equal(changed.status, 200, changed.text)
      assert.deepEqual({ ...changed.json.data, ...changes }, changed.json.data)
      assert.equal(codeOf(await change(path, { name: 'Half', allowance_units: -1 })), '400 invalid_parameter')
      assert.equal(codeOf(await change(path, { name: 'Half', browser_budget: { units: 0 } })), '400 invalid_parameter')
      assert.equal((await scene.ask(path)).json.data.name, 'New 100%')
      const ofProject = `/admin/v1/projects/${project.id}`
      const wanted = {
        scopes: ['addresses:suggest'],
        browser_scopes: [],
        origins: ['https://a.example', 'http://localhost'],
        limits: { ip: { rate: 2, burst: 3 } },
        state: 'suspended',
      }
      const projectAfter = (await change(ofProject, wanted)).json.data
      assert.deepEqual({ ...projectAfter, ...wanted, origins: wanted.origins.toSorted() }, projectAfter)
      const half = await change(ofProject, { name: 'Half', origins: ['no origin'] })
      assert.equal(codeOf(half), '400 invalid_parameter')
      assert.deepEqual((await scene.ask(ofProject)).json.data, projectAfter)
      for (let i = 0; i < 4; i++) await makeCustomer(scene, { name: `Page ${i}` })
      const names: string[] = []
      for (let cursor = ''; cursor !== 'null'; ) {
        const page = await scene.ask(`/admin/v1/accounts?q=pAGE&state=verified&limit=3${cursor && `&cursor=${cursor}`}`)
        names.push(...page.json.data.map(({ name }: { name: string }) => name))
        cursor = String(page.json.meta.next_cursor)
      }
      assert.equal(names.slice(-4).join(), 'Page 0,Page 1,Page 2,Page 3')
      assert.equal(
        (await scene.ask('/admin/v1/accounts?q=100%25')).json.data.some((one: Json) => one.id === account.id),
        true,
      )
      assert.equal(codeOf(await scene.ask('/admin/v1/accounts?limit=501')), '400 invalid_parameter')
    })

    test('keys are issued, rotated, revoked and listed with their last use', async () => {
      await using scene = await open()
      const { project, key } = await makeCustomer(scene)
      const path = `/admin/v1/projects/${project.id}/keys`
      const post = (at: string, body?: object) => scene.ask(at, { method: 'POST', key: newKey(), body })
      const issued = await post(path, { scopes: ['usage:read'], name: 'books', days: 5 })
      assert.match(issued.json.data.secret, /^rgk_/)
      const rotated = (await post(`/admin/v1/keys/${key.id}/rotate`, { old_key_days: 0 })).json.data
      assert.match(rotated.key.secret, /^rgk_/)
      assert.equal((await post(`/admin/v1/keys/${issued.json.data.id}/revoke`)).status, 200)
      const listed = (await scene.ask(path)).json.data
      assert.equal(listed.length, 3)
      assert(listed.every((one: Json) => one.secret === undefined && one.last_used_on === null))
      assert.equal(listed.filter((one: Json) => one.revoked_at !== null).length, 1)
    })

    test('a credit is given once however often it is asked, and closing is confirmed and undone', async () => {
      await using scene = await open()
      const { account } = await makeCustomer(scene, { allowance_units: 10 })
      const path = `/admin/v1/accounts/${account.id}`
      const credit = { method: 'POST', key: newKey(), body: { units: 500, why: 'outage', confirm: account.id } }
      const early = await scene.ask(`${path}/credits`, credit)
      assert.equal(codeOf(early), '409 not_in_books')
      await scene.passAccounts()
      for (const replayed of [true, true])
        assert.deepEqual(
          await scene.ask(`${path}/credits`, credit).then(({ status, json }) => [status, json.meta.replayed]),
          [201, replayed],
        )
      const unconfirmed = await scene.ask(`${path}/credits`, { ...credit, key: newKey(), body: { units: 1, why: 'x' } })
      assert.equal(codeOf(unconfirmed), '400 confirmation_required')
      const { data } = (await scene.ask(`${path}/statement`)).json
      assert.deepEqual([data.allowance_units, data.credits.length], [510, 1])
      const csv = await scene.ask(`${path}/statement?format=csv`)
      assert.match(String(csv.headers['content-type']), /^text\/csv/)
      assert.equal(csv.text, 'account,period,project,key,operation,requests,confirmed_units\n')
      const close = (confirm?: string) =>
        scene.ask(`${path}/close`, { method: 'POST', body: confirm === undefined ? {} : { confirm } })
      assert.equal(codeOf(await close()), '400 confirmation_required')
      assert.equal(codeOf(await close('acc_0000000000')), '400 confirmation_required')
      assert.equal((await close(account.id)).json.data.state, 'closed')
      assert.equal((await scene.ask(`${path}/reopen`, { method: 'POST' })).json.data.state, 'verified')
      const log = (await scene.ask(`/admin/v1/log?account=${account.id}`)).json.data
      assert.equal(
        log.map(({ what }: { what: string }) => what).join(),
        'account.reopen,account.close,account.credit,customer.create',
      )
    })

    test('a credit whose answer was lost behind the commit of the books is given once', async () => {
      await using scene = await open()
      const { account } = await makeCustomer(scene, { allowance_units: 10 })
      await scene.passAccounts()
      const read = (): Promise<never> => Promise.reject(new Error('a credit reads no books'))
      const lose = async (credit: NotedCredit['credit']): Promise<never> => {
        await creditUnits(scene.place, credit)
        throw new DatabaseError('the answer was lost', { outcome: 'unknown', reason: 'lost' })
      }
      const call = {
        operation: 'creditAccount',
        pathParameters: [['account', account.id]],
        query: '',
        body: Buffer.from(JSON.stringify({ units: 7, why: 'outage', confirm: account.id })),
        contentType: 'application/json',
        idempotencyKey: newKey(),
        token: scene.tokens.operate,
        place: 'desk',
        requestId: '0'.repeat(32),
      } as const
      const carryOut = (credit: AdminBooks['credit']) =>
        runAdminCall({ control: scene.control, books: { read, credit } }, call)
      for (const _ of [1, 2]) assert.equal(JSON.parse((await carryOut(lose)).body).error.code, 'outcome_unknown')
      const done = await carryOut((credit) => creditUnits(scene.place, credit))
      assert.equal(done.status, 201, done.body)
      const { data } = (await scene.ask(`/admin/v1/accounts/${account.id}/statement`)).json
      assert.deepEqual([data.allowance_units, data.credits.length], [17, 1])
    })

    test('session keys are rotated, and doubts are listed and trusted by their ids', async () => {
      await using scene = await open()
      const rotated = await scene.ask('/admin/v1/session-keys/rotate', { method: 'POST', key: newKey() })
      assert.equal(rotated.status, 200, rotated.text)
      assert.deepEqual((await scene.ask('/admin/v1/doubts')).json.data, [])
      const trust = await scene.ask('/admin/v1/doubts/trust', { method: 'POST', body: { doubts: [7], why: 'seen' } })
      assert.equal(codeOf(trust), '404 unknown_id')
    })
  })
}

describe('the API of operators', () => {
  test('each operation is refused to every lesser role, to no token and to a wrong one', async () => {
    await using scene = await openAdminScene()
    assert(20 <= ADMIN_OPERATIONS.length)
    const wrong = { nothing: null, another: `rga_${'0'.repeat(64)}` }
    for (const { id, method, path, role, isKeyed, body: schema } of ADMIN_OPERATIONS) {
      const url = path.replaceAll(
        /\{(\w{3})\w*\}/g,
        (_, kind: string) => `${{ acc: 'acc', pro: 'prj', key: 'key' }[kind]}_0`,
      )
      const body = schema === undefined ? {} : { body: {} }
      const ask = (token: string | null) =>
        scene.ask(url, { method, token, ...body, ...(isKeyed && { key: newKey() }) })
      assert.equal(codeOf(await ask(wrong.nothing)), '401 unauthorized', id)
      for (const given of ROLES) {
        const code = codeOf(await ask(scene.tokens[given]))
        assert.equal(code === '403 role_not_sufficient', !includesRole(given, role), `${id} with ${given}: ${code}`)
        assert(!code.startsWith('401') && !code.startsWith('5'), `${id} with ${given}: ${code}`)
      }
      const code = codeOf(await ask(ENVIRONMENT_TOKEN))
      assert.equal(code === '403 role_not_sufficient', role !== 'read', `${id} with REGISTA_ADMIN_TOKEN: ${code}`)
    }
    assert.equal(codeOf(await scene.ask('/admin/v1/log', { token: wrong.another })), '401 unauthorized')
    assert.deepEqual(await listAccounts(scene.control), [])
  })

  test('bounds of a token hold over HTTP, and a revoked or ended token is unknown at once', async () => {
    await using scene = await openAdminScene()
    const { text } = expectDone(
      await addOperator(scene.control, { name: 'bounded', role: 'provision', allowanceMaxUnits: 5 }),
    )
    const make = (allowance_units: number) =>
      scene.ask('/admin/v1/customers', {
        method: 'POST',
        token: text,
        key: newKey(),
        body: { name: 'A', allowance_units },
      })
    assert.equal(codeOf(await make(6)), '403 forbidden')
    assert.equal(codeOf(await make(5)), '201 done')
    await revokeOperator(scene.control, 'bounded')
    assert.equal(codeOf(await make(5)), '401 unauthorized')
  })

  const CUSTOMER = { method: 'POST', body: { name: 'A' }, key: 'hostile-key' } as const
  test('a hostile or malformed request is refused with its reason and changes nothing', async () => {
    await using scene = await openAdminScene()
    const own = `127.0.0.1:${scene.port}`
    // A page that has rebound its name may send what only a proxy should.
    const rebound = { host: 'evil.example', origin: 'http://evil.example', 'x-forwarded-for': '127.0.0.1' }
    for (const [expected, path, asked] of [
      ['403 forbidden', '/admin/v1/customers', { ...CUSTOMER, headers: { host: 'evil.example' } }],
      ['403 forbidden', '/admin/v1/customers', { ...CUSTOMER, headers: { origin: 'https://evil.example' } }],
      ['403 forbidden', '/admin/v1/customers', { ...CUSTOMER, headers: rebound }],
      ['403 forbidden', '/admin/v1/customers', { ...CUSTOMER, headers: { origin: `https://${own}` } }],
      ['403 forbidden', '/admin/v1/customers', { ...CUSTOMER, headers: { origin: 'null' } }],
      ['403 forbidden', '/admin/v1/customers', { ...CUSTOMER, headers: { 'sec-fetch-site': 'cross-site' } }],
      ['400 invalid_request', '/admin/v1/customers', { ...CUSTOMER, headers: { 'content-type': 'text/plain' } }],
      ['400 invalid_request', '/admin/v1/customers', { ...CUSTOMER, body: '{' }],
      ['400 invalid_parameter', '/admin/v1/customers', { ...CUSTOMER, body: '{"name":"A","name":"B"}' }],
      ['400 invalid_parameter', '/admin/v1/customers', { ...CUSTOMER, body: { name: 'A', state: 'closed' } }],
      ['400 idempotency_key_required', '/admin/v1/customers', { ...CUSTOMER, key: 'a key' }],
      ['413 payload_too_large', '/admin/v1/customers', { ...CUSTOMER, body: { name: 'A'.repeat(20_000) } }],
      ['400 invalid_request', '/admin/v1/log', { body: {} }],
      ['400 invalid_parameter', '/admin/v1/log?limit=1&limit=2', {}],
      ['400 invalid_parameter', "/admin/v1/accounts/acc_A'--", {}],
      ['400 invalid_parameter', '/admin/v1/accounts?q=a%00b', {}],
      ['404 unknown_id', '/admin/v1/accounts/acc_0', {}],
      ['404 not_found', '/admin/v1/operators', {}],
      ['404 not_found', '/admin/v1/accounts/', {}],
      ['405 method_not_allowed', '/admin/v1/customers', { method: 'DELETE' }],
    ] as const) {
      const got = await scene.ask(path, asked)
      const what = `${path} ${JSON.stringify(asked).slice(0, 200)}: ${got.text}`
      const code = codeOf(got)
      assert(code === expected || (path.includes("'") && got.status === 400), what)
      assert.match(got.json.request_id, /^[0-9a-f]{32}$/)
    }
    assert.deepEqual(await listAccounts(scene.control), [])
    const proxied = { host: 'admin.example', 'x-forwarded-for': '10.0.0.9', origin: 'https://admin.example' }
    assert.equal(codeOf(await scene.ask('/admin/v1/customers', { ...CUSTOMER, headers: proxied })), '201 done')
  })

  test('ten wrong tokens lock their address, also for a right one that has not worked there', async () => {
    await using scene = await openAdminScene()
    assert.equal((await scene.ask('/admin/v1/log', { token: scene.tokens.read })).status, 200)
    for (let i = 0; i < 10; i++) {
      const token = `rga_${String(i).padStart(64, '0')}`
      assert.equal(codeOf(await scene.ask('/admin/v1/log', { token })), '401 unauthorized')
    }
    const locked = await scene.ask('/admin/v1/log')
    assert.equal(codeOf(locked), '429 rate_limited')
    assert(1 <= Number(locked.headers['retry-after']))
    assert.equal((await scene.ask('/admin/v1/log', { token: scene.tokens.read })).status, 200)
  })

  test('one token has a limit of its own', async () => {
    await using scene = await openAdminScene()
    let refused = 0
    for (let i = 0; i < 400 && refused === 0; i++) {
      const asked = { method: 'POST', token: scene.tokens.read } as const
      if ((await scene.ask('/admin/v1/session-keys/rotate', asked)).status === 429) refused++
    }
    assert.equal(refused, 1)
    assert.equal((await scene.ask('/admin/v1/log')).status, 200)
  })
})
