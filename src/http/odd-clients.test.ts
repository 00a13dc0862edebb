import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, describe, test } from 'node:test'
import { until } from '../stdx/testing/until.ts'
import { booksWith, chargeAfter } from './testing/books-with.ts'
import { exampleRelease } from './testing/example-release.ts'
import { openRaw, sendRaw } from './testing/raw-socket.ts'
import { type Service, startService } from './testing/service.ts'

const release = await exampleRelease()
const service = await startService({ release })
after(() => service[Symbol.asyncDispose]())
const customer = await service.customer()

const SUGGEST = { path: '/v1/autocomplete/companies?q=mlyn' }

function get(key = customer.key, ...headers: readonly string[]): string {
  return [`GET ${SUGGEST.path} HTTP/1.1`, 'Host: a', `Authorization: Bearer ${key}`, ...headers, '', ''].join('\r\n')
}

function count(statuses: readonly number[]): Record<number, number> {
  return Object.fromEntries([...Map.groupBy(statuses, (status) => status)].map(([status, all]) => [status, all.length]))
}

/** The units that were charged during `work`. */
async function chargeOf(work: () => Promise<unknown>): Promise<number> {
  const before = await service.confirmedUnits(customer.account)
  await work()
  return (await service.confirmedUnits(customer.account)) - before
}

async function untilConnections(at: Service, wanted: number): Promise<void> {
  await until(at.connections, `${wanted} open connections`, (open) => open === wanted)
}

describe('a client', () => {
  test('that closes its side after the request is charged exactly if it receives the response', async () => {
    // Its units are here: the charge begins at once, and may be sealed before the end of the connection is read, or
    // after.
    await sendRaw(service.port, get())
    const { socket, statuses } = openRaw(service.port)
    const charge = await chargeOf(async () => {
      socket.end(get())
      await once(socket, 'close')
    })
    assert(statuses().every((status) => status === 200))
    assert.equal(charge, statuses().length)
  })

  test('that does not read its responses is disconnected', async () => {
    await using impatient = await startService({ release, connection: { stalledMs: 300 } })
    const { socket } = openRaw(impatient.port)
    socket.pause()
    // More than the system keeps for a client that does not read.
    socket.write('GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(200))
    const connected = once(impatient.server, 'connection')
    await connected
    await untilConnections(impatient, 0)
    socket.destroy()
  })

  test('that sends a malformed rest after its response receives no second response', async () => {
    const { socket, statuses } = openRaw(service.port)
    socket.once('data', () => socket.write('ZZ\r\n'))
    socket.write('POST /nowhere HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n')
    await once(socket, 'close')
    assert.deepEqual(statuses(), [404])
  })

  test('receives Connection: close with the thousandth response on one connection', async () => {
    const request = 'GET /nowhere HTTP/1.1\r\nHost: a\r\n\r\n'
    const { text, statuses, end } = await sendRaw(service.port, request.repeat(1_001), 1_001)
    assert.equal(statuses.length, 1_000)
    assert.equal(text.match(/\r\nConnection: close\r\n/gi)?.length, 1)
    assert.equal(end, 'closed')
  })

  test('that pipelines more requests than a connection may have is charged for the answered ones', async () => {
    const charge = await chargeOf(async () => {
      const { statuses } = await sendRaw(service.port, get().repeat(1_100), 1_100)
      assert.deepEqual(count(statuses), { 200: 1_000 })
    })
    assert.equal(charge, 1_000)
  })

  test('is not charged for requests that it pipelined after one that closed the connection', async () => {
    const large = get(customer.key, `Content-Length: ${2 ** 14 + 1}`) + 'x'.repeat(2 ** 14 + 1)
    const charge = await chargeOf(async () => {
      const { statuses, end } = await sendRaw(service.port, get() + large + get().repeat(3), 5)
      assert.deepEqual([statuses, end], [[200, 413], 'closed'])
    })
    assert.equal(charge, 1)
  })

  test('that sends requests while the service stops is charged for the answered ones', async () => {
    const debits: string[] = []
    const entered = Promise.withResolvers<void>()
    const ending = Promise.withResolvers<void>()
    const ledgerPort = booksWith((ledger) => ({
      charge: (request) => {
        entered.resolve()
        return chargeAfter(ending.promise, () => {
          debits.push(request.requestId)
          return ledger.charge(request)
        })
      },
    }))
    await using service = await startService({ release, ledgerPort })
    const { key } = await service.customer()
    const { socket, statuses } = openRaw(service.port)
    socket.write(get(key))
    await entered.promise
    const drained = service.drain()
    await new Promise((resolve) => socket.write(get(key).repeat(5), resolve))
    await service.ask({ path: '/nowhere' }).catch(() => undefined)
    ending.resolve()
    await once(socket, 'close')
    await drained
    assert.deepEqual(count(statuses()), { 200: debits.length })
    assert(debits.length < 6)
  })

  test('that sends a body without Expect receives no 100 Continue', async () => {
    const body = 'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}'
    const { text } = await sendRaw(service.port, `POST /v1/browser-sessions HTTP/1.1\r\nHost: a\r\n${body}`)
    assert.match(text, /^HTTP\/1\.1 400 /)
  })

  test('that never completes its body does not keep other clients from being served, even 4 200 times', async () => {
    await using patient = await startService({ release })
    // A slow machine connects the last one when the first one would have got its 408.
    patient.server.headersTimeout = 0
    patient.server.requestTimeout = 0
    const { key } = await patient.customer()
    const clients = Array.from({ length: 4_200 }, () => openRaw(patient.port))
    for (const { socket } of clients)
      socket.write('POST /v1/browser-sessions HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n{')
    await untilConnections(patient, clients.length)
    assert.equal((await patient.ask({ ...SUGGEST, key })).status, 200)
    for (const { socket } of clients) socket.destroy()
  })
})
