import assert from 'node:assert/strict'
import { test } from 'node:test'
import { booksWith } from '../testing/books-with.ts'
import { exampleRelease } from '../testing/example-release.ts'
import { ORIGIN, startService } from '../testing/service.ts'

test('a session has the credits of the account, for which the books are not asked for the usage', async () => {
  let asked = 0
  const usage = () => Promise.reject(new Error(`the books were asked, ${++asked}`))
  await using service = await startService({
    release: await exampleRelease(),
    ledgerPort: booksWith(() => ({ usage })),
  })
  const { account, project, key } = await service.customer({ allowanceUnits: 40 })
  const mint = async () => {
    const body = { client_id: project.clientId }
    const { status, headers } = await service.ask({ path: '/v1/browser-sessions', origin: ORIGIN, body })
    assert.deepEqual([status, headers['x-credits-charged-units']], [200, '0'])
    return headers
  }
  assert.equal((await mint())['x-credits-available-units'], '40')
  assert.equal((await service.ask({ path: '/v1/autocomplete/companies', query: { q: 'mlyn' }, key })).status, 200)
  const headers = await mint()
  assert.deepEqual([headers['x-credits-available-units'], asked], ['39', 0])
  const real = await service.ledger.usage(account)
  assert(real.outcome === 'usage')
  assert.equal(headers['x-credits-period'], real.period)
  assert.equal(headers['x-credits-reset-at'], new Date(real.endsAtMs).toISOString())
})
