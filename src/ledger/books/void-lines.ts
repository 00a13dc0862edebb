import { Damage, throwIfDamaged } from './damage.ts'
import { makeDifference } from './difference.ts'
import { checkGrant, checkPeriod } from './equations.ts'
import { PrefetchedRows } from './gathered-rows.ts'
import { writeGrant, writePeriod } from './open-period.ts'
import type { BatchKey, GrantRow, Line, LineStateRow, PeriodRow, Rows } from './rows.ts'
import { lineIdentity } from './settle-lost.ts'

/**
 * Takes lines back whose requests were answered with a failure while their batch was in doubt. Their units are nobody's again: in an open grant its
 * node's, else the account's. The ids of lines that are not in the books are passed over; a closed month is not touched.
 */
export async function voidLines(rows: Rows, key: BatchKey, requestIds: readonly string[]): Promise<void> {
  await forEachLine(rows, key, requestIds, voidLine)
}

/** Does the work of each line. However many they are, the database is asked some ten times: the node writes nothing else until it is done. */
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
 * A node that was taken for lost has answered these with success: what stands as a hold is confirmed, what was clipped is too if the account still has
 * room for it.
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

/** A line's month and grant, locked, and what is written of the line. Nothing if the month is over and final. */
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

/** A line that is not acknowledged is counted as such: in its grant, and in the month as what became of it. */
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
