import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fc } from '../../stdx/testing/properties.ts'
import { Concurrency, LIMIT_NAMES, LIMITS, Limiter, LimitTable, parseLimits } from '../limits/limits.ts'
import { runRacer } from '../testing/race.ts'
import { halfSipHash } from './half-sip-hash.ts'

const NOW = 1_795_000_000_000

/**
 * A bucket that leaks, played from the beginning for every question: what a take adds is `intervalMs`, and more than
 * `burst` of them do not fit.
 */
function plainWait(takes: readonly { atMs: number; cost: number }[], limit: { intervalMs: number; burst: number }) {
  let level = 0
  let atMs = takes[0]!.atMs
  for (const take of takes) {
    level = Math.max(0, level - (take.atMs - atMs))
    atMs = take.atMs
    level += take.cost * limit.intervalMs
  }
  return Math.max(0, level - limit.burst * limit.intervalMs)
}

describe('the table of limits', () => {
  test('admits exactly what a leaky bucket admits, and returns when the next request would fit', () => {
    const interval = fc.constantFrom(0.008, 1, 5, 100, 6000)
    const limit = fc.record({ intervalMs: interval, burst: fc.integer({ min: 1, max: 6 }) })
    const step = fc.record({
      subject: fc.constantFrom('a', 'b', 'c', 'd'),
      passMs: fc.constantFrom(0, 0, 0, 1, 2, 30, 1000, 7000),
      cost: fc.constantFrom(1, 1, 2),
    })
    fc.assert(
      fc.property(limit, fc.array(step, { maxLength: 80 }), (rule, steps) => {
        const table = LimitTable.make({ entries: 16, nowMs: NOW })
        const passed = new Map<string, { atMs: number; cost: number }[]>()
        let nowMs = NOW
        for (const { subject, passMs, cost: asked } of steps) {
          nowMs += passMs
          const cost = Math.min(asked, rule.burst)
          const before = passed.get(subject) ?? []
          const expected = plainWait([...before, { atMs: nowMs, cost }], rule)
          const waitMs = table.take(subject, { ...rule, cost, nowMs })
          assert(Math.abs(waitMs - expected) < 1e-6, `${subject} at ${nowMs - NOW}: ${waitMs}, not ${expected}`)
          if (waitMs === 0) passed.set(subject, [...before, { atMs: nowMs, cost }])
        }
      }),
    )
  })

  test('admits for concurrent threads together what it admits for one, also for a new subject', async () => {
    const threads = 3
    const race = { threads, rounds: 600, tries: 3, burst: 4 } as const
    // One bucket: each round needs an entry that an earlier round has left.
    const { memory } = LimitTable.make({ entries: 8, nowMs: 0 })
    const barrier = new SharedArrayBuffer(4)
    const results = await Promise.all(Array.from({ length: threads }, () => runRacer({ ...race, memory, barrier })))
    for (let round = 0; round < race.rounds; round++) {
      const taken = results.reduce((sum, one) => sum + one[round]!, 0)
      assert.equal(taken, race.burst, `round ${round}`)
    }
  })

  test('needs no more memory for a flood of new subjects, admits each first request, and evicts no subject in debt', () => {
    const table = LimitTable.make({ entries: 4096, nowMs: NOW })
    const { byteLength } = table.memory
    const rule = { intervalMs: 10, burst: 2, cost: 1 }
    for (let i = 0; i < 100_000; i++) {
      const nowMs = NOW + i * 2
      // One entry is of use for 10 ms and kept a second longer: some five hundred at a time, in 4096 places.
      assert.equal(table.take(`stranger ${i}`, { ...rule, nowMs }), 0)
      if (i % 1000 !== 0) continue
      const owes = { intervalMs: 60_000, burst: 1, cost: 1, fromMs: nowMs }
      assert.equal(table.take(`debtor ${i}`, { ...owes, nowMs }), 0)
      assert.equal(table.take(`debtor ${i - 1000}`, { ...owes, nowMs, fromMs: nowMs }) === 0, i < 1000)
    }
    assert.equal(table.memory.byteLength, byteLength)
  })

  test('accepts a new subject when it is full', () => {
    const table = LimitTable.make({ entries: 64, nowMs: NOW })
    for (let i = 0; i < 10_000; i++) {
      const rule = { intervalMs: 60_000, burst: 1, cost: 1, nowMs: NOW + i }
      assert.equal(table.take(`stranger ${i}`, rule), 0)
      assert(0 < table.take(`stranger ${i}`, rule))
    }
  })

  test('makes no subject wait longer than for a whole burst when the clock is set back', () => {
    const table = LimitTable.make({ nowMs: NOW })
    const rule = { intervalMs: 100, burst: 20, cost: 1 }
    assert.equal(table.take('a', { ...rule, nowMs: NOW + 3_600_000 }), 0)
    assert.equal(table.take('a', { ...rule, nowMs: NOW }), 100)
    assert.equal(table.take('a', { ...rule, nowMs: NOW + 100 }), 0)
    assert.equal(table.take('a', { ...rule, nowMs: NOW + 2100 }), 0)
    assert.equal(table.take('a', { ...rule, nowMs: NOW + 2100 }), 0)
    assert.equal(table.take('b', { ...rule, nowMs: NOW - 10_000 }), 0)
  })

  test('keeps every rate that may be set to within four percent', () => {
    for (const rate of [0.01, 1 / 3, 1, 7, 99, 333, 1_000, 3_001, 8_000, 9_999, 10_000]) {
      const parsed = parseLimits(JSON.stringify({ ip: { rate, burst: 10 } }))
      assert('limits' in parsed, `${rate}`)
      const table = LimitTable.make({ entries: 8, nowMs: NOW })
      const rule = { intervalMs: 1000 / rate, burst: 10, cost: 1 }
      for (let i = 0; i < 10; i++) assert.equal(table.take('a', { ...rule, nowMs: NOW }), 0)
      const seconds = 5_000 / rate
      let taken = 0
      for (let i = 1; i <= 2_000; i++)
        while (table.take('a', { ...rule, nowMs: NOW + (seconds * i) / 2 }) === 0) taken++
      assert(Math.abs(taken / 5_000 - 1) < 0.04, `${rate} a second: ${taken} of 5000`)
    }
    assert('sentence' in parseLimits('{"ip":{"rate":10001,"burst":10}}'))
  })

  test('puts a subject at another place than another table does', () => {
    const secrets = Array.from({ length: 8 }, () => LimitTable.make({ entries: 8, nowMs: NOW }).memory.slice(8, 16))
    assert.equal(new Set(secrets.map((secret) => new Uint8Array(secret).toHex())).size, 8)
  })
})

