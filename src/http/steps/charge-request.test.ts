import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { monthAt } from '../../ledger/calendar.ts'
import type { Refusal } from '../../ledger/ledger.ts'
import { until } from '../../stdx/testing/until.ts'
import type { LedgerPort } from '../ports.ts'
import type { ReleaseParts } from '../served-release.ts'
import { booksWith, chargeAfter } from '../testing/books-with.ts'
import { exampleRelease, ICOS } from '../testing/example-release.ts'
import { openRaw, sendRaw } from '../testing/raw-socket.ts'
import { type Service, startService } from '../testing/service.ts'

const release = await exampleRelease()
after(() => release.close())

const path = '/v1/autocomplete/companies'
const query = { q: 'mlyn' }
/** No test waits until the server closes a connection by itself. */
const PATIENT = { stalledMs: 600_000 }

const request = (key: string): string =>
  `GET ${path}?q=mlyn HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`

/** Neither charged nor reserved. */
async function assertNoUnits({ ledger }: Service, account: string): Promise<void> {
  const usage = await ledger.usage(account)
  assert(usage.outcome === 'usage')
  assert.deepEqual([usage.confirmedUnits, usage.inFlightReservedUnits, usage.pendingSpentUnits], [0, 0, 0])
}

/** Books whose charges wait, with the outcomes of those that have one. */
function waitingBooks(begins: Promise<void>) {
  const outcomes: string[] = []
  let charges = 0
  const ledgerPort = booksWith((ledger) => ({
    charge(request) {
      charges++
      const charge = chargeAfter(begins, () => ledger.charge(request))
      void charge.outcome.then(({ outcome }) => outcomes.push(outcome))
      return charge
    },
  }))
  return { ledgerPort, outcomes, charges: () => charges }
}

describe('a metered request', () => {
  test('is refused until the month of the books ends, also by a server whose clock is ahead', async () => {
    await using service = await startService({ release })
    const { key, account } = await service.customer({ allowanceUnits: 1 })
    assert.equal((await service.ask({ path, query, key })).status, 200)
    const nowMs = service.clock.nowMs()
    const left = (monthAt(nowMs).endsAtMs - nowMs) / 1000
    for (const aheadMs of [0, left * 1000 + 500]) {
      service.clock.moveMs(aheadMs)
      const { json } = await service.ask({ path, query, key })
      assert.equal(json.error.code, 'monthly_limit_reached')
      assert(Math.abs(json.error.retry_after_seconds - left) < 60)
    }
    assert.equal(await service.confirmedUnits(account), 1)
  })

  const REFUSALS: readonly (readonly [Refusal['reason'], string])[] = [
    ['untrusted', '503 accounting_unavailable 7'],
    ['unavailable', '503 accounting_unavailable 7'],
    ['unknown_account', '503 accounting_unavailable 7'],
    ['suspended', '403 forbidden undefined'],
  ]
  for (const [reason, answer] of REFUSALS)
    for (const step of ['before the search', 'by the charge'] as const)
      test(`${answer} when it is refused ${step}: ${reason}`, async () => {
        const refusal: Refusal = { outcome: 'refused', reason, retryAfterSeconds: 7 }
        const charge: LedgerPort['charge'] = () => ({ outcome: Promise.resolve(refusal), withdraw: () => undefined })
        const changes = step === 'before the search' ? { knownRefusal: () => refusal } : { charge }
        await using service = await startService({ release, ledgerPort: booksWith(() => changes) })
        const { key, account } = await service.customer()
        const { status, json } = await service.ask({ path, query, key })
        const { code, retry_after_seconds: wait } = json.error
        // Never earlier than 7 seconds; later at random.
        assert.equal(`${status} ${code} ${7 <= wait && wait <= 11 ? 7 : wait}`, answer)
        assert.equal(await service.confirmedUnits(account), 0)
      })

  test('is not charged when its response cannot be made, and its units become available again', async () => {
    const companyIndex = () => {
      throw new Error('a fault of ours')
    }
    await using service = await startService({ release })
    const { key, account } = await service.customer()
    service.state.release = Object.assign(Object.create(release), { companyIndex }) as typeof release
    const { status, json } = await service.ask({ path, query, key })
    assert.equal(`${status} ${json.error.code}`, '503 data_unavailable')
    await assertNoUnits(service, account)
  })

  test('gets no response when it is unknown whether it was charged', async () => {
    const unknown = { outcome: Promise.resolve({ outcome: 'unknown' } as const), withdraw: () => undefined }
    await using service = await startService({ release, ledgerPort: booksWith(() => ({ charge: () => unknown })) })
    const { key } = await service.customer()
    const { text, end } = await sendRaw(service.port, request(key))
    assert.deepEqual([text, end], ['', 'closed'])
  })

  for (const leaves of ['closes its side', 'closes the connection', 'resets the connection'] as const)
    test(`a client that ${leaves} while its charge waits is not charged, and gets no answer`, async () => {
      const begins = Promise.withResolvers<void>()
      const { ledgerPort, outcomes, charges } = waitingBooks(begins.promise)
      await using service = await startService({ release, connection: PATIENT, ledgerPort })
      const { key, account } = await service.customer()
      const { socket, text } = openRaw(service.port, { allowHalfOpen: true })
      socket.write(request(key))
      await until(charges, 'the charge')
      if (leaves === 'closes its side') socket.end()
      else if (leaves === 'closes the connection') socket.destroy()
      else socket.resetAndDestroy()
      await until(() => outcomes.length, 'the outcome of the charge')
      assert.deepEqual(outcomes, ['withdrawn'])
      await until(() => socket.closed, 'the end of the connection')
      assert.equal(text(), '')
      begins.resolve()
      await assertNoUnits(service, account)
    })

  test('a client that leaves while its detail is read is not charged', async () => {
    const asked = Promise.withResolvers<void>()
    const read = Promise.withResolvers<ReturnType<typeof release.company>>()
    const company: ReleaseParts['company'] = () => {
      asked.resolve()
      return read.promise
    }
    const parts: ReleaseParts = {
      manifest: release.manifest,
      company,
      companyIndex: (country) => release.companyIndex(country),
      addressIndex: (country) => release.addressIndex(country),
    }
    await using service = await startService({ release: parts, connection: PATIENT })
    const { key, account } = await service.customer()
    const { socket } = openRaw(service.port)
    socket.write(request(key).replace(`${path}?q=mlyn`, `/v1/companies/sk/${ICOS.living}`))
    await asked.promise
    socket.resetAndDestroy()
    const connections = () => promisify(service.server.getConnections.bind(service.server))()
    await until(connections, 'the end of the connection', (open) => open === 0)
    read.resolve(release.company('sk', ICOS.living))
    assert.equal((await service.ask({ path, query, key })).status, 200)
    assert.equal(await service.confirmedUnits(account), 1, 'the other request')
  })

  test('a client that leaves is charged for none of its requests that wait', async () => {
    const { ledgerPort, outcomes, charges } = waitingBooks(Promise.withResolvers<void>().promise)
    await using service = await startService({ release, connection: PATIENT, ledgerPort })
    const { key } = await service.customer()
    const { socket } = openRaw(service.port)
    socket.write(request(key).repeat(3))
    await until(charges, 'three charges', (begun) => begun === 3)
    socket.destroy()
    await until(
      () => outcomes.length,
      'three outcomes',
      (seen) => seen === 3,
    )
    assert.deepEqual(outcomes, ['withdrawn', 'withdrawn', 'withdrawn'])
  })
})
