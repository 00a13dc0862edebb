import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { ReleaseParts } from '../served-release.ts'
import { exampleRelease } from '../testing/example-release.ts'
import { startService } from '../testing/service.ts'
import { SEARCH_DEADLINE_MS } from './write-suggestions.ts'

const release = await exampleRelease()
after(() => release.close())

const OPERATIONS = [
  ['companies', { path: '/v1/autocomplete/companies', query: { q: 'mlyn' } }],
  ['addresses', { path: '/v1/autocomplete/addresses', query: { q: 'vzorová' } }],
] as const

describe('a search', () => {
  for (const [name, asked] of OPERATIONS) {
    test(`of ${name} that exceeds its deadline is answered with 503, costs nothing and leaves nothing in flight`, async () => {
      await using slow = await slowService()
      const { status, json } = await slow.askTaking(SEARCH_DEADLINE_MS + 50, asked)
      assert.deepEqual([status, json.error?.code], [503, 'overloaded'])
      assert.deepEqual(await slow.unitsOfAll(), { confirmed: 0, pending: 0, inFlight: 0 })
      // It is the search that was late, not the thread: the next one is answered.
      assert.equal((await slow.askTaking(0, asked)).status, 200)
    })

    test(`of ${name} that keeps its deadline is answered and charged`, async () => {
      await using slow = await slowService()
      assert.equal((await slow.askTaking(SEARCH_DEADLINE_MS, asked)).status, 200)
      assert.deepEqual(await slow.unitsOfAll(), { confirmed: 1, pending: 0, inFlight: 0 })
    })
  }
})

/** Its monotonic clock stands still, but for what a search takes. */
async function slowService() {
  const time = { nowMs: 0, ofSearchMs: 0 }
  const isReading = (): void => {
    time.nowMs += time.ofSearchMs
    time.ofSearchMs = 0
  }
  const service = await startService({
    release: readBy(release, isReading),
    monotonic: { monotonicMs: () => time.nowMs },
  })
  // The first request opens the release, before its search begins.
  const other = await service.customer()
  await service.ask({ path: '/v1/companies/sk/00000001', key: other.key })
  const { key, account } = await service.customer()
  return {
    async askTaking(ms: number, asked: { readonly path: string; readonly query: { readonly q: string } }) {
      time.ofSearchMs = ms
      const reply = await service.ask({ ...asked, key })
      assert.equal(time.ofSearchMs, 0, 'the index was read')
      return reply
    },
    async unitsOfAll() {
      const usage = await service.ledger.usage(account)
      assert(usage.outcome === 'usage')
      const { confirmedUnits, pendingSpentUnits, inFlightReservedUnits } = usage
      return { confirmed: confirmedUnits, pending: pendingSpentUnits, inFlight: inFlightReservedUnits }
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  }
}

/** The same release, which says so whenever something is read in an index of it. */
function readBy(parts: ReleaseParts, isReading: () => void): ReleaseParts {
  const watched = <T extends object>(index: T | undefined): T | undefined =>
    index &&
    new Proxy(index, {
      get(target, name) {
        isReading()
        const value = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  return {
    manifest: parts.manifest,
    company: (country, ico) => parts.company(country, ico),
    companyIndex: (country) => watched(parts.companyIndex(country)),
    addressIndex: (country) => watched(parts.addressIndex(country)),
  }
}
