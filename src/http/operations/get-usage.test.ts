import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { monthAt } from '../../ledger/calendar.ts'
import { untilStatus } from '../testing/ask.ts'
import { exampleRelease } from '../testing/example-release.ts'
import { type Customer, type Service, startService } from '../testing/service.ts'

let service: Service
let customer: Customer
before(async () => {
  service = await startService({ release: await exampleRelease() })
  customer = await service.customer({ allowanceUnits: 500 })
})
after(() => service[Symbol.asyncDispose]())

const path = '/v1/me/usage'

describe('GET /v1/me/usage', () => {
  test('200 with the used, reserved and allowed units, free of charge', async () => {
    await service.ask({ path: '/v1/companies/sk/00000001', key: customer.key })
    const { status, json, headers } = await service.ask({ path, key: customer.key })
    assert.equal(status, 200)
    const { data } = json
    assert.deepEqual([data.allowance_units, data.confirmed_units, data.recovery_hold_units], [500, 10, 0])
    const reserved = data.prepared_available_units + data.pending_spent_units + data.in_flight_reserved_units
    assert.equal(data.reserved_units, reserved)
    const month = monthAt(service.clock.nowMs())
    assert.equal(data.period, month.period)
    assert.equal(headers['x-credits-period'], month.period)
    assert.equal(headers['x-credits-reset-at'], new Date(month.endsAtMs).toISOString())
    assert.equal(headers['x-credits-available-units'], String(data.prepared_available_units))
    assert.equal(await service.confirmedUnits(customer.account), 10)
  })

  test('200 with the sum over all projects and keys of the account', async () => {
    const other = await service.customer({ account: customer.account })
    await service.ask({ path: '/v1/autocomplete/companies', query: { q: 'mlyn' }, key: other.key })
    const { json } = await service.ask({ path, key: customer.key })
    assert.equal(json.data.confirmed_units, 11)
  })

  for (const query of ['period=2026-11', 'x', '=', '&'])
    test(`400 with a query: ${query}`, async () => {
      const { status, json } = await service.ask({ path: `${path}?${query}`, key: customer.key })
      assert.deepEqual([status, json.error.code], [400, 'invalid_parameter'])
    })

  test('401 without a key, 403 for a key without the scope, 405 for HEAD', async () => {
    assert.equal((await service.ask({ path })).status, 401)
    const { key } = await service.customer({ keyScopes: ['companies:suggest'] })
    assert.equal((await service.ask({ path, key })).json.error.code, 'scope_not_allowed')
    assert.equal((await service.ask({ path, key, method: 'HEAD' })).status, 405)
  })

  test('503 while the books are not trusted', async () => {
    const { key, account } = await service.customer()
    await service.ledger.distrust({ account, reason: 'example', detail: 'for this test' })
    const { json } = await untilStatus(503, () => service.ask({ path, key }))
    assert.equal(json.error.code, 'accounting_unavailable')
  })
})
