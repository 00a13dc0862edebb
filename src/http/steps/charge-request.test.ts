import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, describe, test } from 'node:test'
import { monthAt } from '../../ledger/calendar.ts'
import type { Refusal } from '../../ledger/ledger.ts'
import type { LedgerPort } from '../ports.ts'
import { untilStatus } from '../testing/ask.ts'
import { booksWith, chargeAfter } from '../testing/books-with.ts'
import { exampleRelease } from '../testing/example-release.ts'
import { sendRaw } from '../testing/raw-socket.ts'
import { startService } from '../testing/service.ts'

const release = await exampleRelease()
after(() => release.close())

const path = '/v1/autocomplete/companies'
const query = { q: 'mlyn' }
/** Before the server would close a connection by itself. */
const WITHIN = { timeout: 30_000 }

describe('a metered request', () => {
  test('429 monthly_limit_reached when the units are used up, until the month ends', async () => {
    await using service = await startService({ release })
    const { key, account } = await service.customer({ allowanceUnits: 3 })
    for (let i = 0; i < 3; i++) assert.equal((await service.ask({ path, query, key })).status, 200)
    const { status, json } = await service.ask({ path, query, key })
    assert.deepEqual([status, json.error.code], [429, 'monthly_limit_reached'])
    const nowMs = service.clock.nowMs()
    const left = (monthAt(nowMs).endsAtMs - nowMs) / 1000
    assert(Math.abs(json.error.retry_after_seconds - left) < 60)
    assert.equal(await service.confirmedUnits(account), 3)
    // The month is that of the books: a server clock that is ahead does not reject clients for the whole next one.
    service.clock.moveMs(left * 1000 + 500)
    const ahead = await service.ask({ path, query, key })
    assert(Math.abs(ahead.json.error.retry_after_seconds - left) < 60)
  })

  test('429 when a detail costs more than is left; a suggestion is still served', async () => {
    await using service = await startService({ release })
    const { key, account } = await service.customer({ allowanceUnits: 5 })
    const detail = await service.ask({ path: '/v1/companies/sk/00000001', key })
    assert.deepEqual([detail.status, detail.json.error.code], [429, 'monthly_limit_reached'])
    assert.equal((await service.ask({ path, query, key })).status, 200)
    assert.equal(await service.confirmedUnits(account), 1)
  })

  test('403 when the books have suspended the account', async () => {
    await using service = await startService({ release })
    const { key, account } = await service.customer()
    await service.ledger.suspend(account)
    const { json } = await untilStatus(403, () => service.ask({ path, query, key }))
    assert.equal(json.error.code, 'forbidden')
  })

  test('503 while the books of the account are not trusted', async () => {
    await using service = await startService({ release })
    const { key, account } = await service.customer()
    await service.ledger.distrust({ account, reason: 'example', detail: 'for this test' })
    const { json } = await untilStatus(503, () => service.ask({ path, query, key }))
    assert.equal(json.error.code, 'accounting_unavailable')
  })

  const REFUSALS: readonly (readonly [Refusal['reason'], string])[] = [
    ['untrusted', '503 accounting_unavailable 7'],
    ['unavailable', '503 accounting_unavailable 7'],
    ['unknown_account', '503 accounting_unavailable 7'],
    ['suspended', '403 forbidden undefined'],
  ]
  for (const [reason, answer] of REFUSALS)
    for (const step of ['known', 'charged'] as const)
      test(`${answer} when it is refused ${step === 'known' ? 'before the search' : 'by the charge'}: ${reason}`, async () => {
        const refusal: Refusal = { outcome: 'refused', reason, retryAfterSeconds: 7 }
        const charge: LedgerPort['charge'] = () => ({ outcome: Promise.resolve(refusal), withdraw: () => undefined })
        const changes = step === 'known' ? { knownRefusal: () => refusal } : { charge }
        await using service = await startService({ release, ledgerPort: booksWith(() => changes) })
        const { key, account } = await service.customer()
        const { status, json } = await service.ask({ path, query, key })
        const { code, retry_after_seconds: wait } = json.error
        // Never earlier than 7 seconds; later at random.
        assert.equal(`${status} ${code} ${7 <= wait && wait <= 11 ? 7 : wait}`, answer)
        assert.equal(await service.confirmedUnits(account), 0)
      })

  test('is not charged when its response cannot be made, and its units become available again', async () => {
    const broken = Object.assign(Object.create(release), {
      companyIndex() {
        throw new Error('a fault of ours')
      },
    }) as typeof release
    await using service = await startService({ release })
    const { key, account } = await service.customer()
    service.state.release = broken
    const { status, json } = await service.ask({ path: `${path}?q=mlyn`, headers: { authorization: `Bearer ${key}` } })
    assert.equal(`${status} ${json.error.code}`, '503 data_unavailable')
    const usage = await service.ledger.usage(account)
    assert(usage.outcome === 'usage')
    assert.deepEqual([usage.confirmedUnits, usage.inFlightReservedUnits, usage.pendingSpentUnits], [0, 0, 0])
  })

  test('gets no response when it is unknown whether it was charged', async () => {
    const unknown = { outcome: Promise.resolve({ outcome: 'unknown' } as const), withdraw: () => undefined }
    await using service = await startService({ release, ledgerPort: booksWith(() => ({ charge: () => unknown })) })
    const { key } = await service.customer()
    const request = `GET ${path}?q=mlyn HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`
    assert.deepEqual(await sendRaw(service.port, request), { text: '', end: 'closed' })
  })

  for (const leaves of ['closes its side', 'closes the connection', 'resets the connection'] as const)
    test(`a client that ${leaves} while its charge waits is not charged, and gets no answer`, WITHIN, async () => {
      const entered = Promise.withResolvers<void>()
      const begins = Promise.withResolvers<void>()
      const ended = Promise.withResolvers<string>()
      await using service = await startService({
        release,
        connection: { stalledMs: 2 * WITHIN.timeout },
        ledgerPort: booksWith((ledger) => ({
          charge(request) {
            entered.resolve()
            const charge = chargeAfter(begins.promise, () => ledger.charge(request))
            void charge.outcome.then(({ outcome }) => ended.resolve(outcome))
            return charge
          },
        })),
      })
      const { key, account } = await service.customer()
      const socket = connect({ port: service.port, host: '127.0.0.1', allowHalfOpen: true })
      let text = ''
      socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk))
      socket.write(`GET ${path}?q=mlyn HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`)
      await entered.promise
      if (leaves === 'closes its side') socket.end()
      else if (leaves === 'closes the connection') socket.destroy()
      else socket.resetAndDestroy()
      assert.equal(await ended.promise, 'withdrawn')
      if (!socket.closed) await once(socket, 'close')
      assert.equal(text, '')
      begins.resolve()
      const usage = await service.ledger.usage(account)
      assert(usage.outcome === 'usage')
      assert.deepEqual([usage.confirmedUnits, usage.inFlightReservedUnits, usage.pendingSpentUnits], [0, 0, 0])
    })

  test('a client that leaves is charged for none of its requests that wait', WITHIN, async () => {
    const never = Promise.withResolvers<void>().promise
    const charges: Promise<{ readonly outcome: string }>[] = []
    const allEntered = Promise.withResolvers<void>()
    await using service = await startService({
      release,
      connection: { stalledMs: 2 * WITHIN.timeout },
      ledgerPort: booksWith((ledger) => ({
        charge(request) {
          const charge = chargeAfter(never, () => ledger.charge(request))
          if (charges.push(charge.outcome) === 3) allEntered.resolve()
          return charge
        },
      })),
    })
    const { key } = await service.customer()
    const socket = connect({ port: service.port, host: '127.0.0.1' }).on('error', () => undefined)
    socket.write(`GET ${path}?q=mlyn HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`.repeat(3))
    await allEntered.promise
    socket.destroy()
    const outcomes = (await Promise.all(charges)).map(({ outcome }) => outcome)
    assert.deepEqual(outcomes, ['withdrawn', 'withdrawn', 'withdrawn'])
  })
})
