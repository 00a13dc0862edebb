import { isDeepStrictEqual } from 'node:util'
import { SETTLING_MS, STEADY_MS } from '../../src/ledger/books/limits.ts'
import type { GrantRow, PeriodRow } from '../../src/ledger/books/rows.ts'
import type { Rows } from '../../src/ledger/books/store.ts'
import { audit } from '../../src/ledger/testing/audit.ts'
import { makeFinal } from '../../src/ledger/testing/ledger-time.ts'
import { listGrants } from '../../src/ledger/testing/rows.ts'
import { formatBooks } from './format-books.ts'
import { checkLostBatch } from './lost-batch.ts'
import { ensure } from './violation.ts'
import type { World } from './world.ts'

const REST_MS = 5_000
/** A month is settled a minute after its end, by the next cleanup of a node that has run long enough. */
const CLOSING_MAX_MS = 120_000 + STEADY_MS

/**
 * Runs when no client sends requests any more. After a while every outcome is known, nothing is held, and exactly the
 * allowance was charged.
 */
export async function checkAtRest(world: World): Promise<void> {
  await waitMs(world, REST_MS)
  await waitForOldMonths(world)
  await waitForLostNodes(world)
  checkRequests(world)
  checkHolds(world)
  await closeNodes(world)
  checkClosed(world)
  await checkBooks(world)
  await checkLostBatch(world)
}

/** Runs the operators' audit over the whole journal. The books' content becomes part of the trace hash. */
async function checkBooks(world: World): Promise<void> {
  const report = await world.kernel.awaiting(
    world.store.snapshot(async (rows) => {
      await checkRows(world, rows)
      return await audit(rows)
    }),
  )
  const text = await world.kernel.awaiting(formatBooks(world.store, world.sql))
  ensure(report.differencesTotal === 0, 'audit', () => JSON.stringify(report.differences.slice(0, 3)))
  for (let i = 0; i < text.length; i++) world.kernel.mix(text.charCodeAt(i))
}

/** Checks that the database has the rows that the checkers have seen. */
async function checkRows({ checker }: World, rows: Rows): Promise<void> {
  const compare = (is: PeriodRow | GrantRow, seen: PeriodRow | GrantRow | undefined): void =>
    ensure(isDeepStrictEqual(is, seen), 'rows', () => `${JSON.stringify(is)} was written as ${JSON.stringify(seen)}`)
  for (const period of await rows.periods()) compare(period, checker.monthRow(period.account, period.period))
  for (const grant of await listGrants(rows)) compare(grant, checker.grant(grant.id))
}

function waitMs({ kernel }: World, ms: number): Promise<void> {
  return new Promise((resolve) => kernel.after(ms, 'rest', resolve))
}

/** A month is closed for good a day after its end. Here that day passes at once. */
async function waitForOldMonths(world: World): Promise<void> {
  await waitUntilNone(world, 'settled', ({ reserved, exposure }) => 0 < reserved + exposure)
  // If no grant was open at the end of the month, nothing has waited for SETTLING_MS yet.
  while (world.databaseMs() < world.month().startsAtMs + SETTLING_MS) await waitMs(world, 1_000)
  await world.kernel.awaiting(makeFinal(world.store, world.month().startsAtMs))
  await waitUntilNone(world, 'closed', ({ state }) => state === 'open')
}

async function waitUntilNone(world: World, what: string, isIn: (row: PeriodRow) => boolean): Promise<void> {
  const untilMs = world.kernel.nowMs + CLOSING_MAX_MS
  for (;;) {
    const now = world.databaseMs()
    const open = world.checker.months().find((row) => isIn(row) && row.endsAtMs <= now)
    if (open === undefined) return
    ensure(world.kernel.nowMs < untilMs, 'months end', () => `${open.account} ${open.period} is not ${what}`)
    await waitMs(world, 1_000)
  }
}

/** A lost node's grants are settled after its lease has run out. */
async function waitForLostNodes(world: World): Promise<void> {
  const untilMs = world.kernel.nowMs + CLOSING_MAX_MS
  const lost = new Set(world.hosts.flatMap((host) => host.lost))
  for (;;) {
    const open = [...world.checker.grants()].find(
      ({ state, incarnation }) => state === 'open' && lost.has(world.checker.nodeOf(incarnation)),
    )
    if (open === undefined) return
    ensure(world.kernel.nowMs < untilMs, 'sweep', () => `a lost node's grant is still open: ${JSON.stringify(open)}`)
    await waitMs(world, 1_000)
  }
}

function checkRequests(world: World): void {
  ensure(world.history.unanswered === 0, 'answers', () => {
    const open = [...world.history.requests.values()].filter(({ answer }) => answer === undefined)
    return `${open.length} requests have no answer: ${JSON.stringify(open.slice(0, 3))}`
  })
  for (const { node, disk, hadTwin } of world.hosts) {
    // Intents that a twin wrote after the other process had read the disk are carried out at the next start.
    if (hadTwin) continue
    ensure(
      disk.found.length === 0,
      'intents',
      () => `${node} still has intents ${JSON.stringify(disk.found.slice(0, 3))}`,
    )
  }
}

/** Units may still be held only for nodes whose disks are lost, or in closed months. */
function checkHolds(world: World): void {
  const lost = new Set(world.hosts.flatMap((host) => host.lost))
  for (const grant of world.checker.grants()) {
    const { units } = world.checker.lines.ofGrant(grant.id)
    const isOver = world.checker.monthRow(grant.account, grant.period)?.state === 'closed'
    const node = world.checker.nodeOf(grant.incarnation)
    const isHeld = 0 < units.hold + (world.isCalm ? units.clipped : 0) && (world.isCalm || !isOver) && !lost.has(node)
    ensure(!isHeld, 'holds', () => `${units.hold} units of ${node} are still a hold, in grant ${JSON.stringify(grant)}`)
  }
}

async function closeNodes(world: World): Promise<void> {
  const processes = world.hosts.flatMap((host) => host.processes)
  await Promise.all(processes.map((process) => process.close()))
  for (const { state, node } of processes) ensure(state === 'closed', 'closing', () => `${node} is ${state}`)
}

function checkClosed(world: World): void {
  for (const grant of world.checker.grants()) {
    const { id, state } = grant
    ensure(state === 'closed', 'closing', () => `grant ${id} is left open: ${JSON.stringify(grant)}`)
  }
  for (const account of world.accounts) {
    const { period, voids } = world.drained
    const row = world.checker.monthRow(account, period)
    if (row === undefined || row.allowance < row.allowanceMax) continue
    const charged = row.confirmed + row.hold
    // A late message of a lost node may make the line of a failed request void after all clients have stopped.
    const back = world.checker.voidUnits(account, period) - voids.get(account)!
    ensure(charged + back === row.allowance, 'all is charged', () => {
      return `${charged} of ${row.allowance} units of ${account} are charged, ${back} came back`
    })
  }
}
