import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { setAccountBudget } from '../../access/control/accounts.ts'
import { booksWith } from '../testing/books-with.ts'
import { exampleRelease } from '../testing/example-release.ts'
import { type Customer, ORIGIN, type Service, startService } from '../testing/service.ts'

const release = await exampleRelease()
after(() => release.close())

const SUGGEST = { path: '/v1/autocomplete/companies', query: { q: 'mlyn' } }
const DETAIL = { path: '/v1/companies/sk/00000001' }
const SCOPES = ['companies:suggest', 'companies:read']

/** What a page at this address asks with a session of its own. */
async function page(service: Service, { project }: Customer, from: string) {
  const body = { client_id: project.clientId, scopes: SCOPES }
  const made = await service.ask({ path: '/v1/browser-sessions', origin: ORIGIN, from, body })
  const key = made.json.data.token as string
  return (asked: { path: string }) => service.ask({ ...asked, key, origin: ORIGIN, from })
}

function fail(): never {
  throw new Error('a fault of the test')
}

describe('the daily budget', () => {
  test('of one address is a tenth of the account’s; when it is used up, other addresses and keys are served', async () => {
    await using service = await startService({ release })
    const customer = await service.customer({ allowanceUnits: 2_000 })
    const forger = await page(service, customer, '127.0.0.66')
    for (let i = 0; i < 10; i++) assert.equal((await forger(DETAIL)).status, 200)
    const again = await page(service, customer, '127.0.0.66')
    for (const asked of [await forger(SUGGEST), await again(SUGGEST)])
      assert.deepEqual([asked.status, asked.json.error.code], [429, 'rate_limited'])
    assert.match((await again(SUGGEST)).json.error.message, /^This IP address has used its part/)
    assert.equal(await service.confirmedUnits(customer.account), 100)
    const visitor = await page(service, customer, '127.0.0.2')
    assert.equal((await visitor(SUGGEST)).status, 200)
    assert.equal((await service.ask({ ...SUGGEST, key: customer.key, from: '127.0.0.66' })).status, 200)
  })

  test('of an account is shared by its projects; a request that does not fit is refused, a cheaper one is not', async () => {
    await using service = await startService({ release })
    const customer = await service.customer()
    const second = await service.customer({ account: customer.account })
    await setAccountBudget(service.control, { id: customer.account, settings: { all: 25, address: null } })
    await service.refresh()
    const [first, other] = [await page(service, customer, '127.0.0.1'), await page(service, second, '127.0.0.2')]
    const statuses = []
    for (const ask of [first, other, first]) statuses.push((await ask(DETAIL)).status)
    for (let i = 0; i < 6; i++) statuses.push((await other(SUGGEST)).status)
    assert.deepEqual(statuses, [200, 200, 429, 200, 200, 200, 200, 200, 429])
    assert.match((await first(SUGGEST)).json.error.message, /^The budget of browser sessions is used up/)
    assert.equal(await service.confirmedUnits(customer.account), 25)
    assert.equal((await service.ask({ ...SUGGEST, key: customer.key })).status, 200)
  })

  test('counts only what is charged: nothing for errors, nothing for a charge that the ledger refuses', async () => {
    let answer: 'refused' | 'unknown' | 'real' = 'refused'
    const ledgerPort = booksWith((ledger) => ({
      charge(request) {
        if (answer === 'real') return ledger.charge(request)
        const refused = { outcome: 'refused', reason: 'unavailable', retryAfterSeconds: 1 } as const
        const outcome = Promise.resolve(answer === 'unknown' ? ({ outcome: 'unknown' } as const) : refused)
        return { outcome, withdraw: () => undefined }
      },
    }))
    await using service = await startService({ release, ledgerPort })
    const customer = await service.customer()
    await setAccountBudget(service.control, { id: customer.account, settings: { all: 12, address: 12 } })
    await service.refresh()
    const ask = await page(service, customer, '127.0.0.1')
    const statuses = []
    for (let i = 0; i < 3; i++) {
      statuses.push((await ask({ path: '/v1/companies/sk/99999999' })).status)
      statuses.push((await ask({ path: '/v1/companies/sk/1' })).status)
      statuses.push((await ask(DETAIL)).status)
    }
    assert.deepEqual(statuses, [404, 400, 503, 404, 400, 503, 404, 400, 503])
    // An internal error is none of these outcomes.
    service.state.release = Object.assign(Object.create(release), { company: fail }) as typeof release
    for (let i = 0; i < 2; i++) assert.equal((await ask(DETAIL)).status, 503)
    service.state.release = release
    answer = 'unknown'
    await assert.rejects(ask(SUGGEST))
    answer = 'real'
    assert.equal((await ask(DETAIL)).status, 200)
    assert.deepEqual(
      [(await ask(SUGGEST)).status, (await ask(SUGGEST)).status],
      [200, 429],
      'what may be charged counts',
    )
  })

  test('sends a Retry-After after which the request fits', async () => {
    await using service = await startService({ release })
    const customer = await service.customer()
    await setAccountBudget(service.control, { id: customer.account, settings: { all: 24, address: 24 } })
    await service.refresh()
    const ask = await page(service, customer, '127.0.0.1')
    for (let i = 0; i < 24; i++) assert.equal((await ask(SUGGEST)).status, 200)
    const { status, json, headers } = await ask(SUGGEST)
    const seconds = json.error.retry_after_seconds as number
    assert.deepEqual([status, headers['retry-after']], [429, String(seconds)])
    assert(3_500 < seconds && seconds < 3_700, 'one of 24 units is refilled in an hour')
    // The session has ended by then.
    service.clock.moveMs(seconds * 1000)
    const later = await page(service, customer, '127.0.0.1')
    assert.equal((await later(SUGGEST)).status, 200)
  })
})
