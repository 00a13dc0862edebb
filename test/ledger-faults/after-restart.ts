import assert from 'node:assert/strict'
import { Ledger, openBooksToRead } from '../../src/ledger/ledger.ts'
import { audit } from '../../src/ledger/testing/audit.ts'

/** What `selling-process.ts` said last of each request. */
export type Told = ReadonlyMap<string, string>

/** A server is started on the folder of one that was killed: it has charged what was acknowledged and nothing that was refused, and it charges again. */
export async function checkAfterRestart(data: string, account: string, told: Told): Promise<void> {
  await using ledger = await Ledger.open({ data, databaseUrl: undefined })
  assert.equal((await ledger.trustStatus()).state, 'live')
  const usage = await ledger.usage(account)
  const { charged } = await writtenRequests(data)
  for (const [requestId, word] of told) {
    if (word === 'd') assert(charged.has(requestId), `LOST: ${requestId} was acknowledged`)
    if (word === 'f') assert(!charged.has(requestId), `CHARGED: ${requestId} was refused`)
  }
  for (const requestId of charged) assert(told.has(requestId), `nobody sent ${requestId}`)
  assert(usage.outcome === 'usage')
  assert.equal(usage.confirmedUnits, charged.size)
  const subject = { project: 'p', credential: 'c', operation: 'o' }
  const charge = ledger.charge({ account, units: 1, subject, requestId: 'e'.repeat(32) })
  assert.equal((await charge.outcome).outcome, 'charged', 'it charges again')
}

export async function writtenRequests(
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
      for await (const { lines } of rows.journal()) {
        for (const { requestId } of lines) if (!voids.has(requestId)) charged.add(requestId)
      }
      return { charged, voids }
    })
  } finally {
    await store.close()
  }
}
