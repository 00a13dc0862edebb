import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { allowOrigin } from '../../access/control/projects.ts'
import { parseNetwork, type TrustedProxies } from '../../access/network/network.ts'
import type { Asked } from '../testing/ask.ts'
import { exampleRelease } from '../testing/example-release.ts'
import { type Customer, type Service, startService } from '../testing/service.ts'

const HOST = 'www.example.com'
const SAME = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', host: HOST }
const CLIENT = { 'x-forwarded-for': '198.51.100.1' }

const loopback = parseNetwork('127.0.0.1')
assert('network' in loopback)
const PROXIES: TrustedProxies = { networks: [loopback.network], header: 'x-forwarded-for' }

let service: Service
let proxied: Service
before(async () => {
  const release = await exampleRelease()
  service = await startService({ release })
  proxied = await startService({ release, proxies: PROXIES })
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await proxied[Symbol.asyncDispose]()
})

async function suggestWithSession(at: Service, customer: Customer, headers: Asked['headers'], origin?: string) {
  const made = await at.ask({
    path: '/v1/browser-sessions',
    origin: origin ?? `https://${HOST}`,
    body: { client_id: customer.project.clientId },
    ...(at === proxied && { headers: CLIENT }),
  })
  assert.equal(made.status, 200, made.text)
  const key = made.json.data.token as string
  return await at.ask({ path: '/v1/autocomplete/companies', query: { q: 'mlyn' }, key, headers: { ...headers } })
}

type Outcome = 'answered' | 'no origin' | 'host is origin' | 'origin_not_allowed' | 'malformed'

const ROWS: readonly (readonly [what: string, expected: Outcome, headers: Asked['headers']])[] = [
  ['a script of a page on the same host', 'answered', SAME],
  ['the mode same-origin', 'answered', { ...SAME, 'sec-fetch-mode': 'same-origin' }],
  ['the default port in Host', 'answered', { ...SAME, host: `${HOST}:443` }],
  ['an allowed Origin beside it', 'answered', { ...SAME, origin: `https://${HOST}` }],
  ['an allowed Origin alone', 'answered', { host: 'api.example.com', origin: `https://${HOST}` }],
  [
    'an allowed Origin from another site',
    'answered',
    { ...SAME, origin: `https://${HOST}`, 'sec-fetch-site': 'cross-site' },
  ],
  ['nothing that says where the page is', 'no origin', { host: HOST }],
  ['no Sec-Fetch-Site', 'no origin', { host: HOST, 'sec-fetch-mode': 'cors' }],
  ['no Sec-Fetch-Mode', 'no origin', { host: HOST, 'sec-fetch-site': 'same-origin' }],
  ['another site', 'no origin', { ...SAME, 'sec-fetch-site': 'cross-site' }],
  ['another host of the site', 'no origin', { ...SAME, 'sec-fetch-site': 'same-site' }],
  ['an address typed by the person', 'no origin', { ...SAME, 'sec-fetch-site': 'none' }],
  ['capitals', 'no origin', { ...SAME, 'sec-fetch-site': 'Same-Origin' }],
  ['Sec-Fetch-Site twice', 'no origin', { ...SAME, 'sec-fetch-site': ['same-origin', 'same-origin'] }],
  ['Sec-Fetch-Site twice, once another', 'no origin', { ...SAME, 'sec-fetch-site': ['same-origin', 'cross-site'] }],
  ['Sec-Fetch-Site in a list', 'no origin', { ...SAME, 'sec-fetch-site': 'same-origin, same-origin' }],
  ['Sec-Fetch-Mode twice', 'no origin', { ...SAME, 'sec-fetch-mode': ['cors', 'cors'] }],
  ['a navigation', 'no origin', { ...SAME, 'sec-fetch-mode': 'navigate' }],
  ['a picture or a script element', 'no origin', { ...SAME, 'sec-fetch-mode': 'no-cors' }],
  ['a socket', 'no origin', { ...SAME, 'sec-fetch-mode': 'websocket' }],
  ['another host', 'host is origin', { ...SAME, host: 'evil.example' }],
  ['another port', 'host is origin', { ...SAME, host: `${HOST}:8443` }],
  ['the port of http', 'host is origin', { ...SAME, host: `${HOST}:80` }],
  ['a dot at the end', 'host is origin', { ...SAME, host: `${HOST}.` }],
  ['an allowed host of another session', 'host is origin', { ...SAME, host: 'shop.example.com' }],
  [
    'a host from a peer that is no trusted proxy',
    'host is origin',
    { ...SAME, host: 'inside', 'x-forwarded-host': HOST },
  ],
  [
    'an element from such a peer',
    'host is origin',
    { ...SAME, host: 'inside', forwarded: `for=192.0.2.1;host=${HOST}` },
  ],
  ['Origin: null', 'origin_not_allowed', { ...SAME, origin: 'null' }],
  ['a wrong Origin', 'origin_not_allowed', { ...SAME, origin: 'https://evil.example' }],
  ['an Origin with its default port', 'origin_not_allowed', { ...SAME, origin: `https://${HOST}:443` }],
  ['an allowed Origin of another session', 'origin_not_allowed', { ...SAME, origin: 'https://shop.example.com' }],
  ['two Origins', 'malformed', { ...SAME, origin: [`https://${HOST}`, `https://${HOST}`] }],
]

