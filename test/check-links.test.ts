import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { checkLinks } from '../src/cli/checks/check-links.ts'
import type { UrlTemplates } from '../src/records/public-url.ts'
import { startMisbehavingServer } from '../src/stdx/testing/misbehaving-server.ts'
import { publishFixtures } from './testing/published-fixtures.ts'

const fixtures = await publishFixtures()
const server = await startMisbehavingServer()
after(async () => {
  fixtures.remove()
  await server[Symbol.asyncDispose]()
})

const templates = (url: string): UrlTemplates => ({
  companies: { sk: `${url}/firma/{source_id}`, cz: `${url}/firma/{source_id}` },
  addresses: { sk: `${url}/adresa/{source_id}`, cz: `${url}/adresa/{source_id}` },
})

test('doctor requests one link of each kind, filled from a record, and reports what answered', async () => {
  server.on('/firma/1003617', () => ({ status: 200, body: 'page' }))
  server.on('/firma/00000078', () => ({ status: 200, body: 'page' }))
  server.on('/adresa/21690278', () => ({ status: 404, body: 'none' }))
  const findings = await checkLinks(fixtures.folder, templates(server.url))
  assert.deepEqual(
    findings.map(({ check }) => check),
    ['link of a company (sk)', 'link of an address (sk)', 'link of a company (cz)', 'link of an address (cz)'],
  )
  const detailOf = (check: string) => findings.find((finding) => finding.check === check)!
  const { state, detail } = detailOf('link of a company (sk)')
  assert.deepEqual([state, detail.startsWith(`${server.url}/firma/1003617 answers 200`)], ['ok', true])
  assert.equal(detailOf('link of an address (cz)').state, 'warn')
  assert.equal(detailOf('link of a company (cz)').state, 'ok')
})

test('doctor says that a link gave no answer where there is no network', async () => {
  const stopped = await startMisbehavingServer()
  await stopped[Symbol.asyncDispose]()
  const findings = await checkLinks(fixtures.folder, templates(stopped.url))
  assert.equal(findings.length, 4)
  for (const { state, detail } of findings)
    assert.match(`${state} ${detail}`, /^warn http:\/\/127.* gave no answer \(ECONNREFUSED\); try it/)
})
