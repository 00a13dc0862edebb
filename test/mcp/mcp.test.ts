import assert from 'node:assert/strict'
import { PassThrough, Readable } from 'node:stream'
import { after, describe, test } from 'node:test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { exampleRelease, ICOS } from '../../src/http/testing/example-release.ts'
import { startService } from '../../src/http/testing/service.ts'
import { serveMcp } from '../../src/mcp/mcp.ts'
import { RegistaApi } from '../../src/mcp/regista-api.ts'
import { type FakeResponse, startMisbehavingServer } from '../../src/stdx/testing/misbehaving-server.ts'
import { regista } from '../testing/regista.ts'

const release = await exampleRelease()
const service = await startService({ release })
const { key, account } = await service.customer()
after(async () => {
  await service[Symbol.asyncDispose]()
  release.close()
})

const options = { url: `http://127.0.0.1:${service.port}/`, key, unitsMax: 200, version: '0.3.0' }

/** Sends the lines, and returns the answers in their order by id. */
async function talk(lines: readonly (object | string)[], given: Partial<typeof options> = {}) {
  const input = (async function* () {
    for (const line of lines) yield `${typeof line === 'string' ? line : JSON.stringify(line)}\n`
  })()
  const output: string[] = []
  await serveMcp(input, (line) => output.push(line), { ...options, ...given })
  assert(output.every((line) => !line.includes('\n') && !line.includes(key)))
  return output.map((line) => JSON.parse(line)).toSorted((a, b) => Number(a.id) - Number(b.id))
}

function call(id: number, name: string, given: object = {}) {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: given } }
}

/** The official client, connected through two streams as a host does it. */
async function connectClient(): Promise<Client> {
  const input = new PassThrough()
  const client = new Client({ name: 'test', version: '1' })
  const transport = {
    onmessage: undefined as ((message: JSONRPCMessage) => void) | undefined,
    onclose: undefined as (() => void) | undefined,
    async start() {
      const write = (line: string) => transport.onmessage?.(JSON.parse(line))
      void serveMcp(input.setEncoding('utf8'), write, options).then(() => transport.onclose?.())
    },
    async send(message: JSONRPCMessage) {
      input.write(`${JSON.stringify(message)}\n`)
    },
    async close() {
      input.end()
    },
  }
  await client.connect(transport as Parameters<Client['connect']>[0])
  return client
}

interface Content {
  readonly data: readonly { readonly ico: string }[]
  readonly units: { readonly charged: number; readonly left_in_session: number; readonly account_may_use_now: string }
  readonly sources: readonly { readonly attribution: string; readonly license: string }[]
  readonly data_as_of: string
}

test('the official client lists the tools and calls each of them', async () => {
  const client = await connectClient()
  const { tools } = await client.listTools()
  assert.deepEqual(
    tools.map(({ name }) => name),
    ['suggest_addresses', 'suggest_companies', 'read_company', 'usage', 'verify_address'],
  )
  for (const { name, description } of tools.filter(({ name }) => name !== 'usage'))
    assert.match(description!, /Costs \d+ unit.* no persons, no VAT numbers, no owners/, name)
  const { structuredContent } = await client.callTool({ name: 'suggest_companies', arguments: { q: 'mlyn pri' } })
  const { data, units, sources, data_as_of } = structuredContent as Content
  assert.equal(data[0]!.ico, ICOS.living)
  assert.deepEqual([units.charged, units.left_in_session], [1, 199])
  assert.match(units.account_may_use_now, /^\d+$/)
  assert.match(`${sources[0]!.attribution} ${sources[0]!.license} ${data_as_of}`, /\S+ .* \d{4}-\d\d-\d\d$/)
  const read = await client.callTool({ name: 'read_company', arguments: { ico: ICOS.living } })
  assert.equal((read.structuredContent as Content).units.left_in_session, 189)
  const usage = await client.callTool({ name: 'usage', arguments: {} })
  assert.equal((usage.structuredContent as { data: { confirmed_units: number } }).data.confirmed_units, 11)
  await client.close()
})

/** What hosts send first, as they do it: their version of the protocol, their capabilities, and what they ask for. */
const HANDSHAKES = [
  ['a desktop host', '2025-06-18', { roots: {} }, ['tools/list', 'prompts/list', 'resources/list']],
  ['an editor', '2025-03-26', { roots: { listChanged: true }, sampling: {} }, ['tools/list', 'ping']],
  ['a terminal', '2025-11-25', { elicitation: {} }, ['ping', 'tools/list', 'resources/templates/list']],
  ['an old host', '2024-11-05', {}, ['tools/list']],
] as const

