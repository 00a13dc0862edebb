import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { startPostgres } from '../storage/testing/postgres.ts'
import { openBooksToRead } from './accounting.ts'
import { Ledger, type Spending, SpendingReader } from './ledger.ts'
import { readJournal } from './testing/journal.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-spending-'))
const postgres = await startPostgres()
after(async () => {
  rmSync(dir, { recursive: true })
  await postgres[Symbol.asyncDispose]()
})

const CREDENTIALS = ['key_1', 'key_2', 'rgp_1'] as const
let requests = 0

/** Runs a server that charges some units in several batches. */
async function chargeSome(place: { data: string; databaseUrl: string | undefined }, times: number): Promise<number> {
  await using ledger = await Ledger.open(place)
  await ledger.setAllowance('shop', 1_000_000, 'test')
  for (let i = 0; i < times; i++) {
    const subject = { project: `prj_${i % 2}`, credential: CREDENTIALS[i % 3]!, operation: 'suggestCompanies' }
    const requestId = (++requests).toString(16).padStart(32, '0')
    const { outcome } = await ledger.charge({ account: 'shop', units: (i % 4) + 1, subject, requestId }).outcome
    assert.equal(outcome, 'charged')
  }
  return ledger.incarnation
}

/** Adds up every line of the journal. */
async function addUpLines(
  place: { data: string; databaseUrl: string | undefined },
  sinceMs: number,
  own?: number,
): Promise<Spending[]> {
  const books = await openBooksToRead(place.data, place.databaseUrl)
  const sums = new Map<string, Spending>()
  await books.snapshot(async (rows) => {
    const subjects = new Map((await rows.subjects()).map((subject) => [subject.id, subject]))
    for await (const { atMs, lines, incarnation } of readJournal(rows)) {
      if (atMs < sinceMs) continue
      for (const { subject, units } of lines) {
        const { project, credential } = subjects.get(subject)!
        const { ownUnits, otherUnits } = sums.get(`${project} ${credential}`) ?? { ownUnits: 0, otherUnits: 0 }
        sums.set(`${project} ${credential}`, {
          ...{ project, credential },
          ownUnits: ownUnits + (incarnation === own ? units : 0),
          otherUnits: otherUnits + (incarnation === own ? 0 : units),
        })
      }
    }
  })
  await books.close()
  return sorted([...sums.values()])
}

async function times(place: { data: string; databaseUrl: string | undefined }): Promise<number[]> {
  const books = await openBooksToRead(place.data, place.databaseUrl)
  const times = await books.snapshot(async (rows) => {
    const found: number[] = []
    for await (const { atMs } of readJournal(rows)) found.push(atMs)
    return found
  })
  await books.close()
  return times
}

function sorted(spent: readonly Spending[]): Spending[] {
  return spent.toSorted((a, b) => (`${a.project} ${a.credential}` < `${b.project} ${b.credential}` ? -1 : 1))
}

for (const kind of ['sqlite', 'postgres'] as const) {
  describe(`the spending since a moment, in ${kind}`, () => {
    const place = { data: join(dir, kind), databaseUrl: kind === 'sqlite' ? undefined : postgres.url }

    test('equals the sum of the later lines of the journal, for every moment and over several incarnations', async () => {
      for (const many of [7, 1, 12]) await chargeSome(place, many)
      const moments = await times(place)
      for (const sinceMs of [0, ...moments, ...moments.map((ms) => ms + 1), Number.MAX_SAFE_INTEGER]) {
        await using reader = await SpendingReader.open(place)
        assert.deepEqual(sorted(await reader.readSince(sinceMs)), await addUpLines(place, sinceMs), `since ${sinceMs}`)
      }
    })

    test('is counted separately for the given incarnation and for all others', async () => {
      const own = await chargeSome(place, 9)
      await chargeSome(place, 4)
      await using reader = await SpendingReader.open(place, own)
      const spent = sorted(await reader.readSince(0))
      assert.deepEqual(spent, await addUpLines(place, 0, own))
      assert.equal(
        spent.reduce((sum, { ownUnits }) => sum + ownUnits, 0),
        2 * (1 + 2 + 3 + 4) + 1,
      )
    })

    test('is the same for a reader that continues and for a new one', async () => {
      await using reader = await SpendingReader.open(place)
      for (const many of [3, 0, 5]) {
        await chargeSome(place, many)
        assert.deepEqual(sorted(await reader.readSince(0)), await addUpLines(place, 0))
      }
      const last = Math.max(...(await times(place))) + 1
      assert.deepEqual(await reader.readSince(last), [])
    })
  })
}
