import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { auditBooks, openBooksToRead } from '../../src/ledger/accounting.ts'
import { readOpenDoubts } from '../../src/ledger/tables/doubts.ts'
import { readJournal } from '../../src/ledger/testing/journal.ts'
import { unitsLeftOut } from '../../src/ledger/testing/units-left-out.ts'
import { systemClock } from '../../src/stdx/clock.ts'
import { type PairHost, setNames } from '../../src/storage/testing/postgres-pair.ts'
import { chargeMore, type FailoverOptions, firstCharge, openFleet } from './failover-run.ts'

export interface LostCommitsReport {
  /** By server: from the start of the standby, which is then promoted, to the first charge. */
  readonly serviceMs: readonly number[]
  /** Units of answers with success that the standby lacked. */
  readonly missingUnits: number
  /** Those that the servers put back. */
  readonly putBackUnits: number
  /** Those that do not fit any more. Doubts of their accounts have the sums. */
  readonly namedUnits: number
  readonly doubts: readonly string[]
}

interface LateOptions extends Pick<FailoverOptions, 'dir' | 'url' | 'servers'> {
  readonly primary: PairHost
  /** Is promoted. */
  readonly standby: PairHost
  readonly behindMs: number
}

/**
 * Servers charge on an asynchronous pair whose standby is this far behind. It takes over, the old primary comes
 * back as a zombie, and the servers put back what the standby lacked. Throws if a charge is neither there nor named.
 */
export async function loseLastCommits(options: LateOptions): Promise<LostCommitsReport> {
  const { primary: old, standby: next, behindMs } = options
  const fleet = await openFleet(options)
  const servers = await fleet.start()
  let serviceMs: readonly number[]
  try {
    await chargeMore(servers, 100)
    await next.server.signal('SIGKILL')
    await Promise.all([chargeMore(servers, 20), setTimeout(behindMs)])
    await old.server.signal('SIGKILL')
    const fromMs = systemClock.nowMs()
    const waiting = servers.map((server) => firstCharge(server, fromMs))
    await next.server.promote()
    await old.server.start()
    await setNames(old.server, '')
    serviceMs = await Promise.all(waiting)
    await chargeMore(servers, 20)
  } finally {
    await Promise.all(servers.map((server) => server.kill()))
  }
  await fleet.assertNotOversold()
  assert.deepEqual((await auditBooks(fleet.place, 'full')).differences, [])
  await using books = await openBooksToRead(fleet.place)
  const lines = await readJournal(books)
  const open = await readOpenDoubts(books)
  const namedUnits = unitsLeftOut(open)
  const units = new Map(
    fleet.histories.flatMap(({ sent }) => [...sent].map(([id, { units: of }]) => [id, of] as const)),
  )
  const sum = (ids: Iterable<string>) => [...ids].reduce((total, id) => total + units.get(id)!, 0)
  const there = new Set(lines.map(({ requestId }) => requestId))
  assert.equal(there.size, lines.length, 'DOUBLE')
  for (const { refused } of fleet.histories) {
    for (const id of refused.keys()) assert(!there.has(id), `CHARGED: ${id} was refused`)
  }
  const sql = 'select incarnation, seq from batch where origin_seq is not null'
  const restored = new Set((await books.query<readonly [number, number]>(sql)).map(String))
  const putBack = lines.filter(({ incarnation, seq }) => restored.has(`${incarnation},${seq}`))
  const putBackUnits = sum(putBack.map(({ requestId }) => requestId))
  const lostUnits = sum(fleet.histories.flatMap(({ charged }) => [...charged.keys()].filter((id) => !there.has(id))))
  assert.equal(lostUnits, namedUnits, 'LOST: doubts name the units that were charged and are not there')
  const doubts = open.map(({ detail }) => detail)
  return { serviceMs, missingUnits: putBackUnits + namedUnits, putBackUnits, namedUnits, doubts }
}