test('the keyed hash is HalfSipHash-2-4: its authors’ vectors', () => {
  const vectors = [
    ...['218d1f59b9b83cc8', 'be552412f8387315', '064f39ef7c50eb57', 'ce0f1a45f7060679', 'd5e78a175be52ea1'],
    ...['cb9d7c3f2f3db580', 'ce3e91358aa2bc25', 'ff202728b07bc684', 'edfee820bce4858c', '5b51cccc13888307'],
    ...['95b0469f06a6f2ee', 'ae26333994ddcd48', '7bc71f9faef5c799', '5a2352d75a0c3744', '3bb1a870eae8e658'],
  ]
  const secret = { low: 0x03020100, high: 0x07060504 }
  for (const [length, expected] of vectors.entries()) {
    const text = String.fromCharCode(...Array.from({ length }, (_, i) => i))
    const { low, high } = halfSipHash(secret, text)
    assert.equal(new Uint8Array(Int32Array.of(low, high).buffer).toHex(), expected)
  }
})

describe('a limiter', () => {
  const limiter = (settings = {}, servers: number | (() => number) = 1) => {
    const table = LimitTable.make({ entries: 64, nowMs: NOW })
    const count = typeof servers === 'number' ? () => servers : servers
    return new Limiter(table, { settings: { ...LIMITS, ...settings }, servers: count })
  }

  test('admits a burst at once, then the rate, and returns the wait in whole seconds', () => {
    const own = limiter({ ip: { rate: 0.5, burst: 3 } })
    const take = (nowMs: number) => {
      const outcome = own.take('ip', '192.0.2.1', { nowMs })
      return outcome.outcome === 'limited' ? outcome.retryAfterSeconds : 'taken'
    }
    const outcomes = [0, 0, 0, 0, 500, 1000, 1999, 2000, 2000].map((ms) => take(NOW + ms))
    assert.deepEqual(outcomes, ['taken', 'taken', 'taken', 2, 2, 1, 1, 'taken', 2])
  })

  test('counts each subject and each limit separately', () => {
    const own = limiter({ key: { rate: 1, burst: 1 }, session: { rate: 1, burst: 1 } })
    const take = (name: 'key' | 'session') => ['a', 'b', 'a'].map((one) => own.take(name, one, { nowMs: NOW }).outcome)
    const outcomes = [...take('key'), ...take('session')]
    assert.deepEqual(outcomes, ['taken', 'taken', 'limited', 'taken', 'taken', 'limited'])
  })

  test('admits exactly the configured number of requests of a session, whenever they come', () => {
    // A busy machine may stop the thread between its two looks at the clocks.
    const request = fc.record({ ms: fc.nat(897_000), pauseMs: fc.nat(1_500) })
    fc.assert(
      fc.property(fc.array(request, { minLength: 30, maxLength: 60 }), (requests) => {
        const own = limiter({ session_life: { rate: 0, burst: 25 } })
        const endsAtMs = NOW + 900_000
        // The time of day goes a little faster than the limits’ clock.
        const wall = (ms: number) => ms + (ms - NOW) / 2_000
        const leftMs = ({ ms, pauseMs }: (typeof requests)[number]) => endsAtMs - wall(NOW + ms + pauseMs)
        const outcomes = requests
          .sort((a, b) => a.ms - b.ms)
          .map((one) => own.takeFromSessionTotal('s', { leftMs: leftMs(one), nowMs: NOW + one.ms }))
        assert.equal(outcomes.filter(({ outcome }) => outcome === 'taken').length, 25)
        const last = outcomes.at(-1)!
        assert(last.outcome === 'limited')
        assert.equal(last.retryAfterSeconds, Math.max(1, Math.ceil(leftMs(requests.at(-1)!) / 1000)))
      }),
    )
  })

  test('refuses nothing for a disabled limit', () => {
    const own = limiter({ ip: null, session_life: null })
    for (let i = 0; i < 1000; i++) {
      assert.equal(own.take('ip', 'a', { nowMs: NOW }).outcome, 'taken')
      assert.equal(own.takeFromSessionTotal('a', { leftMs: 1, nowMs: NOW }).outcome, 'taken')
    }
  })

  test('admits on each of several servers its share, and at least one request at once', () => {
    const own = limiter({ ip: { rate: 3, burst: 9 }, key: { rate: 1, burst: 1 } }, 3)
    const taken = (name: 'ip' | 'key', nowMs: number) => {
      const outcomes = Array.from({ length: 20 }, () => own.take(name, 'a', { nowMs }).outcome)
      return outcomes.filter((outcome) => outcome === 'taken').length
    }
    const both = [taken('ip', NOW), taken('ip', NOW + 2000), taken('key', NOW), taken('key', NOW + 2999)]
    assert.deepEqual(both, [3, 2, 1, 0])
    const concurrent = [1, 3, 64, 1000].map((servers) => limiter({}, servers).concurrentMax)
    assert.deepEqual(concurrent, [64, 22, 1, 1])
    assert.equal(limiter({ concurrent: null }, 3).concurrentMax, null)
  })

  test('admits on a changing number of servers together what it admits on one, apart from rounding', () => {
    const counts = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), counts, (burst, course) => {
        let servers = 1
        // Each has a table of its own. All of them are asked by more than may pass, at the same moment.
        const each = Array.from({ length: 7 }, () => limiter({ key: { rate: 0.5, burst } }, () => servers))
        const takes = (own: Limiter, nowMs: number) =>
          Array.from({ length: 50 }, () => own.take('key', 'a', { nowMs }).outcome)
        const drain = (nowMs: number) => {
          const outcomes = each.slice(0, servers).flatMap((own) => takes(own, nowMs))
          return outcomes.filter((outcome) => outcome === 'taken').length
        }
        for (const [i, count] of course.entries()) {
          servers = count
          // Long enough that everything has come back.
          const taken = drain(NOW + i * 1_000_000)
          assert(burst <= taken && taken < burst + servers, `${taken} of ${burst} by ${servers}`)
        }
      }),
    )
  })

  test('does not divide the requests of a session between servers: it may use all at one server', () => {
    const own = limiter({ session_life: { rate: 0, burst: 6 } }, 3)
    const taken = Array.from({ length: 9 }, () => own.takeFromSessionTotal('s', { leftMs: 900_000, nowMs: NOW }))
    assert.equal(taken.filter(({ outcome }) => outcome === 'taken').length, 6)
  })

  test('uses a subject’s own limit in place of the common one, even if that is disabled, divided between the servers', () => {
    for (const [ip, servers] of [
      [{ rate: 1, burst: 1 }, 1],
      [{ rate: 1, burst: 50 }, 1],
      [null, 1],
      [{ rate: 1, burst: 1 }, 2],
    ] as const) {
      const general = limiter({ ip }, servers)
      const take = () => general.take('ip', 'a', { nowMs: NOW, own: { rate: 0.5, burst: 4 } })
      const outcomes = Array.from({ length: 9 }, take)
      assert.equal(outcomes.filter(({ outcome }) => outcome === 'taken').length, 4 / servers)
      assert.deepEqual(outcomes.at(-1), { outcome: 'limited', limit: 'ip', retryAfterSeconds: 2 * servers })
    }
  })
})

