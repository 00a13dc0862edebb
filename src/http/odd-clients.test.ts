import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { until } from '../stdx/testing/until.ts'
import { booksWith, chargeAfter } from './testing/books-with.ts'
import { exampleRelease } from './testing/example-release.ts'
import { readRaw, sendRaw } from './testing/raw-socket.ts'
import { type Customer, type Service, startService } from './testing/service.ts'

const PATH = '/v1/autocomplete/companies?q=mlyn'
/** Nothing may move for so long, in ms. */
const STALLED_MS = 300

let service: Service
let customer: Customer
before(async () => {
  service = await startService({ release: await exampleRelease(), connection: { stalledMs: STALLED_MS } })
  customer = await service.customer()
})
after(() => service[Symbol.asyncDispose]())

function get(...headers: readonly string[]): string {
  return [`GET ${PATH} HTTP/1.1`, 'Host: a', `Authorization: Bearer ${customer.key}`, ...headers, '', ''].join('\r\n')
}

function open(port = service.port): Socket {
  return connect(port, '127.0.0.1').on('error', () => undefined)
}

function count(statuses: readonly number[]): Record<number, number> {
  return Object.fromEntries([...Map.groupBy(statuses, (status) => status)].map(([status, all]) => [status, all.length]))
}

describe('a client', () => {
  test('that closes its side after the request is charged exactly if it receives the response', async () => {
    // Its units are here: the charge begins at once, and may be sealed before the end of the connection is read, or
    // after.
    await sendRaw(service.port, get())
    const before = await service.confirmedUnits(customer.account)
    const socket = open()
    let text = ''
    socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk))
    socket.end(get())
    await once(socket, 'close')
    const { statuses } = readRaw({ text, end: 'closed' })
    assert(statuses.every((status) => status === 200))
    assert.equal(await service.confirmedUnits(customer.account), before + statuses.length)
  })

  test('that does not read its responses is disconnected', async () => {
    const socket = open()
    socket.pause()
    // More than the system keeps for who does not read.
    socket.write('GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(200))
    await once(socket, 'connect')
    await until(() => service.connections(), 'the connection')
    await until(
      () => service.connections(),
      'no open connection',
      (open) => open === 0,
    )
    socket.destroy()
  })

  test('that sends a malformed rest after its response receives no second response', async () => {
    const socket = open()
    let text = ''
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      if (text === '') socket.write('ZZ\r\n')
      text += chunk
    })
    socket.write('POST /nowhere HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n')
    await once(socket, 'close')
    assert.deepEqual(readRaw({ text, end: 'closed' }).statuses, [404])
  })

  test('receives Connection: close with the thousandth response on one connection', async () => {
    const reply = await sendRaw(service.port, 'GET /nowhere HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(1_001), {
      answers: 1_001,
    })
    assert.equal(readRaw(reply).statuses.length, 1_000)
    assert.equal(reply.text.match(/\r\nConnection: close\r\n/gi)?.length, 1)
    assert.equal(reply.end, 'closed')
  })

  test('that pipelines more requests than a connection may have is charged for the answered ones', async () => {
    const before = await service.confirmedUnits(customer.account)
    const reply = await sendRaw(service.port, get().repeat(1_100), { answers: 1_100 })
    assert.deepEqual(count(readRaw(reply).statuses), { 200: 1_000 })
    assert.equal(await service.confirmedUnits(customer.account), before + 1_000)
  })

  test('is not charged for requests that it pipelined after one that closed the connection', async () => {
    const before = await service.confirmedUnits(customer.account)
    const large = get(`Content-Length: ${2 ** 14 + 1}`) + 'x'.repeat(2 ** 14 + 1)
    const reply = await sendRaw(service.port, get() + large + get().repeat(3), { answers: 5 })
    assert.deepEqual(readRaw(reply).statuses, [200, 413])
    assert.equal(reply.end, 'closed')
    assert.equal(await service.confirmedUnits(customer.account), before + 1)
  })

  test('that sends requests while the service stops is charged for the answered ones', async () => {
    const debits: string[] = []
    const entered = Promise.withResolvers<void>()
    const ending = Promise.withResolvers<void>()
    await using service = await startService({
      release: await exampleRelease(),
      ledgerPort: booksWith((ledger) => ({
        charge: (request) => {
          entered.resolve()
          return chargeAfter(ending.promise, () => {
            debits.push(request.requestId)
            return ledger.charge(request)
          })
        },
      })),
    })
    const { key } = await service.customer()
    const request = get().replace(customer.key, key)
    const socket = open(service.port)
    socket.write(request)
    await entered.promise
    const drained = service.drain()
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    await new Promise((resolve) => socket.write(request.repeat(5), resolve))
    await service.ask({ path: '/nowhere' }).catch(() => undefined)
    ending.resolve()
    await once(socket, 'close')
    await drained
    const { statuses } = readRaw({ text: Buffer.concat(chunks).toString('latin1'), end: 'closed' })
    assert.deepEqual(count(statuses), { 200: debits.length })
    assert(debits.length < 6)
  })

  test('that sends a body without Expect receives no 100 Continue', async () => {
    const body = 'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}'
    const { text } = await sendRaw(service.port, `POST /v1/browser-sessions HTTP/1.1\r\nHost: a\r\n${body}`)
    assert.match(text, /^HTTP\/1\.1 400 /)
  })

  test('that never completes its body does not keep other clients from being served, even 4 200 times', async () => {
    await using patient = await startService({ release: await exampleRelease() })
    // A slow machine connects the last one when the first one would have got its 408.
    patient.server.requestTimeout = 0
    const { key } = await patient.customer()
    const head = 'POST /v1/browser-sessions HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n{'
    const sockets = Array.from({ length: 4_200 }, () => open(patient.port))
    for (const socket of sockets) socket.write(head)
    await until(
      () => patient.connections(),
      'every connection',
      (open) => open === sockets.length,
    )
    assert.equal((await patient.ask({ path: '/v1/autocomplete/companies', query: { q: 'mlyn' }, key })).status, 200)
    for (const socket of sockets) socket.destroy()
  })
})