describe('the handshake', () => {
  for (const [host, protocolVersion, capabilities, methods] of HANDSHAKES) {
    test(`of ${host} ends with the tools`, async () => {
      const params = { protocolVersion, capabilities, clientInfo: { name: host, version: '1' } }
      const answers = await talk([
        { jsonrpc: '2.0', id: 0, method: 'initialize', params },
        { jsonrpc: '2.0', method: 'notifications/initialized' },
        ...methods.map((method, i) => ({ jsonrpc: '2.0', id: i + 1, method })),
      ])
      assert.equal(answers.length, methods.length + 1)
      const [{ result }, ...others] = answers
      assert.equal(result.protocolVersion, protocolVersion)
      assert.deepEqual([result.capabilities, result.serverInfo.name], [{ tools: {} }, 'regista'])
      for (const [i, method] of methods.entries()) {
        if (method === 'tools/list') assert.equal(others[i].result.tools.length, 5)
        else if (method === 'ping') assert.deepEqual(others[i].result, {})
        else assert.equal(others[i].error.code, -32601)
      }
    })
  }

  test('of a version that nobody knows gets the newest', async () => {
    const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '1999-01-01' } }
    assert.equal((await talk([initialize]))[0].result.protocolVersion, '2025-11-25')
  })
})

test('an address is compared by its parts: what agrees, what not, and the right one', async () => {
  const [found, none] = await talk([
    call(1, 'verify_address', { address: 'Vzorová 12/3B, Horné Vzorky' }),
    call(2, 'verify_address', { number: '7' }),
  ])
  const { data, units } = found.result.structuredContent
  assert.equal(data.status, 'completed')
  assert.equal(data.proposal.address.postal_code, '99901')
  assert.equal(units.charged, 1)
  assert.match(none.result.content[0].text, /^Name a street, a town or the whole address/)
})

/** What goes wrong, and the sentence that the agent reads. */
const FAILURES: readonly (readonly [what: string, request: object, given: Partial<typeof options>, said: RegExp])[] = [
  ['a number that no company has', call(1, 'read_company', { ico: '99999999' }), {}, /company_not_found/],
  ['a missing argument', call(1, 'suggest_companies'), {}, /^The argument q is missing\.$/],
  ['no arguments at all', call(1, 'read_company', { ico: null }), {}, /^The argument ico is missing\.$/],
  ['a text that is too short', call(1, 'suggest_companies', { q: 'a' }), {}, /\(invalid_parameter\)$/],
  [
    'an unknown argument',
    call(1, 'verify_address', { city: 'Vzorky' }),
    {},
    /^There is no argument city\. Expected country, /,
  ],
  [
    'an argument that is no text',
    call(1, 'suggest_companies', { q: ['mlyn'] }),
    {},
    /^The argument q must be a text\.$/,
  ],
  [
    'a path as country',
    call(1, 'read_company', { ico: 'me', country: '..' }),
    {},
    /^The argument country must be sk or cz\.$/,
  ],
  ['arguments that are a list', call(1, 'suggest_companies', []), {}, /^The arguments are no object\.$/],
  ['a key that is not known', call(1, 'usage'), { key: `rgk_${'0'.repeat(64)}` }, /\(unauthorized\)/],
  ['no server', call(1, 'usage'), { url: 'http://127.0.0.1:1' }, /^The Regista at http:\/\/127.0.0.1:1 did not answer/],
  ['too few units', call(1, 'read_company', { ico: ICOS.living }), { unitsMax: 9 }, /has 9 of its 9 units left/],
]

describe('an agent reads a sentence after', () => {
  for (const [what, request, given, said] of FAILURES) {
    test(what, async () => {
      const [{ result }] = await talk([request], given)
      assert.equal(result.isError, true)
      assert.match(result.content[0].text, said)
      assert.equal('structuredContent' in result, false)
    })
  }

  test('lines that are no requests, and goes on', async () => {
    const lines = ['{', '[]', 'null', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"toString"}}']
    const answers = await talk([...lines, '', ' \r', { jsonrpc: '2.0', id: 2, method: 'ping' }])
    assert.deepEqual(
      answers.map(({ error }) => error?.code),
      [-32700, -32600, -32600, -32602, undefined],
    )
  })
})

