import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TrustedProxies } from '../access/network/network.ts'
import { exampleRelease } from './testing/example-release.ts'
import { readRaw, sendRaw } from './testing/raw-socket.ts'
import { type Service, type ServiceOptions, startService } from './testing/service.ts'

const fault = new Error('a fault of the test')

function fail(): never {
  throw fault
}

interface Row {
  readonly where: string
  readonly options?: Partial<ServiceOptions>
  /** Breaks a service that has started. */
  readonly inject?: (service: Service) => void
}

const FAILING_PROXIES: TrustedProxies = {
  header: 'forwarded',
  get networks() {
    return fail()
  },
}

const OUTSIDE_THE_STEPS: readonly Row[] = [
  { where: 'the address of the client', options: { proxies: FAILING_PROXIES } },
  {
    where: 'the warning about exposed keys',
    inject: ({ state }) => (state.view = new Proxy(state.view, { get: fail })),
  },
]

const IN_A_STEP: readonly Row[] = [
  { where: 'the rate limit of the address', inject: ({ clock }) => (clock.nowMs = fail) },
  {
    where: 'the body',
    inject: ({ server }) =>
      server.prependListener('checkContinue', (_, response) => {
        response.writeContinue = fail
      }),
  },
]

/** It has a body that the server must ask for, and a key that should not stand there. */
const REQUEST = [
  `POST /v1/browser-sessions?rgk_${'0'.repeat(64)} HTTP/1.1`,
  'Host: a',
  'Content-Type: application/json',
  'Content-Length: 2',
  'Expect: 100-continue',
  '',
  '{}',
].join('\r\n')

async function askBrokenService({ options, inject }: Row) {
  await using service = await startService({ release: await exampleRelease(), ...options })
  inject?.(service)
  const reply = await sendRaw(service.port, REQUEST)
  const errors = service.logged.filter(({ level }) => level === 'error')
  return { reply, errors }
}

describe('a fault is logged once, with the request id', () => {
  for (const row of OUTSIDE_THE_STEPS) {
    test(`in ${row.where}: the connection ends without a response`, async () => {
      const { reply, errors } = await askBrokenService(row)
      assert.deepEqual(reply, { text: '', end: 'closed' })
      const message = 'the server closed a connection because of an internal error'
      assert.deepEqual(errors, [{ level: 'error', facts: { err: fault, requestId: '1'.padStart(32, '0') }, message }])
    })
  }

  for (const row of IN_A_STEP) {
    test(`in ${row.where}: the client receives 503`, async () => {
      const { reply, errors } = await askBrokenService(row)
      assert.deepEqual(readRaw(reply), { statuses: [503], code: 'data_unavailable' })
      const [, requestId] = /\r\nX-Request-Id: (\w+)\r\n/i.exec(reply.text)!
      const message = 'a request failed because of an internal error'
      assert.deepEqual(errors, [{ level: 'error', facts: { err: fault, requestId }, message }])
    })
  }
})
