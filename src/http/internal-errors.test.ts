import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TrustedProxies } from '../access/network/network.ts'
import { exampleRelease } from './testing/example-release.ts'
import { sendRaw } from './testing/raw-socket.ts'
import { type Service, type ServiceOptions, startService } from './testing/service.ts'

const fault = new Error('a fault of the test')

function fail(): never {
  throw fault
}

const FAILING_PROXIES: TrustedProxies = {
  header: 'forwarded',
  get networks() {
    return fail()
  },
}

/** Each breaks a service that has started, or is started with the option. */
type Row = readonly [where: string, breakIt: (service: Service) => void, options?: Partial<ServiceOptions>]

const OUTSIDE_THE_STEPS: readonly Row[] = [
  ['the address of the client', () => undefined, { proxies: FAILING_PROXIES }],
  ['the warning about exposed keys', ({ state }) => (state.view = new Proxy(state.view, { get: fail }))],
]

const IN_A_STEP: readonly Row[] = [
  ['the rate limit of the address', ({ clock }) => (clock.ofLimitsMs = fail)],
  [
    'the body',
    ({ server }) => server.prependListener('checkContinue', (_, response) => void (response.writeContinue = fail)),
  ],
]

/** It has a body that the server must ask for, and a key that should not stand there. */
const REQUEST = [
  ...[`POST /v1/browser-sessions?rgk_${'0'.repeat(64)} HTTP/1.1`, 'Host: a', 'Content-Type: application/json'],
  ...['Content-Length: 2', 'Expect: 100-continue', '', '{}'],
].join('\r\n')

async function askBrokenService([, breakIt, options]: Row) {
  await using service = await startService({ release: await exampleRelease(), ...options })
  breakIt(service)
  const reply = await sendRaw(service.port, REQUEST)
  const errors = service.logged.filter(({ level }) => level === 'error')
  return { reply, errors }
}

describe('a fault is logged once, with the request id', () => {
  for (const row of OUTSIDE_THE_STEPS) {
    test(`in ${row[0]}: the connection ends without a response`, async () => {
      const { reply, errors } = await askBrokenService(row)
      assert.deepEqual([reply.text, reply.end], ['', 'closed'])
      const message = 'the server closed a connection because of an internal error'
      assert.deepEqual(errors, [{ level: 'error', facts: { err: fault, requestId: '1'.padStart(32, '0') }, message }])
    })
  }

  for (const row of IN_A_STEP) {
    test(`in ${row[0]}: the client receives 503`, async () => {
      const { reply, errors } = await askBrokenService(row)
      assert.deepEqual([reply.statuses, reply.code], [[503], 'data_unavailable'])
      const [, requestId] = /\r\nX-Request-Id: (\w+)\r\n/i.exec(reply.text)!
      const message = 'a request failed because of an internal error'
      assert.deepEqual(errors, [{ level: 'error', facts: { err: fault, requestId }, message }])
    })
  }
})
