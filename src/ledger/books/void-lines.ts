import { Damage, throwIfDamaged } from './damage.ts'
import { makeDifference } from './difference.ts'
import { checkGrant, checkPeriod } from './equations.ts'
import { writeGrant, writePeriod } from './open-period.ts'
import { PrefetchedRows } from './prefetched-rows.ts'
import type { BatchKey, GrantRow, Line, LineStateRow, PeriodRow } from './rows.ts'
import { lineIdentity } from './settle-lost.ts'
import type { Rows } from './store.ts'

/**
 * Makes lines void whose requests failed while their batch was in doubt. Their units go back to the node if the grant
 * is open, else to the account. Ids without a line in the books are skipped. A closed month does not change.
 */
export async function voidLines(rows: Rows, key: BatchKey, requestIds: readonly string[]): Promise<void> {
  await forEachLine(rows, key, requestIds, voidLine)
}

/**
 * Does the work for each line in about ten statements, however many lines there are: the node writes nothing else
 * meanwhile.
 */
async function forEachLine(
  rows: Rows,
  key: BatchKey,
  requestIds: readonly string[],
  work: (rows: Rows, key: BatchKey, line: Line) => Promise<void>,
): Promise<void> {
  const batch = await rows.batch(key)
  const wanted = new Set(requestIds)
  const lines = (batch?.lines ?? []).filter(({ requestId }) => wanted.has(requestId))
  if (lines.length === 0) return
  const grants = await rows.grantsAt([...new Set(lines.map(({ grant }) => grant))])
  const gathered = await PrefetchedRows.lock(rows, {
    ...{ accounts: [], periods: grants, grants: grants.map(({ id }) => id) },
    requests: lines.map(({ requestId }) => requestId),
  })
  for (const line of lines) {
    const end = await gathered.work((view) => work(view, key, line))
    if (end instanceof Damage) throw end
  }
  await gathered.write()
}

async function voidLine(rows: Rows, key: BatchKey, line: Line): Promise<void> {
  const place = await lockLine(rows, line)
  if (place === undefined) return
  const { period, grant, state } = place
  if (state?.state === 'void' || state?.state === 'charged') return
  if (state === undefined && grant.state === 'closed') return
  requireCounted(line, place)
  await rows.putLineState({ ...key, ...lineIdentity(line), state: 'void' })
  if (state?.state === 'hold') await writePeriod(rows, { ...period, hold: period.hold - line.units })
  if (state?.state === 'clipped') await writePeriod(rows, { ...period, clipped: period.clipped - line.units })
  await writeGrant(rows, { ...grant, spent: grant.spent - line.units })
}

/**
 * Acknowledges lines that a node answered with success before other nodes took it for lost. Held lines are confirmed;
 * clipped lines are confirmed if the account still has room for them.
 */
export async function acknowledgeHeld(rows: Rows, key: BatchKey, requestIds: readonly string[]): Promise<void> {
  await forEachLine(rows, key, requestIds, acknowledgeLine)
}

async function acknowledgeLine(rows: Rows, key: BatchKey, line: Line): Promise<void> {
  const place = await lockLine(rows, line)
  if (place === undefined) return
  const { period, grant, state } = place
  const { units } = line
  if (state?.state !== 'hold' && state?.state !== 'clipped') return
  const held = state.state === 'hold'
  const room = period.allowance - period.confirmed - period.reserved - period.hold
  if (!held && room < units) return
  requireCounted(line, place)
  await rows.putLineState({ ...key, ...lineIdentity(line), state: 'charged' })
  const confirmed = period.confirmed + units
  const counts = held ? { hold: period.hold - units } : { clipped: period.clipped - units }
  await writePeriod(rows, { ...period, ...counts, confirmed })
  await writeGrant(rows, { ...grant, acked: grant.acked + units })
}

/**
 * Locks a line's month and grant and reads the line's state. Undefined: the month is closed, or there is no grant.
 */
async function lockLine(rows: Rows, line: Line): Promise<LockedLine | undefined> {
  const known = await rows.grant(line.grant)
  if (known === undefined) return undefined
  const period = await rows.lockPeriod(known.account, known.period)
  if (period === undefined || period.state === 'closed') return undefined
  const grant = await rows.lockGrant(line.grant)
  if (grant === undefined) return undefined
  const states: readonly LineStateRow[] = await rows.lineStates([line.requestId])
  throwIfDamaged(checkPeriod(period))
  throwIfDamaged(checkGrant(grant))
  return { period, grant, state: states[0] }
}

/** Checks that the grant counts the line as not acknowledged, and that the month counts it by its state. */
function requireCounted(line: Line, { period, grant, state }: LockedLine): void {
  const counted = { what: 'what its lines in doubt have', against: 'one of them has', shouldBe: line.units }
  const waiting = grant.spent - grant.acked
  if (waiting < line.units) throwIfDamaged(makeDifference('E3', grant, { ...counted, is: waiting }))
  if (state?.state !== 'hold' && state?.state !== 'clipped') return
  const counts = period[state.state]
  if (counts < line.units) throwIfDamaged(makeDifference('E6', period, { ...counted, what: state.state, is: counts }))
}

interface LockedLine {
  readonly period: PeriodRow
  readonly grant: GrantRow
  readonly state: LineStateRow | undefined
}
