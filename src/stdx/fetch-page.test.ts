import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fetchPage, PAGE_BYTES_MAX } from './fetch-page.ts'
import { createHttpGet } from './http-get.ts'
import { InputError } from './input-error.ts'
import { seededRandom } from './random.ts'
import { RETRY_POLICY } from './retry.ts'
import { systemSleep } from './sleep.ts'
import { type FakeResponse, type MisbehavingServer, startMisbehavingServer } from './testing/misbehaving-server.ts'

function fetchFrom(server: MisbehavingServer): Promise<string> {
  const parse = (text: string): string => {
    if (!text.endsWith('end')) throw new InputError('the page is not whole')
    return text
  }
  return fetchPage(`${server.url}/page`, parse, {
    get: createHttpGet('test'),
    clock: { nowMs: () => 0 },
    random: seededRandom(1),
    sleep: async () => {},
    retry: RETRY_POLICY,
  })
}

describe('fetchPage', () => {
  const passing: readonly [string, FakeResponse][] = [
    ['500', { status: 500 }],
    ['a dropped connection', { body: 'whole to the end', dropAfter: 5 }],
    ['a page that was cut off before it was sent', { body: 'whole to' }],
  ]
  for (const [what, answer] of passing) {
    test(`retries after ${what}`, async () => {
      await using server = await startMisbehavingServer()
      server.on('/page', (_, nth) => (nth === 0 ? answer : { body: 'žatva do konca: end' }))
      assert.equal(await fetchFrom(server), 'žatva do konca: end')
    })
  }

  test('a page that stays truncated is rejected with its address', async () => {
    await using server = await startMisbehavingServer()
    server.on('/page', () => ({ body: 'whole to' }))
    const message = /\/page: the page is not whole \(attempts: 5\)/
    await assert.rejects(fetchFrom(server), { name: 'InputError', message })
  })

  test('a page without end is rejected while it is received', async () => {
    await using server = await startMisbehavingServer()
    server.on('/page', () => ({ body: Buffer.alloc(PAGE_BYTES_MAX + 1), announce: 'none' }))
    await assert.rejects(fetchFrom(server), { name: 'InputError', message: /is larger than 16777216 bytes/ })
  })
})

test('systemSleep waits, and an abort ends the wait', async () => {
  await systemSleep(1)
  const abort = new AbortController()
  const waiting = systemSleep(60_000, abort.signal)
  abort.abort()
  await assert.rejects(waiting, { name: 'AbortError' })
})