test('parameters that are no object are none', async () => {
  const methods = ['initialize', 'ping', 'tools/list', 'tools/call']
  const lines = methods.map((method, id) => ({ jsonrpc: '2.0', id, method, params: null }))
  const answers = await talk(lines)
  assert.deepEqual(
    answers.map(({ error }) => error?.code),
    [undefined, undefined, undefined, -32602],
  )
})

test('a batch is answered by one batch, without its notifications', async () => {
  const [ping, note] = [
    { jsonrpc: '2.0', id: 1, method: 'ping' },
    { jsonrpc: '2.0', method: 'notifications/x' },
  ]
  assert.deepEqual(await talk([[ping, note, 7], [note]]), [
    [
      { jsonrpc: '2.0', id: 1, result: {} },
      { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'The message is no request of JSON-RPC 2.0.' } },
    ],
  ])
})

test('a message may have any letter within a text, arrive in pieces, and end without a line', async () => {
  const text = JSON.stringify(call(1, 'suggest_companies', { q: 'mlyn\u2028pri' }))
  const output: string[] = []
  await serveMcp(Readable.from([text.slice(0, 20), text.slice(20)]), (line) => output.push(line), options)
  assert.equal(JSON.parse(output[0]!).result.structuredContent.data[0].ico, ICOS.living)
  const endless = Readable.from(['x'.repeat(1 << 20), 'x'])
  await assert.rejects(
    serveMcp(endless, () => {}, options),
    /a message of the host has more than 1048576/,
  )
})

test('arguments that are null are left out', async () => {
  const address = {
    street: null,
    number: null,
    part: null,
    postcode: null,
    country: null,
    address: 'Vzorová 12/3B, Horné Vzorky',
  }
  const [{ result }] = await talk([call(1, 'verify_address', address)])
  assert.equal(result.structuredContent.data.status, 'completed')
})

/** What a server does to a request that it may have charged, and what remains of 10 units. */
const HALF_ANSWERS: readonly (readonly [what: string, FakeResponse, left: number, said: RegExp])[] = [
  ['does not answer', { silent: true }, 9, /did not answer/],
  ['stops within its answer', { body: '{"data":[]', announce: 99, stallAfter: 5 }, 9, /did not answer/],
  ['is cut off within its answer', { body: '{"data":[]', announce: 99, dropAfter: 5 }, 9, /did not answer/],
  ['is behind a proxy that gave up', { status: 504, body: '<html>' }, 9, /status 504, and not as a Regista/],
  [
    'refuses',
    { status: 429, body: '{"error":{"code":"rate_limited","message":"Slower."}}' },
    10,
    /Slower\. \(rate_limited\)/,
  ],
]

describe('a session counts a request as charged unless a Regista refused it: a server that', () => {
  for (const [what, response, left, said] of HALF_ANSWERS) {
    test(what, async () => {
      await using server = await startMisbehavingServer()
      server.on('/v1/autocomplete/companies?q=mlyn', () => response)
      const api = new RegistaApi({
        url: server.url,
        key,
        unitsMax: 10,
        timeoutMs: 'silent' in response || 'stallAfter' in response ? 300 : 60_000,
      })
      await assert.rejects(api.get('/v1/autocomplete/companies', { q: 'mlyn' }, 1), said)
      assert.equal(api.unitsLeft, left)
    })
  }
})

test('requests at once use no more units than the session may, and refused ones none', async () => {
  const before = await service.confirmedUnits(account)
  const many = Array.from({ length: 8 }, (_, i) => call(i + 1, 'suggest_companies', { q: i === 0 ? '?' : 'mlyn' }))
  const answers = await talk(many, { unitsMax: 5 })
  const charged = answers.filter(({ result }) => !result.isError).length
  assert((await service.confirmedUnits(account)) - before === charged && charged <= 5 && 3 < charged)
})

test('the command needs an address and a key', async () => {
  for (const [env, said] of [
    [{ REGISTA_URL: undefined }, /name the Regista that is asked/],
    [{ REGISTA_URL: 'http://127.0.0.1:1', REGISTA_KEY: 'rgk_1' }, /REGISTA_KEY must have a server key/],
    [{ REGISTA_URL: 'ftp://127.0.0.1' }, /Expected an address/],
    [{ REGISTA_URL: 'http://:secret@127.0.0.1' }, /Expected an address/],
    [{ REGISTA_URL: 'http://127.0.0.1/?country=sk' }, /Expected an address/],
  ] as const) {
    const { code, stderr } = await regista(['mcp'], { env: { ...env } })
    assert.notEqual(code, 0)
    assert.match(stderr, said)
  }
})
