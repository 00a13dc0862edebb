import { ORIGIN, startService } from '../../src/http/testing/service.ts'
import { assert } from '../../src/stdx/assert.ts'
import { SAMPLE_DAY, sampleRelease } from './sample-release.ts'

/** Real answers to put into the OpenAPI document, asked of the service over the tiny sample. */
export async function openApiExamples(): Promise<Record<string, unknown>> {
  using release = await sampleRelease()
  await using service = await startService({ release })
  // Whenever this runs, the sample is as old.
  service.clock.moveMs(Date.parse(`${SAMPLE_DAY}T10:00:00Z`) - service.clock.nowMs())
  const { key, project } = await service.customer()
  const { columns } = release.companyIndex('sk')!
  const row = Array.from({ length: columns.length }, (_, i) => columns.summaryAt(i)).find(
    ({ ico, status, address }) => ico !== null && status === null && address !== '',
  )
  assert(row !== undefined && row.ico !== null, 'the sample has a living company')
  const detail = `/v1/companies/sk/${row.ico}`
  const autocomplete = '/v1/autocomplete'
  const words = row.name.split(' ')[0]!
  const asked = {
    'suggestCompanies 200': { path: `${autocomplete}/companies`, query: { q: words, limit: 2 }, key },
    400: { path: `${autocomplete}/companies`, query: { q: 'a' }, key },
    'suggestAddresses 200': { path: `${autocomplete}/addresses`, query: { q: 'hl', limit: 2 }, key },
    'createBrowserSession 200': { path: '/v1/browser-sessions', origin: ORIGIN, body: { client_id: project.clientId } },
    403: {
      path: '/v1/browser-sessions',
      origin: 'https://elsewhere.example',
      body: { client_id: project.clientId },
    },
    'getUsage 200': { path: '/v1/me/usage', key },
    401: { path: '/v1/me/usage' },
    'readCompany 200': { path: detail, key },
    404: { path: '/v1/companies/sk/99999999', key },
  }
  const examples: Record<string, unknown> = {}
  for (const [name, one] of Object.entries(asked)) {
    const reply = await service.ask(one)
    assert(name.endsWith(String(reply.status)), `${name}: ${reply.status} ${reply.text}`)
    examples[name] = steady(reply.json)
  }
  return examples
}

/** Fixed values for fields that differ each time or are secret. */
const STEADY: Readonly<Record<string, unknown>> = {
  token: `rgb_${'0123456789abcdef'.repeat(4)}`,
  expires_at: '2026-11-21T10:15:00.000Z',
  period: '2026-11',
  fetched_at: '2026-11-21T09:00:00.000Z',
  projection_updated_at: '2026-11-21T09:00:05.000Z',
  prepared_available_units: 97,
  reserved_units: 97,
}

function steady(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(steady)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, name in STEADY ? STEADY[name] : steady(field)]),
  )
}