function outcomeOf({ status, json }: Awaited<ReturnType<Service['ask']>>): Outcome {
  if (status === 200) return 'answered'
  if (status === 400) return 'malformed'
  assert.deepEqual([status, json.error.code], [403, 'origin_not_allowed'])
  const { message } = json.error as { message: string }
  if (!message.startsWith('The request has no Origin header')) return 'origin_not_allowed'
  return message.includes('its origin is https:// and its host') ? 'host is origin' : 'no origin'
}

describe('a session without an Origin header', () => {
  for (const [what, expected, headers] of ROWS)
    test(`${what}: ${expected}`, async () => {
      const customer = await service.customer({ origins: [`https://${HOST}`, 'https://shop.example.com'] })
      const reply = await suggestWithSession(service, customer, headers)
      assert.equal(outcomeOf(reply), expected, reply.text)
      assert.equal(await service.confirmedUnits(customer.account), expected === 'answered' ? 1 : 0)
    })

  const FORWARDED: readonly (readonly [what: string, expected: Outcome, headers: Asked['headers']])[] = [
    ['the host that the proxy received', 'answered', { host: 'inside:8080', 'x-forwarded-host': HOST }],
    ['the rightmost of several hosts', 'answered', { host: 'inside', 'x-forwarded-host': `evil.example, ${HOST}` }],
    ['a host that the client wrote', 'host is origin', { host: HOST, 'x-forwarded-host': `${HOST}, evil.example` }],
    ['the Host that the proxy passed on', 'answered', { host: HOST }],
    ['the header that these proxies do not write', 'host is origin', { host: 'inside', forwarded: `host=${HOST}` }],
  ]
  for (const [what, expected, headers] of FORWARDED)
    test(`behind a trusted proxy, ${what}: ${expected}`, async () => {
      const reply = await suggestWithSession(proxied, await proxied.customer(), { ...SAME, ...CLIENT, ...headers })
      assert.equal(outcomeOf(reply), expected, reply.text)
    })

  test('cannot be created: every browser sends Origin with POST', async () => {
    const { project } = await service.customer()
    const asked = { path: '/v1/browser-sessions', body: { client_id: project.clientId }, headers: SAME }
    assert.equal((await service.ask(asked)).json.error.code, 'origin_not_allowed')
  })

  test('a server key needs none, and is still reported if a browser sends it', async () => {
    const { key, keyId } = await service.customer()
    const logged = () => service.logged.filter(({ facts }) => 'key' in facts && facts.key === keyId).length
    const asked = { path: '/v1/autocomplete/companies', query: { q: 'mlyn' }, key }
    assert.equal((await service.ask({ ...asked, headers: { host: 'evil.example' } })).status, 200)
    assert.equal(logged(), 0)
    assert.equal((await service.ask({ ...asked, headers: { ...SAME, host: 'evil.example' } })).status, 200)
    assert.equal(logged(), 1)
  })

  test('a page on the developer’s own machine works over http, on the port of the session alone', async () => {
    const customer = await service.customer()
    const { id } = customer.project
    await allowOrigin(service.control, { id, origin: 'http://localhost', kind: 'development' })
    await service.refresh()
    const at = (host: string) => suggestWithSession(service, customer, { ...SAME, host }, 'http://localhost:5173')
    assert.equal(outcomeOf(await at('localhost:5173')), 'answered')
    assert.equal(outcomeOf(await at('localhost:5174')), 'host is origin')
    assert.equal(outcomeOf(await at('localhost')), 'host is origin')
  })
})
