import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ClockTrust } from '../books/doubts.ts'
import { monthAt } from '../calendar.ts'
import { BooksClock } from './books-clock.ts'
import { Till } from './till.ts'
import { Trust } from './trust.ts'

const SECOND = 1_000
const HOUR = 3_600 * SECOND
const DAY = 24 * HOUR
const STARTS_AT_MS = Date.UTC(2026, 10, 21)
const NOVEMBER = monthAt(STARTS_AT_MS).period
const DECEMBER = monthAt(STARTS_AT_MS + 11 * DAY).period
const JANUARY = monthAt(STARTS_AT_MS + 42 * DAY).period

/** A node, the clock of its books, and the last word of trust that stands in them. */
class Example {
  #monotonicMs = 5 * SECOND
  #shiftMs = STARTS_AT_MS - this.#monotonicMs
  #word: ClockTrust | undefined
  #trust!: Trust
  #node!: BooksClock

  constructor() {
    this.start()
    this.hear()
  }

  start(): void {
    const till = Till.make({ slots: 1, tellers: 1 })
    this.#trust = new Trust(till, () => undefined)
    const clock = { monotonicMs: () => this.#monotonicMs }
    this.#node = new BooksClock({ clock, till, trust: this.#trust, count() {} }, this.#databaseMs)
  }

  pass(ms: number): void {
    this.#monotonicMs += ms
  }

  leap(ms: number): void {
    this.#shiftMs += ms
  }

  say(): void {
    this.#word = { id: (this.#word?.id ?? 0) + 1, atMs: this.#databaseMs }
  }

  hear(how: 'in time' | 'too late' = 'in time'): void {
    this.pass(SECOND)
    const atMs = how === 'in time' ? this.#monotonicMs : Number.NaN
    this.#node.hear({ databaseMs: this.#databaseMs, atMs, word: this.#word })
  }

  get #databaseMs(): number {
    return this.#monotonicMs + this.#shiftMs
  }

  /** The month that is sold, and whether it is. */
  get sells(): string {
    return `${monthAt(this.#node.ledgerMs()).period}${this.#trust.has('clock') ? ', in doubt' : ''}`
  }
}

interface Case {
  readonly when: string
  does(books: Example): void
  readonly sells: string
}

const CASES: readonly Case[] = [
  {
    when: 'nobody has said anything of a clock that leapt over the end of the month',
    does(books) {
      books.leap(11 * DAY)
      books.hear()
    },
    sells: `${NOVEMBER}, in doubt`,
  },
  {
    when: 'it was said after the leap',
    does(books) {
      books.leap(11 * DAY)
      books.hear()
      books.say()
      books.hear()
    },
    sells: DECEMBER,
  },
  {
    when: 'it was said after the leap, by somebody who had heard of it before this node did',
    does(books) {
      books.leap(11 * DAY)
      books.say()
      books.hear()
    },
    sells: DECEMBER,
  },
  {
    when: 'it was said after the leap, and this node could not hear it for an hour',
    does(books) {
      books.leap(11 * DAY)
      books.hear()
      books.say()
      books.pass(HOUR)
      books.hear()
    },
    sells: DECEMBER,
  },
  {
    when: 'it was said after a leap to just before the end of the next month, and heard just after it',
    does(books) {
      books.leap(40 * DAY + 23 * HOUR - 30 * SECOND)
      books.hear()
      books.say()
      books.pass(30 * SECOND)
      books.hear()
    },
    sells: JANUARY,
  },
  {
    when: 'it was said before the leap',
    does(books) {
      books.say()
      books.leap(11 * DAY)
      books.hear()
      books.hear()
    },
    sells: `${NOVEMBER}, in doubt`,
  },
  {
    when: 'it was said before the leap, and again after it',
    does(books) {
      books.say()
      books.leap(11 * DAY)
      books.hear()
      books.say()
      books.hear()
    },
    sells: DECEMBER,
  },
  {
    when: 'it was said after the leap, and the clock leapt over one more month before it was heard',
    does(books) {
      books.leap(11 * DAY)
      books.hear()
      books.say()
      books.leap(31 * DAY)
      books.hear()
    },
    sells: `${NOVEMBER}, in doubt`,
  },
  {
    when: 'it was said after the leap, and the clock leapt to the end of that month before it was heard',
    does(books) {
      books.leap(11 * DAY)
      books.hear()
      books.say()
      books.leap(29 * DAY + 23 * HOUR - 30 * SECOND)
      books.hear()
      books.pass(30 * SECOND)
      books.hear()
    },
    sells: `${DECEMBER}, in doubt`,
  },
  {
    when: 'it was said after both leaps',
    does(books) {
      books.leap(11 * DAY)
      books.hear()
      books.leap(31 * DAY)
      books.say()
      books.hear()
    },
    sells: JANUARY,
  },
  {
    when: 'it was said after the leap, and went with the first heartbeat that this node heard in time',
    does(books) {
      books.leap(11 * DAY)
      books.hear()
      books.say()
      books.hear('too late')
      books.hear('too late')
      books.hear()
    },
    sells: DECEMBER,
  },
  {
    when: 'it was said after the leap, and every heartbeat since has taken too long to tell the time',
    does(books) {
      books.leap(11 * DAY)
      books.hear()
      books.say()
      books.hear('too late')
    },
    sells: `${NOVEMBER}, in doubt`,
  },
  {
    when: 'it was said of another leap, which was put right before this node was started',
    does(books) {
      books.leap(11 * DAY)
      books.say()
      books.leap(-11 * DAY)
      books.start()
      books.hear()
      books.leap(11 * DAY)
      books.hear()
    },
    sells: `${NOVEMBER}, in doubt`,
  },
  {
    when: 'it was said of another leap, which was put right before this node was started, whose first heartbeat was late',
    does(books) {
      books.leap(11 * DAY)
      books.say()
      books.leap(-11 * DAY)
      books.start()
      books.hear('too late')
      books.leap(11 * DAY)
      books.hear()
    },
    sells: `${NOVEMBER}, in doubt`,
  },
  {
    when: 'it was said of another leap, which was put right before this node was started, and the clock leapt before its first heartbeat',
    does(books) {
      books.leap(11 * DAY)
      books.say()
      books.leap(-11 * DAY)
      books.start()
      books.leap(11 * DAY)
      books.hear()
    },
    sells: `${NOVEMBER}, in doubt`,
  },
  {
    when: 'it was said of a clock that never leapt, and is heard an hour later, just before the month ends',
    does(books) {
      books.pass(10 * DAY - 2 * HOUR - 30 * SECOND)
      books.hear()
      books.say()
      books.pass(HOUR)
      books.hear()
      books.pass(30 * SECOND)
      books.hear()
    },
    sells: DECEMBER,
  },
  {
    when: 'it was said of a leap that was put right after it had been heard',
    does(books) {
      books.leap(11 * DAY)
      books.say()
      books.leap(-11 * DAY)
      books.hear()
      books.leap(11 * DAY)
      books.hear()
    },
    sells: `${NOVEMBER}, in doubt`,
  },
]

for (const { when, does, sells } of CASES)
  test(`the word of trust: ${sells} is sold if ${when}`, () => {
    const books = new Example()
    assert.equal(books.sells, NOVEMBER)
    does(books)
    assert.equal(books.sells, sells)
  })
