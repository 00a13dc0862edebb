import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serveRelease } from '../http/http.ts'
import { exampleRelease } from '../http/testing/example-release.ts'
import { systemClock } from '../stdx/clock.ts'
import { newRequestId } from './request-id.ts'
import { type WarmUpParts, warmUp } from './warm-up.ts'

/** However busy the machine is. */
const PATIENT = new AbortController().signal

type Client = WarmUpParts['rehearsal']['client']

const MONTH = { period: '2026-11', endsAtMs: 0, availableUnits: 1 }

/** Charges each account, and notes which. */
function makeRehearsal(opened = new Set<string>(), charged = new Set<string>()): WarmUpParts['rehearsal'] {
  return {
    client: {
      knownRefusal: () => undefined,
      charge({ account }) {
        charged.add(account)
        return { outcome: Promise.resolve({ outcome: 'charged', ...MONTH }), withdraw: () => undefined }
      },
      call: async (call) => 'account' in call && opened.add(call.account),
    } as Partial<Client> as Client,
    credits: () => Promise.resolve({ outcome: 'credits', ...MONTH } as const),
    usage: () => Promise.resolve({ outcome: 'unavailable' } as const),
  }
}

test('requests of a server to itself get sessions, and suggestions of all that it has, and log nothing', async () => {
  const parts = await exampleRelease()
  const logged: string[] = []
  const note = (_facts: object, message: string) => void logged.push(message)
  const log = { error: note, warn: note, info: note, debug: note }
  const served = serveRelease(parts)
  const ports = { clock: systemClock, monotonic: { monotonicMs: () => 0 }, newRequestId, log, release: () => served }
  const opened = new Set<string>()
  const charged = new Set<string>()
  const rehearsal = makeRehearsal(opened, charged)
  const indexes = (['sk', 'cz'] as const).flatMap((country) => [
    parts.addressIndex(country),
    parts.companyIndex(country),
  ])
  const lists = indexes.filter((index) => index !== undefined).length
  const successes = await warmUp(ports, { rehearsal, parts }, PATIENT)
  assert(128 * lists < successes, `${successes} of ${lists} lists`)
  assert.deepEqual(charged, opened)
  assert.deepEqual(logged, [])

  // Sessions are refused as on a busy machine: each request is late.
  let lateMs = 0
  const monotonicMs = (): number => (lateMs += 10_000)
  assert((await warmUp({ ...ports, monotonic: { monotonicMs } }, { rehearsal, parts }, PATIENT)) < successes)
  assert.deepEqual(logged, [])
})

/** Sooner than a server cuts off a request that stands still. */
const LIMIT = { timeout: 12_000 }

test('a warm-up that a busy machine ends is no fault, and waits for nothing', LIMIT, async () => {
  const parts = await exampleRelease()
  const served = serveRelease(parts)
  const logged: string[] = []
  const fault = (_facts: object, message: string): void => assert.fail(message)
  const log = { error: fault, warn: fault, info: (_: object, text: string) => void logged.push(text), debug: fault }
  const ports = { clock: systemClock, monotonic: { monotonicMs: () => 0 }, newRequestId, log, release: () => served }
  // The books thread waits for its disk: at first, and when charges are asked.
  const held = { call: () => new Promise(() => undefined) } as Partial<Client> as Client
  const given = { rehearsal: { ...makeRehearsal(), client: held }, parts }
  assert.equal(await warmUp(ports, given, AbortSignal.abort()), 0)
  const stop = new AbortController()
  const charge = (): ReturnType<Client['charge']> => {
    stop.abort()
    return { outcome: new Promise(() => undefined), withdraw: () => undefined }
  }
  const client = { knownRefusal: () => undefined, call: async () => undefined, charge } as Partial<Client> as Client
  assert(0 < (await warmUp(ports, { rehearsal: { ...makeRehearsal(), client }, parts }, stop.signal)), 'sessions')
  const message = 'the machine is busy, so a thread begins cold: its first answers are slower'
  assert.deepEqual(logged, [message, message])
})

test('a name that is cut within a character stops no warm-up', async () => {
  const parts = await exampleRelease()
  const served = serveRelease(parts)
  const silent = (): void => undefined
  const log = { error: silent, warn: silent, info: silent, debug: silent }
  const ports = { clock: systemClock, monotonic: { monotonicMs: () => 0 }, newRequestId, log, release: () => served }
  const index = parts.companyIndex('sk')!
  const summaryAt = (row: number) => ({ ...index.columns.summaryAt(row), name: '😀'.repeat(12) })
  const companyIndex = (): unknown => ({ columns: { length: index.columns.length, summaryAt } })
  const names = { addressIndex: () => undefined, companyIndex } as unknown as WarmUpParts['parts']
  assert(0 < (await warmUp(ports, { rehearsal: makeRehearsal(), parts: names }, PATIENT)))
})
