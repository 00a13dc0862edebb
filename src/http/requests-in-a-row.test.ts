import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { after, describe, test } from 'node:test'
import { until } from '../stdx/testing/until.ts'
import { booksWith, chargeAfter } from './testing/books-with.ts'
import { exampleRelease } from './testing/example-release.ts'
import { openRaw, sendRaw } from './testing/raw-socket.ts'
import { startService } from './testing/service.ts'

const release = await exampleRelease()
const service = await startService({ release })
after(() => service[Symbol.asyncDispose]())

const SUGGEST = { path: '/v1/autocomplete/companies?q=mlyn' }
const lines = (...all: readonly string[]): string => `${all.join('\r\n')}\r\n\r\n`
const suggest = (key: string, ...headers: readonly string[]): string =>
  lines(`GET ${SUGGEST.path} HTTP/1.1`, 'Host: a', `Authorization: Bearer ${key}`, ...headers)
const at = (line: string, ...headers: readonly string[]): string => lines(`${line} HTTP/1.1`, 'Host: a', ...headers)
const EXPECT = 'Expect: 100-continue'
const CHUNKED = 'Transfer-Encoding: chunked'
const MINT = 'POST /v1/browser-sessions'

/**
 * `$` stands for a suggestion, which costs a unit, `$!` for one with Expect and no body, `$c` for one that
 * closes the connection, and `$0` for one of HTTP/1.0.
 */
const ROWS: readonly (readonly [what: string, sent: string, statuses: readonly number[]])[] = [
  ['three suggestions', '$$$', [200, 200, 200]],
  ['one with Expect, and more', '$!$$', [200]],
  ['one, one with Expect, and more', '$$!$$', [200, 200]],
  ['an unknown path with Expect', `${at('GET /nowhere', EXPECT)}$`, [404]],
  ['the same with a body', `${at('POST /nowhere', EXPECT, 'Content-Length: 2')}{}$`, [404]],
  ['an empty body with Expect', `${at(MINT, EXPECT, 'Content-Length: 0')}$$`, [400]],
  ['a preflight with Expect', `${at('OPTIONS /v1/me/usage', EXPECT)}$`, [400]],
  ['an unknown expectation', `$${at('GET /', 'Expect: more')}$`, [200, 400]],
  ['one, and an unknown path with a broken chunk', `$${at('POST /nowhere', CHUNKED)}ZZ\r\n`, [200, 404]],
  ['one, and a body with a broken chunk', `$${at(MINT, CHUNKED)}2\r\n{"\r\nZZ\r\n`, [200, 400]],
  [
    'one, and too large a body with a broken chunk',
    `$${at(MINT, CHUNKED)}4268\r\n${'x'.repeat(17_000)}\r\nZZ\r\n`,
    [200, 413],
  ],
  ['a suggestion that closes the connection, and more', '$c$$', [200]],
  ['one of HTTP/1.0, and more', '$0$', [200]],
  ['one that closes the connection, and more', `${at('GET /nowhere', 'Connection: close')}$`, [404]],
]

describe('of pipelined requests exactly the successful ones are charged', () => {
  for (const [what, sent, statuses] of ROWS) {
    test(what, async () => {
      const { key, account } = await service.customer()
      // Now the account is known: no later charge waits so long that its client seems to have left.
      await service.ask({ ...SUGGEST, key })
      const bytes = sent
        .replaceAll('$!', suggest(key, EXPECT))
        .replaceAll('$c', suggest(key, 'Connection: close'))
        .replaceAll('$0', suggest(key).replace('HTTP/1.1', 'HTTP/1.0'))
        .replaceAll('$', suggest(key))
      assert.deepEqual((await sendRaw(service.port, bytes, statuses.length)).statuses, statuses)
      // Charges are made in order: this one comes after all others.
      await service.ask({ ...SUGGEST, key })
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
    await using service = await startService({ release, ledgerPort })
    const { key } = await service.customer()
    const { statuses, end } = await sendRaw(service.port, suggest(key).repeat(2), 2)
    assert.deepEqual([statuses, end], [[200], 'closed'])
  })
})

test('requests after the last one of a connection are not buffered while it waits for its response', async () => {
  const forever = Promise.withResolvers<never>().promise
  const ledgerPort = booksWith(() => ({ charge: () => ({ outcome: forever, withdraw: () => undefined }) }))
  await using service = await startService({ release, ledgerPort })
  const { key } = await service.customer()
  let requests = 0
  service.server.on('request', () => void requests++)
  const connected = Promise.withResolvers<Socket>()
  service.server.on('connection', connected.resolve)
  const { socket } = openRaw(service.port)
  socket.write(suggest(key, EXPECT) + at('GET /v1/me/usage').repeat(200_000))
  const waiting = await connected.promise
  await until(() => waiting.isPaused(), 'the server to read no more')
  // The requests of the pieces that were read before the server saw the first request.
  assert(requests < 20_000, `${requests} requests`)
  socket.destroy()
})
