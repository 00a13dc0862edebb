import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { allowOrigin } from '../../access/control/projects.ts'
import { parseNetwork, type TrustedProxies } from '../../access/network/network.ts'
import type { Asked } from '../testing/ask.ts'
import { exampleRelease } from '../testing/example-release.ts'
import { type Customer, type Service, startService } from '../testing/service.ts'

const HOST = 'www.example.com'
const ORIGIN = `https://${HOST}`
const SAME = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', host: HOST }
const CLIENT = { 'x-forwarded-for': '198.51.100.1' }

const loopback = parseNetwork('127.0.0.1')
assert('network' in loopback)
const PROXIES: TrustedProxies = { networks: [loopback.network], header: 'x-forwarded-for' }

const release = await exampleRelease()
const service = await startService({ release })
const proxied = await startService({ release, proxies: PROXIES })
after(async () => {
  await service[Symbol.asyncDispose]()
  await proxied[Symbol.asyncDispose]()
})

async function suggestWithSession(at: Service, customer: Customer, headers: Asked['headers'], origin?: string) {
  const made = await at.ask({
    path: '/v1/browser-sessions',
    origin: origin ?? ORIGIN,
    body: { client_id: customer.project.clientId },
    ...(at === proxied && { headers: CLIENT }),
  })
  assert.equal(made.status, 200, made.text)
  const key = made.json.data.token as string
  return await at.ask({ path: '/v1/autocomplete/companies', query: { q: 'mlyn' }, key, headers: { ...headers } })
}

type Outcome = 'answered' | 'no origin' | 'host is origin' | 'origin_not_allowed' | 'malformed'
type Row = readonly [what: string, headers: Asked['headers']]

const fetched = (more: Asked['headers']): Asked['headers'] => ({ ...SAME, ...more })

const ROWS: Readonly<Partial<Record<Outcome, readonly Row[]>>> = {
  answered: [
    ['a script of a page on the same host', SAME],
    ['the mode same-origin', fetched({ 'sec-fetch-mode': 'same-origin' })],
    ['the default port in Host', fetched({ host: `${HOST}:443` })],
    ['an allowed Origin beside it', fetched({ origin: ORIGIN })],
    ['an allowed Origin alone', { host: 'api.example.com', origin: ORIGIN }],
    ['an allowed Origin from another site', fetched({ origin: ORIGIN, 'sec-fetch-site': 'cross-site' })],
  ],
  'no origin': [
    ['nothing that says where the page is', { host: HOST }],
    ['no Sec-Fetch-Site', { host: HOST, 'sec-fetch-mode': 'cors' }],
    ['no Sec-Fetch-Mode', { host: HOST, 'sec-fetch-site': 'same-origin' }],
    ['another site', fetched({ 'sec-fetch-site': 'cross-site' })],
    ['another host of the site', fetched({ 'sec-fetch-site': 'same-site' })],
    ['an address typed by the person', fetched({ 'sec-fetch-site': 'none' })],
    ['capitals', fetched({ 'sec-fetch-site': 'Same-Origin' })],
    ['Sec-Fetch-Site twice', fetched({ 'sec-fetch-site': ['same-origin', 'same-origin'] })],
    ['Sec-Fetch-Site twice, once another', fetched({ 'sec-fetch-site': ['same-origin', 'cross-site'] })],
    ['Sec-Fetch-Site in a list', fetched({ 'sec-fetch-site': 'same-origin, same-origin' })],
    ['Sec-Fetch-Mode twice', fetched({ 'sec-fetch-mode': ['cors', 'cors'] })],
    ['a navigation', fetched({ 'sec-fetch-mode': 'navigate' })],
    ['a picture or a script element', fetched({ 'sec-fetch-mode': 'no-cors' })],
    ['a socket', fetched({ 'sec-fetch-mode': 'websocket' })],
  ],
  'host is origin': [
    ['another host', fetched({ host: 'evil.example' })],
    ['another port', fetched({ host: `${HOST}:8443` })],
    ['the port of http', fetched({ host: `${HOST}:80` })],
    ['a dot at the end', fetched({ host: `${HOST}.` })],
    ['an allowed host of another session', fetched({ host: 'shop.example.com' })],
    ['a host from a peer that is no trusted proxy', fetched({ host: 'inside', 'x-forwarded-host': HOST })],
    ['an element from such a peer', fetched({ host: 'inside', forwarded: `for=192.0.2.1;host=${HOST}` })],
  ],
  origin_not_allowed: [
    ['Origin: null', fetched({ origin: 'null' })],
    ['a wrong Origin', fetched({ origin: 'https://evil.example' })],
    ['an Origin with its default port', fetched({ origin: `${ORIGIN}:443` })],
    ['an allowed Origin of another session', fetched({ origin: 'https://shop.example.com' })],
  ],
  malformed: [['two Origins', fetched({ origin: [ORIGIN, ORIGIN] })]],
}

const FORWARDED: typeof ROWS = {
  answered: [
    ['the host that the proxy received', { host: 'inside:8080', 'x-forwarded-host': HOST }],
    ['the rightmost of several hosts', { host: 'inside', 'x-forwarded-host': `evil.example, ${HOST}` }],
    ['the Host that the proxy passed on', { host: HOST }],
  ],
  'host is origin': [
    ['a host that the client wrote', { host: HOST, 'x-forwarded-host': `${HOST}, evil.example` }],
    ['the header that these proxies do not write', { host: 'inside', forwarded: `host=${HOST}` }],
  ],
}

const flat = (rows: typeof ROWS) =>
  Object.entries(rows).flatMap(([outcome, some]) => some.map((row) => [outcome, ...row] as const))

function outcomeOf({ status, json }: Awaited<ReturnType<Service['ask']>>): Outcome {
  if (status === 200) return 'answered'
  if (status === 400) return 'malformed'
  assert.deepEqual([status, json.error.code], [403, 'origin_not_allowed'])
  const { message } = json.error as { message: string }
  if (!message.startsWith('The request has no Origin header')) return 'origin_not_allowed'
  return message.includes('its origin is https:// and its host') ? 'host is origin' : 'no origin'
}

describe('a session without an Origin header', () => {
  for (const [expected, what, headers] of flat(ROWS))
    test(`${what}: ${expected}`, async () => {
      const customer = await service.customer({ origins: [ORIGIN, 'https://shop.example.com'] })
      const reply = await suggestWithSession(service, customer, headers)
      assert.equal(outcomeOf(reply), expected, reply.text)
      assert.equal(await service.confirmedUnits(customer.account), expected === 'answered' ? 1 : 0)
    })

  for (const [expected, what, headers] of flat(FORWARDED))
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
