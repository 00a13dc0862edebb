import { LEASE_MS } from './limits.ts'
import { writeGrant, writePeriod } from './open-period.ts'
import type { BatchKey, DoubtRow, GrantRow, IncarnationRow, Rows } from './rows.ts'
import { acknowledgeHeld } from './void-lines.ts'

export interface Enrolment {
  readonly incarnation: number
  readonly booksId: string
  readonly timeline: string
  readonly nowMs: number
  /** Earlier lives of the node that nobody has settled. */
  readonly earlier: readonly IncarnationRow[]
  /** How far the books are with the life that the node remembers. */
  readonly seqOfMark: number
}

/** A node begins a new life. From here on its earlier lives can open no grant. */
export async function enrol(rows: Rows, node: string, markedIncarnation: number): Promise<Enrolment> {
  const nowMs = await rows.now()
  const earlier = (await rows.incarnationsOf(node)).filter(({ state }) => state !== 'ended')
  for (const row of earlier) {
    const locked = await rows.lockIncarnation(row.incarnation)
    await rows.putIncarnation({ ...locked!, state: 'fenced' })
  }
  const incarnation = await rows.nextIncarnation()
  const lease = { startedAtMs: nowMs, leaseUntilMs: nowMs + LEASE_MS }
  await rows.putIncarnation({ incarnation, node, ...lease, state: 'live', swept: 0 })
  const seqOfMark = await rows.lastSeq(markedIncarnation)
  return { incarnation, booksId: await rows.booksId(), timeline: await rows.timeline(), nowMs, earlier, seqOfMark }
}

/**
 * Settles a grant of an earlier life of the node that does this now. Its void intents are in the books already, and everything else it wrote was answered
 * with success, or its answer died with the process after the point of the charge.
 */
export async function recoverGrant(rows: Rows, { id, account, period: name }: GrantRow): Promise<void> {
  const period = await rows.lockPeriod(account, name)
  const grant = await rows.lockGrant(id)
  if (period === undefined || grant === undefined || grant.state === 'closed') return
  await writePeriod(rows, {
    ...period,
    confirmed: period.confirmed + grant.spent,
    reserved: period.reserved - grant.size,
    exposure: period.exposure - grant.exposure,
  })
  await writeGrant(rows, { ...grant, acked: grant.spent, state: 'closed', version: grant.version + 1 })
}

/** The lines of an earlier life that others made a hold: not void, so they are confirmed. */
export async function recoverHeld(rows: Rows, incarnation: number): Promise<void> {
  for (const { seq, requestId, state } of await rows.lineStatesOf(incarnation)) {
    const key: BatchKey = { incarnation, seq }
    if (state === 'hold' || state === 'clipped') await acknowledgeHeld(rows, key, [requestId])
  }
}

/** Everything of this life is settled. */
export async function endIncarnation(rows: Rows, incarnation: number): Promise<'ended' | 'open_grants'> {
  const row = await rows.lockIncarnation(incarnation)
  if ((await rows.openGrantsOf(incarnation)).length !== 0) return 'open_grants'
  if (row !== undefined) await rows.putIncarnation({ ...row, state: 'ended' })
  return 'ended'
}

export interface Beat {
  readonly incarnation: number
  /** The last batch that it knows to be in the books. */
  readonly writtenSeq: number
  /** What has changed in the node's grants since it last said: the acknowledged units and those in flight. */
  readonly hints: readonly { readonly grant: number; readonly acked: number; readonly inFlight: number }[]
}

export type BeatOutcome =
  | {
      readonly outcome: 'beat'
      readonly nowMs: number
      readonly timeline: string
      readonly swept: number
      /** The last batch of this life that is in the books. */
      readonly seq: number
      readonly suspended: readonly string[]
      readonly recalled: readonly { readonly account: string; readonly period: string }[]
      readonly doubts: readonly DoubtRow[]
    }
  | { readonly outcome: 'fenced' }

/** A sign of life: extends the node's lease, says what it knows, and hears what others want of it. */
export async function beat(rows: Rows, { incarnation, writtenSeq, hints }: Beat): Promise<BeatOutcome> {
  const seq = await rows.lastSeq(incarnation)
  // Books that have lost some of it do not take what it says of grants whose debits they do not have; it must hear so all the same.
  const isBehind = seq < writtenSeq
  for (const { grant, acked, inFlight } of isBehind ? [] : [...hints].sort((a, b) => a.grant - b.grant)) {
    await rows.setHint(grant, { acked, inFlight })
  }
  const row = await rows.lockIncarnation(incarnation)
  if (row === undefined || row.state !== 'live') return { outcome: 'fenced' }
  const nowMs = await rows.now()
  await rows.putIncarnation({ ...row, leaseUntilMs: Math.max(row.leaseUntilMs, nowMs + LEASE_MS) })
  const calls = await rows.calls(incarnation, nowMs)
  const doubts = (await rows.doubts()).filter(({ resolvedAtMs }) => resolvedAtMs === null)
  return { outcome: 'beat', nowMs, timeline: await rows.timeline(), swept: row.swept, seq, ...calls, doubts }
}
