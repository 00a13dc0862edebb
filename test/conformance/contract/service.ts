import assert from 'node:assert/strict'
import { ICOS } from '../../../src/http/testing/example-release.ts'
import { deriveRecordId } from '../../../src/records/record-id.ts'
import { answersOf } from '../answers.ts'
import { addresses, at, but, companies, detail, OPERATIONS, usage } from '../asking.ts'
import type { Scene } from '../scene.ts'
import { answer, chargeTest, invalid, type Sentences } from '../sentence.ts'
import { withoutRelease } from './release-of-scene.ts'
import { COMPONENTS } from './resources.ts'

/** Answers with data. */
async function shown(scene: Scene) {
  const { companies, addresses, details } = await answersOf(scene)
  return [...companies, ...addresses, ...details]
}

const COMPANY = {
  id: 'fbb70589102384a2ebd106a1b6752fc2',
  country: 'sk',
  ico: ICOS.living,
  name: 'Mlyn pri moste, s.r.o.',
  address: 'Horné Vzorky, 99901 Horné Vzorky',
  status: null,
  url: 'https://rpo.statistics.sk/new/organization/101/withHistory',
  updated_at: '2026-01-02',
}

/** What the service does, and what it does not do or promise. */
export const SERVICE: Sentences = {
  async 'the service suggests companies'(scene) {
    const { json } = await scene.ask(companies({ q: 'mlyn pri' }))
    assert.equal(json.data[0].name, 'Mlyn pri moste, s.r.o.')
  },
  async 'the service suggests addresses'(scene) {
    const { json } = await scene.ask(addresses())
    assert.equal(json.data[0].name, 'Vzorová 12/3B, 99901 Horné Vzorky')
  },
  async 'the service shows a basic detail of one company'(scene) {
    const { identifiers: _, provenance, address, ...data } = (await scene.ask(detail())).json.data
    const { address: formatted, updated_at: _day, ...company } = COMPANY
    assert.deepEqual(data, {
      ...company,
      legal_status: null,
      legal_form: { code: '112', name: 'Spoločnosť s ručením obmedzeným', codelist: 'CL000056' },
      dates: { established_at: '2001-02-03', dissolved_at: null },
      registration: { register: null, office: null, number: null },
    })
    assert.deepEqual([address.formatted, provenance.dataset, provenance.source_key], [formatted, 'rpo', '101'])
  },
  'the service has companies of sk and cz': answer('200', companies({ country: 'sk' }), companies({ country: 'cz' })),
  'the service has no other country': invalid(
    ...['pl', 'at', 'SK', ''].flatMap((country) => [companies({ country }), addresses({ country })]),
  ),
  'a response is made from local data only: without them there is none': (scene) =>
    withoutRelease(scene, () => scene.expect('503 data_unavailable', companies())),
  async 'a response names its sources'(scene) {
    for (const { json } of await shown(scene)) assert(0 < json.meta.sources.length)
  },
  async 'a response has the day of its data'(scene) {
    for (const { json } of await shown(scene)) assert.match(json.meta.data_as_of, /^2026-06-0[68]$/)
  },
  async 'a response has the coverage of its data'(scene) {
    for (const { json } of await shown(scene)) assert.equal(json.meta.coverage.state, 'stale')
  },
  'customers cannot register themselves': answer(
    '404 not_found',
    ...['accounts', 'projects', 'keys', 'me', 'register'].map((name) => but(at(`/v1/${name}`), { key: '', body: {} })),
  ),
  'the service has no payment operation': answer(
    '404 not_found',
    ...['payments', 'invoices', 'credits'].map((name) => at(`/v1/${name}`)),
  ),
  async 'an account is refused until the operator has verified it'(scene) {
    const own = await scene.withCustomer({ state: 'pending' })
    await own.expect('403 forbidden', ...OPERATIONS.map((operation) => operation()))
  },
  'a suggested company has all that a page needs after it is selected': async (scene) =>
    assert.deepEqual((await scene.ask(companies({ q: 'mlyn pri' }))).json.data[0], COMPANY),
  async 'a suggested address has all that a page needs after it is selected'(scene) {
    const { updated_at: _, ...data } = (await scene.ask(addresses())).json.data[0]
    const numbers = { registration_number: '12', orientation_number: '3', orientation_letter: 'B' }
    const place = { municipality: 'Horné Vzorky', postal_code: '99901', county: 'Vzorky', region: 'Vzorový' }
    const coordinates = { latitude: 48.7, longitude: 19.1, crs: 'OGC:CRS84' }
    const none = Object.fromEntries(COMPONENTS.map((name) => [name, null]))
    assert.deepEqual(data, {
      id: deriveRecordId('sk', 'address', '10A'),
      country: 'sk',
      name: 'Vzorová 12/3B, 99901 Horné Vzorky',
      address: { ...none, source_id: '10A', street: 'Vzorová', ...numbers, ...place, coordinates },
      source: {
        code: 'rpo',
        id: '10A',
        url: 'https://data.gov.sk/id/physical-address/10A',
        attribution: 'Example',
      },
    })
  },
  async 'no response has persons, bank accounts, raw records or amounts of money'(scene) {
    for (const { text } of await shown(scene))
      assert.doesNotMatch(text, /iban|bank|vat_|person|stakeholder|raw|payload|financ|turnover/i)
  },
  async 'attribution comes with every source'(scene) {
    for (const { json } of await shown(scene))
      for (const source of json.meta.sources) assert.equal(source.attribution, 'Example')
  },
  async 'attribution comes with every suggested address'(scene) {
    for (const { json } of (await answersOf(scene)).addresses)
      for (const one of json.data) assert.equal(one.source.attribution, 'Example')
  },
  async 'every source has its licence and the licence’s URL'(scene) {
    const { companies, details } = await answersOf(scene)
    for (const { json } of [...companies, ...details])
      for (const { license, license_url } of json.meta.sources)
        assert.deepEqual([license, license_url], ['CC BY 4.0', 'https://example.org/license'])
  },
  'every path has the version': answer('404 not_found', at('/v2/me/usage'), at('/me/usage')),
  'the paths begin with /v1': answer('200', usage()),
  'a client that disconnects before the charge pays nothing': chargeTest(
    'a client that closes the connection while its charge waits is not charged, and gets no answer',
  ),
  'the contract does not promise that a response arrives after its charge': {
    because: 'it is the absence of a promise',
  },
  'the contract does not promise a refund for errors of intermediaries': { because: 'it is the absence of a promise' },
}
