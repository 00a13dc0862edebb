import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Books } from '../books/books.ts'
import { CLOCK_DOUBT } from '../books/clock-doubt.ts'
import { monthAt } from '../calendar.ts'
import { type ExampleStore, openExampleStore } from '../testing/stores.ts'
import { trustInAll } from '../testing/trust-in-all.ts'
import { BooksClock } from './books-clock.ts'
import { NodeFlags } from './node-flags.ts'
import { Trust } from './trust.ts'

const SECOND = 1_000
const HOUR = 3_600 * SECOND
const DAY = 24 * HOUR
const STARTS_AT_MS = Date.UTC(2026, 10, 21)
const NOVEMBER = monthAt(STARTS_AT_MS).period
const DECEMBER = monthAt(STARTS_AT_MS + 11 * DAY).period
const JANUARY = monthAt(STARTS_AT_MS + 42 * DAY).period

/** A node, its books, and the clock of their database. */
class Example implements AsyncDisposable {
  #monotonicMs = 5 * SECOND
  #shiftMs = STARTS_AT_MS - this.#monotonicMs
  #example!: ExampleStore
  #books!: Books
  #incarnation = 0
  #node!: BooksClock
  #openDoubts: readonly string[] = []
  readonly log: string[] = []

  static async open(): Promise<Example> {
    const example = new Example()
    example.#example = await openExampleStore('sqlite', { clock: { nowMs: () => example.#databaseMs } })
    example.#books = new Books(example.#example.store)
    await example.start()
    await example.beat()
    return example
  }