describe('a file of limits', () => {
  test('changes the limits that it names and no others', () => {
    const some = { ip: { rate: 0.25, burst: 7 }, session: null, concurrent: { rate: 0, burst: 9 } }
    assert.deepEqual(parseLimits(JSON.stringify(some)), { limits: { ...LIMITS, ...some } })
    assert.deepEqual(parseLimits('{}'), { limits: LIMITS })
  })

  const BAD: [text: string, sentence: RegExp][] = [
    ['', /^The limits are not JSON: /],
    ['[]', /are one object/],
    ['null', /are one object/],
    ['{"ips": null}', /^There is no limit "ips"\. Limits are ip, ip_guesses, /],
    ['{"__proto__": null}', /^There is no limit "__proto__"/],
    ['{"ip": 5}', /^The limit ip: write it as/],
    ['{"ip": {"rate": 5}}', /write it as/],
    ['{"ip": {"rate": 5, "burst": 5, "per": "second"}}', /write it as/],
    ['{"ip": {"rate": 0, "burst": 5}}', /rate is a number per second/],
    ['{"ip": {"rate": "5", "burst": 5}}', /rate is a number per second/],
    ['{"ip": {"rate": 1000000, "burst": 5}}', /at most 10000\./],
    ['{"ip": {"rate": 5, "burst": 0}}', /burst is a whole number from 1/],
    ['{"ip": {"rate": 5, "burst": 1.5}}', /burst is a whole number/],
    ['{"ip": {"rate": 0.001, "burst": 1000000}}', /more than a month/],
    ['{"session_life": {"rate": 1, "burst": 5}}', /this limit is never refilled, so rate is 0/],
  ]
  test('is refused with a message if it is invalid', () => {
    for (const [text, sentence] of BAD) {
      const parsed = parseLimits(text)
      assert('sentence' in parsed, text)
      assert.match(parsed.sentence, sentence)
    }
  })

  test('may repeat the defaults', () => {
    assert.deepEqual(parseLimits(JSON.stringify(LIMITS)), { limits: LIMITS })
    assert.equal(new Set(LIMIT_NAMES).size, LIMIT_NAMES.length)
  })
})

