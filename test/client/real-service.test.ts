import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createRegista } from '../../client/src/index.ts'
import { exampleRelease, ICOS } from '../../src/http/testing/example-release.ts'
import { startService } from '../../src/http/testing/service.ts'

const service = await startService({ release: await exampleRelease() })
const customer = await service.customer()
const regista = createRegista({ baseUrl: `http://127.0.0.1:${service.port}/`, serverKey: customer.key })
after(() => service[Symbol.asyncDispose]())

test('a program with a server key uses every operation, and pays what the credits say', async () => {
  const addresses = await regista.suggestAddresses({
    q: 'mlynska',
    near: { latitude: 48.1, longitude: 17.1 },
    limit: 1,
  })
  const companies = await regista.suggestCompanies({ q: 'mlýn', country: 'cz', lang: 'en' })
  const company = await regista.readCompany('sk', ICOS.living)
  const usage = await regista.getUsage()
  assert.equal(addresses.data[0]!.address.municipality, 'Dolné Vzorky')
  assert.equal(companies.data[0]!.country, 'cz')
  assert.equal(company.data.name, 'Mlyn pri moste, s.r.o.')
  assert.equal(company.meta.sources[0]!.code, 'rpo')
  const paid = [addresses, companies, company, usage].map(({ credits }) => credits.chargedUnits)
  assert.deepEqual(paid, [1, 1, 10, 0])
  assert.equal(await service.confirmedUnits(customer.account), 12)
  assert.equal(usage.data.period, usage.credits.period)
})

for (const [ico, code, status] of [
  [ICOS.unknown, 'company_not_found', 404],
  [ICOS.severalCurrent, 'company_identity_ambiguous', 409],
] as const)
  test(`a program receives ${status} ${code}, which costs nothing`, async () => {
    const before = await service.confirmedUnits(customer.account)
    await assert.rejects(regista.readCompany('sk', ico), { name: 'RegistaError', code, status })
    assert.equal(await service.confirmedUnits(customer.account), before)
  })

test('a program without Origin gets no session', async () => {
  const { clientId } = customer.project
  const page = createRegista({ baseUrl: `http://127.0.0.1:${service.port}`, clientId })
  await assert.rejects(page.suggestCompanies({ q: 'mlyn' }), { code: 'origin_not_allowed', status: 403 })
})
