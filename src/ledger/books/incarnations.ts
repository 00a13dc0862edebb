import { type NodeTime, recordNodeTime, startLedgerTime } from './ledger-time.ts'
import { LEASE_MS } from './limits.ts'
import { closeLockedGrant, lockOpenGrant } from './open-grant.ts'
import type { BatchKey, DoubtRow, GrantHint, GrantRow, IncarnationRow, LedgerTimeRow, ServerHistory } from './rows.ts'
import type { Rows } from './store.ts'
import { readUnresolvedDoubts } from './unresolved-doubts.ts'

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
  /** The last batch that the books have of the incarnation in the node's mark file. */
  readonly seqOfMark: number
}

/**
 * Begins a new incarnation of a node; its earlier ones can open no grant from now on. `knownIncarnation`: the last
 * number that the node remembers, because an older copy of the books would give that number again.
 */
export async function beginIncarnation(
  rows: Rows,
  node: string,
  markedIncarnation: number,
  knownIncarnation = markedIncarnation,
): Promise<IncarnationStart> {
  // This comes first: its lock keeps other processes from beginning an incarnation until this transaction ends, so of
  // two processes the later one finds the earlier.
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
 * Closes a grant of an earlier incarnation of the calling node. The lines of failed requests are void already. Every
 * other line was answered with success, or the process died between the charge and the answer.
 */
export async function recoverGrant(rows: Rows, place: GrantRow): Promise<void> {
  const found = await lockOpenGrant(rows, place)
  if (found !== undefined) await closeLockedGrant(rows, found, found.grant.spent)
}

/**
 * The lines of an earlier incarnation that other nodes have made a hold, by batch. They are not void, so they will be
 * confirmed.
 */
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
  /** The last batch that the node knows to be in the books. */
  readonly writtenSeq: number
  /** Acknowledged units and units in flight of the grants that have changed since the last heartbeat. */
  readonly hints: readonly GrantHint[]
  /** Undefined: the node has read no clock yet. */
  readonly time?: NodeTime | undefined
}

export type HeartbeatOutcome =
  | {
      readonly outcome: 'beat'
      readonly nowMs: number
      readonly history: ServerHistory
      /**
       * `missing`: these are not the books in which the incarnation began. They may have given its number to another
       * node.
       */
      readonly incarnation: 'known' | 'missing'
      readonly swept: number
      /** Incarnations that have a lease, including this one. */
      readonly nodes: number
      /** The last batch that the books have of this incarnation. */
      readonly seq: number
      readonly suspended: readonly string[]
      readonly recalled: readonly { readonly account: string; readonly period: string }[]
      /** The unresolved doubts. */
      readonly doubts: readonly DoubtRow[]
      readonly time: LedgerTimeRow
      /** For the log: this heartbeat has made the ledger return to an earlier month. */
      readonly notice: string | undefined
    }
  | { readonly outcome: 'fenced' }

/**
 * Extends the node's lease, stores what the node reports, and returns what the operator and other nodes want of it.
 */
export async function recordHeartbeat(
  rows: Rows,
  { node, incarnation, writtenSeq, hints, time: own }: HeartbeatReport,
): Promise<HeartbeatOutcome> {
  const seq = await rows.lastSeq(incarnation)
  // Books that lack some batches of the node ignore its hints, because they lack the debits too. They still answer.
  const isBehind = seq < writtenSeq
  if (!isBehind) await rows.setHints([...hints].sort((a, b) => a.grant - b.grant))
  const row = await rows.lockIncarnation(incarnation)
  const isKnown = row?.node === node
  if (isKnown && row.state !== 'live') return { outcome: 'fenced' }
  const nowMs = await rows.now()
  if (isKnown) await rows.putIncarnation({ ...row, leaseUntilMs: Math.max(row.leaseUntilMs, nowMs + LEASE_MS) })
  const nodes = await rows.livingIncarnations(nowMs)
  const calls = await rows.calls(incarnation, nowMs)
  // Books that do not know the node ignore its time.
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
