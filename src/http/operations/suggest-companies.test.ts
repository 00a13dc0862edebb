import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { WithdrawnRecords } from '../../release/release.ts'
import { DAY_MS } from '../../stdx/time-units.ts'
import { exampleRelease } from '../testing/example-release.ts'
import { ORIGIN, startService } from '../testing/service.ts'

const service = await startService({ release: await exampleRelease() })
after(() => service[Symbol.asyncDispose]())
const customer = await service.customer()

const path = '/v1/autocomplete/companies'
const UNKNOWN_KEY = `rgk_${'0'.repeat(64)}`

/** What test/conformance/contract does not ask. */
describe('GET /v1/autocomplete/companies', () => {
  test('200 marks the data as stale from the first day on which they are', async () => {
    await using own = await startService({ release: await exampleRelease() })
    own.clock.moveMs(Date.parse('2026-06-07T12:00:00Z') - own.clock.nowMs())
    const { key } = await own.customer()
    const state = async () =>
      (await own.ask({ path, query: { q: 'mlyn', country: 'cz' }, key })).json.meta.coverage.state
    assert.equal(await state(), 'complete')
    own.clock.moveMs(60 * DAY_MS)
    assert.equal(await state(), 'stale')
  })

  test('a page may read responses and errors; a server key in a page gets no CORS headers', async () => {
    const body = { client_id: customer.project.clientId }
    const session = await service.ask({ path: '/v1/browser-sessions', origin: ORIGIN, body })
    const asked = { path, query: { q: 'mlyn' }, origin: ORIGIN }
    for (const reply of [await service.ask({ ...asked, key: session.json.data.token }), await service.ask(asked)]) {
      assert.equal(reply.headers['access-control-allow-origin'], ORIGIN)
      assert.match(reply.headers['access-control-expose-headers']!, /X-Credits-Reset-At.*Retry-After/)
    }
    const leaked = await service.ask({ ...asked, key: customer.key })
    assert.deepEqual([leaked.status, leaked.headers['access-control-allow-origin']], [200, undefined])
    // A page with many visitors must not fill the log.
    assert.equal((await service.ask({ ...asked, key: customer.key })).status, 200)
    const warnings = service.logged.filter(({ level }) => level === 'warn').map(({ facts }) => Object.keys(facts))
    assert.deepEqual(warnings, [['requestId', 'key']])
  })

  test('a server key in the query is rejected, and the log names the key', async () => {
    const { key, keyId } = await service.customer()
    for (const query of [`q=mlyn&key=${key}`, `q=${key}`, `q=mlyn&token=${UNKNOWN_KEY}`]) {
      const status = query.startsWith('q=mlyn') ? 400 : 200
      assert.equal((await service.ask({ path: `${path}?${query}`, key: customer.key })).status, status)
    }
    const warnings = service.logged.filter(({ facts }) => 'key' in facts && facts.key === keyId)
    const message = 'a URL contained a server key: revoke the key and issue another'
    assert.deepEqual(
      warnings.map((one) => [one.level, one.message]),
      [['warn', message]],
    )
    assert(!JSON.stringify(service.logged).includes(key), 'the log has no key')
  })
})

describe('withdrawn records', () => {
  const entry = (kind: 'company' | 'address', sourceKey: string) =>
    ({ country: 'sk', kind, sourceKey, withdrawnAt: '2026-06-07T00:00:00.000Z' }) as const

  test('are not suggested; other records fill the list up to the limit', async () => {
    const withdrawn = new WithdrawnRecords()
    await using own = await startService({ release: await exampleRelease(), withdrawn })
    const { key } = await own.customer()
    const suggest = async (limit: number) => {
      const { json } = await own.ask({ path, query: { q: 'píla', limit }, key })
      return json.data.map(({ url }: { url: string }) => Number(/\/([0-9]+)\//.exec(url)![1])) as number[]
    }
    const all = await suggest(10)
    assert.equal(all.length, 10)
    const gone = all.slice(0, 7)
    withdrawn.replace(gone.map((sourceKey) => entry('company', String(sourceKey))))
    const rest = await suggest(10)
    assert.equal(rest.length, 8)
    assert(rest.every((one) => !gone.includes(one)))
    assert.deepEqual(await suggest(2), rest.slice(0, 2))
    assert.deepEqual(rest.slice(0, 3), all.slice(7))
  })

  test('have a detail with only their identity and the status removed', async () => {
    const withdrawn = new WithdrawnRecords([entry('company', '101')])
    await using own = await startService({ release: await exampleRelease(withdrawn), withdrawn })
    const { key } = await own.customer()
    const { status, json } = await own.ask({ path: '/v1/companies/sk/00000001', key })
    assert.equal(status, 200)
    assert.deepEqual([json.data.status, json.data.address.formatted], ['removed', null])
  })

  test('are not suggested as houses of a street either', async () => {
    const withdrawn = new WithdrawnRecords()
    await using own = await startService({ release: await exampleRelease(), withdrawn })
    const { key } = await own.customer()
    const ids = async () => {
      const { json } = await own.ask({ path: '/v1/autocomplete/addresses', query: { q: 'Mlynská 7' }, key })
      return json.data.map(({ source }: { source: { id: string } }) => source.id) as string[]
    }
    const [first] = await ids()
    withdrawn.replace([entry('address', first!)])
    assert(!(await ids()).includes(first!))
  })
})
