import assert from 'node:assert/strict'
import { openBooksToRead } from '../../src/ledger/accounting.ts'
import { Ledger } from '../../src/ledger/ledger.ts'
import { audit } from '../../src/ledger/testing/audit.ts'
import { readJournal } from '../../src/ledger/testing/journal.ts'

/** The last line that `charging-process.ts` wrote about each request. */
export type OutcomeMarks = ReadonlyMap<string, string>

/**
 * Starts a server on the folder of a killed one. Everything that was acknowledged is charged, nothing that was refused
 * is, and the server charges again.
 */
export async function checkAfterRestart(data: string, account: string, outcomes: OutcomeMarks): Promise<void> {
  await using ledger = await Ledger.open({ data, databaseUrl: undefined })
  assert.equal((await ledger.trustStatus()).state, 'live')
  const usage = await ledger.usage(account)
  const { charged } = await readJournaledRequests(data)
  for (const [requestId, mark] of outcomes) {
    if (mark === 'd') assert(charged.has(requestId), `LOST: ${requestId} was acknowledged`)
    if (mark === 'f') assert(!charged.has(requestId), `CHARGED: ${requestId} was refused`)
  }
  for (const requestId of charged) assert(outcomes.has(requestId), `no client sent ${requestId}`)
  assert(usage.outcome === 'usage')
  assert.equal(usage.confirmedUnits, charged.size)
  const subject = { project: 'p', credential: 'c', operation: 'o' }
  const charge = ledger.charge({ account, units: 1, subject, requestId: 'e'.repeat(32) })
  assert.equal((await charge.outcome).outcome, 'charged', 'it charges again')
}

export async function readJournaledRequests(
  data: string,
): Promise<{ readonly charged: ReadonlySet<string>; readonly voids: ReadonlySet<string> }> {
  const store = await openBooksToRead(data, undefined)
  try {
    return await store.snapshot(async (rows) => {
      assert.deepEqual((await audit(rows)).differences, [])
      const odd = await rows.lineStatesAll()
      assert(odd.every(({ state }) => state === 'void'))
      const voids = new Set(odd.map(({ requestId }) => requestId))
      const charged = new Set<string>()
      for await (const { lines } of readJournal(rows)) {
        for (const { requestId } of lines) if (!voids.has(requestId)) charged.add(requestId)
      }
      return { charged, voids }
    })
  } finally {
    await store.close()
  }
}
