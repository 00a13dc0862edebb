import { type NodeTime, recordNodeTime, startLedgerTime } from './ledger-time.ts'
import { LEASE_MS } from './limits.ts'
import { lockOpenGrant } from './open-grant.ts'
import { writeGrant, writePeriod } from './open-period.ts'
import type {
  BatchKey,
  DoubtRow,
  GrantHint,
  GrantRow,
  IncarnationRow,
  LedgerTimeRow,
  Rows,
  ServerHistory,
} from './rows.ts'
import { readUnresolvedDoubts } from './standing-doubts.ts'

export interface IncarnationStart {
  readonly incarnation: number
  readonly booksId: string
  readonly history: ServerHistory
  readonly nowMs: number
  readonly time: LedgerTimeRow
  /** For the log: the ledger has returned to an earlier month. */
  readonly notice: string | undefined
  /** Earlier incarnations of the node that are not settled. */
  readonly earlier: readonly IncarnationRow[]
  /** The last batch in the books of the incarnation that the node remembers. */
  readonly seqOfMark: number
}

/**
 * A node begins a new incarnation. From here on its earlier ones can open no grant. `knownIncarnation` is the last number that the node remembers, because an
 * older copy of the books would give that number again.
 */
export async function beginIncarnation(
  rows: Rows,
  node: string,
  markedIncarnation: number,
  knownIncarnation = markedIncarnation,
): Promise<IncarnationStart> {
  // First, because its lock keeps other nodes from beginning an incarnation until this transaction ends: of two processes the later one finds the earlier.
  const incarnation = await rows.nextIncarnation(knownIncarnation)
  const nowMs = await rows.now()
  const earlier = (await rows.incarnationsOf(node)).filter(({ state }) => state !== 'ended')
  for (const row of earlier) {
    const locked = await rows.lockIncarnation(row.incarnation)
    await rows.putIncarnation({ ...locked!, state: 'fenced' })
  }
  const lease = { startedAtMs: nowMs, leaseUntilMs: nowMs + LEASE_MS }
  await rows.putIncarnation({ incarnation, node, ...lease, state: 'live', swept: 0 })
  const seqOfMark = await rows.lastSeq(markedIncarnation)
  const books = { booksId: await rows.booksId(), history: await rows.serverHistory() }
  return { incarnation, ...books, nowMs, earlier, seqOfMark, ...(await startLedgerTime(rows)) }
}

/**
 * Settles a grant of an earlier incarnation of the calling node. Its void intents are in the books already. Everything else it wrote was answered with success,
 * or the process died after the charge and before the answer.
 */
export async function recoverGrant(rows: Rows, place: GrantRow): Promise<void> {
  const found = await lockOpenGrant(rows, place)
  if (found === undefined) return
  const { period, grant } = found
  await writePeriod(rows, {
    ...period,
    confirmed: period.confirmed + grant.spent,
    reserved: period.reserved - grant.size,
    exposure: period.exposure - grant.exposure,
  })
  await writeGrant(rows, { ...grant, acked: grant.spent, state: 'closed', version: grant.version + 1 })
}

/** The lines of an earlier incarnation that other nodes made a hold, by batch. They are not void, so they are to be confirmed. */
export async function findHeldLines(
  rows: Rows,
  incarnation: number,
): Promise<{ readonly key: BatchKey; readonly requestIds: readonly string[] }[]> {
  const states = await rows.lineStatesOf(incarnation)
  const held = states.filter(({ state }) => state === 'hold' || state === 'clipped')
  return [...Map.groupBy(held, ({ seq }) => seq)].map(([seq, lines]) => {
    return { key: { incarnation, seq }, requestIds: lines.map(({ requestId }) => requestId) }
  })
}

/** Ends an incarnation whose grants are all closed. */
export async function endIncarnation(rows: Rows, incarnation: number): Promise<'ended' | 'open_grants'> {
  const row = await rows.lockIncarnation(incarnation)
  if ((await rows.openGrantsOf(incarnation)).length !== 0) return 'open_grants'
  if (row !== undefined) await rows.putIncarnation({ ...row, state: 'ended' })
  return 'ended'
}

export interface HeartbeatReport {
  readonly node: string
  readonly incarnation: number
  /** The last batch that it knows to be in the books. */
  readonly writtenSeq: number
  /** What has changed in the node's grants since it last said: the acknowledged units and those in flight. */
  readonly hints: readonly GrantHint[]
  /** Undefined: it has read no clock yet. */
  readonly time?: NodeTime | undefined
}

export type HeartbeatOutcome =
  | {
      readonly outcome: 'beat'
      readonly nowMs: number
      readonly history: ServerHistory
      /** `missing`: the books are others than those in which it began. They may have given its number to another node. */
      readonly incarnation: 'known' | 'missing'
      readonly swept: number
      /** Incarnations that have a lease, this one among them. */
      readonly nodes: number
      /** The last batch of this incarnation that is in the books. */
      readonly seq: number
      readonly suspended: readonly string[]
      readonly recalled: readonly { readonly account: string; readonly period: string }[]
      /** Those that are open. */
      readonly doubts: readonly DoubtRow[]
      readonly time: LedgerTimeRow
      /** For the log: this heartbeat has made the ledger return to an earlier month. */
      readonly notice: string | undefined
    }
  | { readonly outcome: 'fenced' }

/** A heartbeat: extends the node's lease, reports what it knows, and reads what others want of it. */
export async function recordHeartbeat(
  rows: Rows,
  { node, incarnation, writtenSeq, hints, time: own }: HeartbeatReport,
): Promise<HeartbeatOutcome> {
  const seq = await rows.lastSeq(incarnation)
  // Books that lack some of its batches ignore its reports about grants, because they lack the debits too. They answer all the same.
  const isBehind = seq < writtenSeq
  if (!isBehind) await rows.setHints([...hints].sort((a, b) => a.grant - b.grant))
  const row = await rows.lockIncarnation(incarnation)
  const isKnown = row?.node === node
  if (isKnown && row.state !== 'live') return { outcome: 'fenced' }
  const nowMs = await rows.now()
  if (isKnown) await rows.putIncarnation({ ...row, leaseUntilMs: Math.max(row.leaseUntilMs, nowMs + LEASE_MS) })
  const nodes = await rows.livingIncarnations(nowMs)
  const calls = await rows.calls(incarnation, nowMs)
  // The books do not know this node, so its time does not count for them.
  const kept =
    own === undefined || !isKnown
      ? { time: await rows.ledgerTime(), notice: undefined, doubts: await readUnresolvedDoubts(rows) }
      : await recordNodeTime(rows, nowMs, own)
  const history = await rows.serverHistory()
  return {
    outcome: 'beat',
    nowMs,
    history,
    incarnation: isKnown ? 'known' : 'missing',
    swept: isKnown ? row.swept : 0,
    nodes,
    seq,
    ...calls,
    ...kept,
  }
}
