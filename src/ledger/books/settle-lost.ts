import { Damage } from './damage.ts'
import { HOLD_MAX } from './limits.ts'
import { closeLockedGrant } from './open-grant.ts'
import type { Batch, BatchKey, GrantRow, Line, PeriodRow } from './rows.ts'
import type { Rows } from './store.ts'

/** What a settlement adds to the hold and to the clipped units. */
export interface LostSettlement {
  readonly held: number
  readonly clipped: number
}

/**
 * Closes a grant whose node is lost. Acknowledged lines are confirmed. Lines that were not acknowledged become the
 * hold as far as it has room, and beyond that the operator's loss. The rest goes back to the account. The caller has
 * locked the month and the grant.
 */
export async function settleLost(rows: Rows, period: PeriodRow, grant: GrantRow): Promise<LostSettlement> {
  let { hold, clipped } = period
  for (const { line, key } of await findUnacknowledged(rows, grant)) {
    const fits = hold + line.units <= HOLD_MAX
    if (fits) hold += line.units
    else clipped += line.units
    await rows.putLineState({ ...key, ...lineIdentity(line), state: fits ? 'hold' : 'clipped' })
  }
  await closeLockedGrant(rows, { period, grant }, grant.acked, { hold, clipped })
  const incarnation = await rows.lockIncarnation(grant.incarnation)
  if (incarnation !== undefined) await rows.putIncarnation({ ...incarnation, swept: incarnation.swept + 1 })
  return { held: hold - period.hold, clipped: clipped - period.clipped }
}

export interface LocatedLine {
  readonly line: Line
  readonly key: BatchKey
}

/**
 * Finds the lines of a grant that its node did not acknowledge, oldest first. A node acknowledges in the order in
 * which it writes, so they are the last ones, not counting void lines. The journal is read from its end until their
 * units are found.
 */
async function findUnacknowledged(rows: Rows, grant: GrantRow): Promise<LocatedLine[]> {
  const found: LocatedLine[] = []
  let missing = grant.spent - grant.acked
  if (missing === 0) return found
  const lastSeq = await rows.lastSeq(grant.incarnation)
  for await (const batch of rows.batchesBack(grant.incarnation, lastSeq)) {
    for (const line of (await findLinesWithoutState(rows, batch, grant.id)).reverse()) {
      found.push({ line, key: { incarnation: batch.incarnation, seq: batch.seq } })
      missing -= line.units
      if (missing === 0) return found.reverse()
      if (missing < 0) break
    }
    if (missing < 0) break
  }
  throw new Damage(grant.account, `E3 of ${grant.period}: the journal has other lines than its grant says`)
}

async function findLinesWithoutState(rows: Rows, batch: Batch, grant: number): Promise<Line[]> {
  const lines = batch.lines.filter((line) => line.grant === grant)
  if (lines.length === 0) return lines
  const states = await rows.lineStates(lines.map(({ requestId }) => requestId))
  const odd = new Set(states.map(({ requestId }) => requestId))
  return lines.filter(({ requestId }) => !odd.has(requestId))
}

export function lineIdentity({ requestId, grant, units }: Line): { requestId: string; grant: number; units: number } {
  return { requestId, grant, units }
}
