import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { endConnectionAfter } from './connection-end.ts'
import { gate } from './gate.ts'
import type { HttpPorts } from './ports.ts'
import { startBareServer } from './testing/bare-server.ts'
import { booksWith, chargeAfter } from './testing/books-with.ts'
import { exampleRelease } from './testing/example-release.ts'
import { readRaw, sendRaw } from './testing/raw-socket.ts'
import { type Service, startService } from './testing/service.ts'

let service: Service
before(async () => {
  service = await startService({ release: await exampleRelease() })
})
after(() => service[Symbol.asyncDispose]())

const suggest = (key: string, ...headers: readonly string[]): string =>
  [
    'GET /v1/autocomplete/companies?q=mlyn HTTP/1.1',
    'Host: a',
    `Authorization: Bearer ${key}`,
    ...headers,
    '',
    '',
  ].join('\r\n')
const EXPECT = 'Expect: 100-continue'
const CHUNKED = 'HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n'

/** `$` stands for a suggestion, which costs a unit; `$!` for one that asks whether to go on, with nothing to come. */
const ROWS: readonly (readonly [what: string, sent: string, statuses: readonly number[]])[] = [
  ['three suggestions', '$$$', [200, 200, 200]],
  ['one that asks whether to go on, and more', '$!$$', [200]],
  ['one, one that asks whether to go on, and more', '$$!$$', [200, 200]],
  ['a path that is none, asked whether to go on', `GET /nowhere HTTP/1.1\r\nHost: a\r\n${EXPECT}\r\n\r\n$`, [404]],
  ['the same with a body', `POST /nowhere HTTP/1.1\r\nHost: a\r\n${EXPECT}\r\nContent-Length: 2\r\n\r\n{}$`, [404]],
  [
    'a body that is none',
    `POST /v1/browser-sessions HTTP/1.1\r\nHost: a\r\n${EXPECT}\r\nContent-Length: 0\r\n\r\n$$`,
    [400],
  ],
  ['a preflight that asks whether to go on', `OPTIONS /v1/me/usage HTTP/1.1\r\nHost: a\r\n${EXPECT}\r\n\r\n$`, [400]],
  ['an expectation that nobody meets', '$GET / HTTP/1.1\r\nHost: a\r\nExpect: more\r\n\r\n$', [200, 400]],
  ['one, and a path that is none with no chunk behind it', `$POST /nowhere ${CHUNKED}ZZ\r\n`, [200, 404]],
  ['one, and a body that ends in no chunk', `$POST /v1/browser-sessions ${CHUNKED}2\r\n{"\r\nZZ\r\n`, [200, 400]],
  [
    'one, and too large a body that ends in no chunk',
    `$POST /v1/browser-sessions ${CHUNKED}4268\r\n${'x'.repeat(17_000)}\r\nZZ\r\n`,
    [200, 413],
  ],
  ['the last of its connection', 'GET /nowhere HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n$', [404]],
]

describe('of requests in a row those that are answered with success are charged, and no others', () => {
  for (const [what, sent, statuses] of ROWS) {
    test(what, async () => {
      const { key, account } = await service.customer()
      const one = () => service.ask({ path: '/v1/autocomplete/companies', query: { q: 'mlyn' }, key })
      // Its units are here: nothing is waited for before a charge is sealed, in which a client might be taken for gone.
      await one()
      const bytes = sent.replaceAll('$!', suggest(key, EXPECT)).replaceAll('$', suggest(key))
      const reply = await sendRaw(service.port, bytes, { answers: statuses.length })
      assert.deepEqual(readRaw(reply).statuses, statuses)
      // Charges are done in their order: when this one is, those before it were.
      await one()
      assert.equal((await service.confirmedUnits(account)) - 2, statuses.filter((status) => status === 200).length)
    })
  }

  test('one of which nobody knows what became of it takes away no answer before it', async () => {
    const isUnknown = Promise.withResolvers<void>()
    let charges = 0
    const ledgerPort = booksWith((ledger) => ({
      charge(request) {
        if (++charges === 1) return chargeAfter(isUnknown.promise, () => ledger.charge(request))
        const charge = ledger.charge(request)
        const outcome = charge.outcome.then(() => {
          isUnknown.resolve()
          return { outcome: 'unknown' } as const
        })
        return { ...charge, outcome }
      },
    }))
    await using service = await startService({ release: await exampleRelease(), ledgerPort })
    const { key } = await service.customer()
    const reply = await sendRaw(service.port, suggest(key).repeat(2), { answers: 2 })
    assert.deepEqual([readRaw(reply).statuses, reply.end], [[200], 'closed'])
  })
})

test('requests behind the last of their connection are not kept while it is being answered', async () => {
  let requests = 0
  const answer = (_: unknown, response: ServerResponse): void => endConnectionAfter(response)
  using bare = await startBareServer(gate({} as HttpPorts, answer, { isClosing: () => false }), 0)
  bare.server.on('request', () => void requests++)
  const socket = connect({ port: bare.port, host: '127.0.0.1' }).on('error', () => undefined)
  socket.write('GET /v1/me/usage HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(200_000))
  const answering = await bare.connected
  while (!answering.isPaused()) await setImmediate()
  // Those of the pieces that were read before the first of them was seen.
  assert(requests < 20_000, `${requests} requests`)
  socket.destroy()
})
