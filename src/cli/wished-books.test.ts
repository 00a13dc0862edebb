import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { applyTrustWords, type Control, hearTrustWords, openControlDatabase, requestTrust } from '../access/access.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { systemClock } from '../stdx/clock.ts'
import { type LedgerForWishes, wishedBooks } from './wished-books.ts'

const LEAP_MS = 11 * 86_400_000
const dir = mkdtempSync(join(tmpdir(), 'regista-wished-books-'))
after(() => rmSync(dir, { recursive: true }))

/** What a server lives through between the first word and the last, whose audits are given; `said` is how far the clock of the books was ahead when each was heard. */
const WORDS: readonly {
  readonly what: string
  readonly audits: readonly ((server: ServerInTrouble) => Promise<'agrees' | 'fails'>)[]
  readonly said: readonly (readonly [why: string, clockAheadMs: number])[]
}[] = [
  {
    what: 'that is tried again after the clock leapt',
    audits: [
      async (server) => {
        server.aheadMs = LEAP_MS
        return 'fails'
      },
      async () => 'agrees',
    ],
    said: [['first', 0]],
  },
  {
    what: 'that waits while the clock leaps in the audit for an earlier one',
    audits: [
      async (server) => {
        server.aheadMs = LEAP_MS
        return 'agrees'
      },
      async () => 'agrees',
    ],
    said: [
      ['first', 0],
      ['second', 0],
    ],
  },
  {
    what: 'that is said in the audit for an earlier one, before the clock leaps in it',
    audits: [
      async (server) => {
        await server.say('third')
        await server.hear()
        server.aheadMs = LEAP_MS
        return 'agrees'
      },
      async () => 'agrees',
      async () => 'fails',
      async () => 'agrees',
    ],
    said: [
      ['first', 0],
      ['second', 0],
      ['third', 0],
    ],
  },
  {
    what: 'that is said after the clock leapt',
    audits: [
      async () => 'agrees',
      async (server) => {
        server.aheadMs = LEAP_MS
        await server.say('third')
        return 'fails'
      },
      async () => 'agrees',
      async () => 'agrees',
    ],
    said: [
      ['first', 0],
      ['second', 0],
      ['third', LEAP_MS],
    ],
  },
]

interface ServerInTrouble {
  aheadMs: number
  say(why: string): Promise<unknown>
  hear(): Promise<void>
}

for (const { what, audits, said } of WORDS)
  test(`a word of trust ${what} is of the clock as it was when it was first heard`, async () => {
    await using database = await openControlDatabase({ data: mkdtempSync(join(dir, 'data-')) }, 'write')
    const control: Control = { database, clock: systemClock }
    const told: (readonly [string, number | undefined])[] = []
    const left = [...audits]
    const ledger: LedgerForWishes = {
      ...{ setAllowance: notAsked, resume: notAsked, suspend: notAsked },
      clockAheadMs: async () => server.aheadMs,
      async audit() {
        if ((await left.shift()!(server)) === 'fails') throw new Error('the books do not answer')
        return { differencesTotal: 0 } as Awaited<ReturnType<Ledger['audit']>>
      },
      async trust({ why, clockAheadMs }) {
        told.push([why, clockAheadMs])
        return []
      },
    }
    const books = wishedBooks(ledger)
    const server: ServerInTrouble = {
      aheadMs: 0,
      say: (why) => requestTrust(control, { who: 'operator', why }),
      hear: () => hearTrustWords(control, books),
    }
    for (const [why] of said.slice(0, 2)) await server.say(why)
    while (0 < left.length) await applyTrustWords(control, books).catch(() => undefined)
    assert.deepEqual(told, said)
  })

async function notAsked(): Promise<never> {
  throw new Error('no account was wished for')
}