describe('concurrent requests', () => {
  test('never exceed the limit, whichever threads start, end and die', () => {
    const step = fc.record({
      what: fc.constantFrom('enter', 'enter', 'enter', 'leave', 'die'),
      thread: fc.nat(2),
      account: fc.constantFrom(1, 2),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const all = Concurrency.make({ threads: 3 })
        const views = [0, 1, 2].map(() => new Concurrency(all.memory))
        const model = [0, 1, 2].map(() => new Map([1, 2].map((account) => [account, 0])))
        for (const { what, thread, account } of steps) {
          const own = model[thread]!
          const sum = model.reduce((count, one) => count + one.get(account)!, 0)
          if (what === 'die') {
            all.forget(thread)
            for (const key of own.keys()) own.set(key, 0)
          } else if (what === 'leave' && 0 < own.get(account)!) {
            views[thread]!.leave(thread, account)
            own.set(account, own.get(account)! - 1)
          } else if (what === 'enter') {
            const outcome = views[thread]!.enter(thread, account, 4)
            assert.equal(outcome, sum < 4 ? 'entered' : 'too_many')
            if (outcome === 'entered') own.set(account, own.get(account)! + 1)
          }
          const now = model.reduce((count, one) => count + one.get(account)!, 0)
          assert.equal(all.underWay(account), now)
        }
      }),
    )
  })
})