  async start(): Promise<void> {
    const clock = { monotonicMs: () => this.#monotonicMs }
    const enrolment = await this.#books.beginIncarnation('node', 0)
    this.#incarnation = enrolment.incarnation
    const ports = {
      clock,
      trust: new Trust(new NodeFlags(), () => undefined),
      count() {},
      report: (text: string) => void this.log.push(text),
    }
    this.#node = new BooksClock(ports, enrolment)
  }

  pass(ms: number): void {
    this.#monotonicMs += ms
  }

  leap(ms: number): void {
    this.#shiftMs += ms
  }

  /** Resolves the open doubts. */
  async trust(): Promise<void> {
    await this.#books.resolveDoubts(await trustInAll(this.#example.store, 'looked at the clock'))
  }

  async beat(how: 'in time' | 'too late' = 'in time'): Promise<void> {
    this.pass(SECOND)
    const sign = { node: 'node', incarnation: this.#incarnation, writtenSeq: 0, hints: [], time: this.#node.nodeTime }
    const outcome = await this.#books.recordHeartbeat(sign)
    assert(outcome.outcome === 'beat')
    this.#openDoubts = outcome.doubts.map(({ reason }) => reason)
    const atMs = how === 'in time' ? this.#monotonicMs : Number.NaN
    this.#node.read({ ...outcome, databaseMs: outcome.nowMs, atMs })
  }

  async beats(count: number): Promise<void> {
    for (let i = 0; i < count; i++) await this.beat()
  }

  get #databaseMs(): number {
    return this.#monotonicMs + this.#shiftMs
  }

  /** The month that is charged, and whether it is in doubt. */
  get charges(): string {
    const isDoubted = this.#openDoubts.includes(CLOCK_DOUBT)
    return `${monthAt(this.#node.ledgerMs()).period}${isDoubted ? ', in doubt' : ''}`
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#example[Symbol.asyncDispose]()
  }
}

type Step = (node: Example) => Promise<void> | void

/** Moves the clock and sends two heartbeats. */
const leap =
  (ms: number): Step =>
  async (node) => {
    node.leap(ms)
    await node.beats(2)
  }
const unseenLeap =
  (ms: number): Step =>
  (node) =>
    node.leap(ms)
const pass =
  (ms: number): Step =>
  (node) =>
    node.pass(ms)
const beats =
  (count: number): Step =>
  (node) =>
    node.beats(count)
const lateBeat: Step = (node) => node.beat('too late')
const trust: Step = (node) => node.trust()
const start: Step = (node) => node.start()
/** Sends heartbeats that are almost 20 s apart. */
const slowBeats =
  (count: number): Step =>
  async (node) => {
    for (let i = 0; i < count; i++) {
      node.pass(19 * SECOND)
      await node.beat()
    }
  }

interface Case {
  readonly when: string
  readonly steps: readonly Step[]
  readonly charges: string
}

const CASES: readonly Case[] = [
  {
    when: 'the clock leapt over the end of the month',
    steps: [leap(11 * DAY)],
    charges: `${NOVEMBER}, in doubt`,
  },
  {
    when: 'the clock leapt over the end of the month and an hour passed',
    steps: [leap(11 * DAY), pass(HOUR), beats(2)],
    charges: `${NOVEMBER}, in doubt`,
  },
  {
    when: 'the clock leapt and agrees again',
    steps: [leap(11 * DAY), leap(-11 * DAY)],
    charges: NOVEMBER,
  },
  {
    when: 'the operator trusts the leap',
    steps: [leap(11 * DAY), trust, beats(1)],
    charges: DECEMBER,
  },
  {
    when: 'the operator trusts the leap an hour later',
    steps: [leap(11 * DAY), pass(HOUR), trust, beats(1)],
    charges: DECEMBER,
  },
  {
    when: 'the operator trusts a leap to just before the end of the next month, and the clock goes on steadily for two minutes',
    steps: [leap(40 * DAY + 23 * HOUR - 30 * SECOND), trust, slowBeats(8)],
    charges: JANUARY,
  },
  {
    when: 'the operator trusts doubts before the clock leaps',
    steps: [trust, leap(11 * DAY)],
    charges: `${NOVEMBER}, in doubt`,
  },
  {
    when: 'the operator trusts the leap, and the clock leapt over one more month meanwhile',
    steps: [leap(11 * DAY), unseenLeap(31 * DAY), trust, beats(2)],
    charges: `${DECEMBER}, in doubt`,
  },
  {
    when: 'the operator trusts both leaps, one after the other',
    steps: [leap(11 * DAY), unseenLeap(31 * DAY), trust, beats(2), trust, beats(2)],
    charges: JANUARY,
  },
  {
    when: 'every heartbeat since the operator trusted the leap took too long to read the clock by',
    steps: [leap(11 * DAY), trust, lateBeat],
    charges: DECEMBER,
  },
  {
    when: 'the operator trusted a leap that was put right before this node was started, and the clock leaps again',
    steps: [leap(11 * DAY), unseenLeap(-11 * DAY), beats(1), trust, start, beats(1), leap(11 * DAY)],
    charges: `${NOVEMBER}, in doubt`,
  },
  {
    when: 'the server is started again while the leap is in doubt',
    steps: [leap(11 * DAY), start, beats(2)],
    charges: `${NOVEMBER}, in doubt`,
  },
  {
    when: 'the clock was ahead when the server was started',
    steps: [unseenLeap(11 * DAY), start, beats(2)],
    charges: DECEMBER,
  },
  {
    when: 'the clock was ahead when the server was started, and is put right while it runs',
    steps: [unseenLeap(11 * DAY), start, beats(2), unseenLeap(-11 * DAY), beats(1)],
    charges: NOVEMBER,
  },
  {
    when: 'the clock goes back less than a minute over the start of the month: two clocks may differ so much',
    steps: [unseenLeap(10 * DAY - HOUR - 200 * SECOND), beats(1), slowBeats(10), unseenLeap(-50 * SECOND), beats(1)],
    charges: DECEMBER,
  },
]

for (const { when, steps, charges } of CASES)
  test(`${charges} is charged if ${when}`, async () => {
    await using node = await Example.open()
    assert.equal(node.charges, NOVEMBER)
    for (const step of steps) await step(node)
    assert.equal(node.charges, charges)
  })

test('the log has both times when the clock is in doubt, and a line when it is trusted again', async () => {
  await using node = await Example.open()
  node.leap(11 * DAY)
  await node.beats(3)
  node.leap(-11 * DAY)
  await node.beats(2)
  assert.equal(node.log.length, 2)
  assert.match(node.log[0]!, /^clock: nothing is charged: the clock shows 2026-12-02T.*; ledger time is 2026-11-21T/)
  assert.equal(node.log[1], 'clock: the clock is trusted again')
})
