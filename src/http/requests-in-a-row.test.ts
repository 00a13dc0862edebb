import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { until } from '../stdx/testing/until.ts'
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

/**
 * `$` stands for a suggestion, which costs a unit, `$!` for one with Expect and no body, `$c` for one that
 * closes the connection, and `$0` for one of HTTP/1.0.
 */
const ROWS: readonly (readonly [what: string, sent: string, statuses: readonly number[]])[] = [
  ['three suggestions', '$$$', [200, 200, 200]],
  ['one with Expect, and more', '$!$$', [200]],
  ['one, one with Expect, and more', '$$!$$', [200, 200]],
  ['an unknown path with Expect', `GET /nowhere HTTP/1.1\r\nHost: a\r\n${EXPECT}\r\n\r\n$`, [404]],
  ['the same with a body', `POST /nowhere HTTP/1.1\r\nHost: a\r\n${EXPECT}\r\nContent-Length: 2\r\n\r\n{}$`, [404]],
  [
    'an empty body with Expect',
    `POST /v1/browser-sessions HTTP/1.1\r\nHost: a\r\n${EXPECT}\r\nContent-Length: 0\r\n\r\n$$`,
    [400],
  ],
  ['a preflight with Expect', `OPTIONS /v1/me/usage HTTP/1.1\r\nHost: a\r\n${EXPECT}\r\n\r\n$`, [400]],
  ['an unknown expectation', '$GET / HTTP/1.1\r\nHost: a\r\nExpect: more\r\n\r\n$', [200, 400]],
  ['one, and an unknown path with a broken chunk', `$POST /nowhere ${CHUNKED}ZZ\r\n`, [200, 404]],
  ['one, and a body with a broken chunk', `$POST /v1/browser-sessions ${CHUNKED}2\r\n{"\r\nZZ\r\n`, [200, 400]],
  [
    'one, and too large a body with a broken chunk',
    `$POST /v1/browser-sessions ${CHUNKED}4268\r\n${'x'.repeat(17_000)}\r\nZZ\r\n`,
    [200, 413],
  ],
  ['a suggestion that closes the connection, and more', '$c$$', [200]],
  ['one of HTTP/1.0, and more', '$0$', [200]],
  ['one that closes the connection, and more', 'GET /nowhere HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n$', [404]],
]

describe('of pipelined requests exactly the successful ones are charged', () => {
  for (const [what, sent, statuses] of ROWS) {
    test(what, async () => {
      const { key, account } = await service.customer()
      const one = () => service.ask({ path: '/v1/autocomplete/companies', query: { q: 'mlyn' }, key })
      // Now the account is known: no later charge waits so long that its client seems to have left.
      await one()
      const bytes = sent
        .replaceAll('$!', suggest(key, EXPECT))
        .replaceAll('$c', suggest(key, 'Connection: close'))
        .replaceAll('$0', suggest(key).replace('HTTP/1.1', 'HTTP/1.0'))
        .replaceAll('$', suggest(key))
      const reply = await sendRaw(service.port, bytes, { answers: statuses.length })
      assert.deepEqual(readRaw(reply).statuses, statuses)
      // Charges are made in order: this one comes after all others.
      await one()
      assert.equal((await service.confirmedUnits(account)) - 2, statuses.filter((status) => status === 200).length)
    })
  }

  test('a request whose charge is unknown does not discard an earlier response', async () => {
    const secondIsUnknown = Promise.withResolvers<void>()
    let charges = 0
    const ledgerPort = booksWith((ledger) => ({
      charge(request) {
        if (++charges === 1) return chargeAfter(secondIsUnknown.promise, () => ledger.charge(request))
        const charge = ledger.charge(request)
        const outcome = charge.outcome.then(() => {
          secondIsUnknown.resolve()
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

test('requests after the last one of a connection are not buffered while it waits for its response', async () => {
  const forever = Promise.withResolvers<never>().promise
  const ledgerPort = booksWith(() => ({ charge: () => ({ outcome: forever, withdraw: () => undefined }) }))
  await using service = await startService({ release: await exampleRelease(), ledgerPort })
  const { key } = await service.customer()
  let requests = 0
  service.server.on('request', () => void requests++)
  const connected = Promise.withResolvers<Socket>()
  service.server.on('connection', connected.resolve)
  const socket = connect({ port: service.port, host: '127.0.0.1' }).on('error', () => undefined)
  socket.write(suggest(key, EXPECT) + 'GET /v1/me/usage HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(200_000))
  const waiting = await connected.promise
  await until(() => waiting.isPaused(), 'the server to read no more')
  // The requests of the pieces that were read before the server saw the first request.
  assert(requests < 20_000, `${requests} requests`)
  socket.destroy()
})
