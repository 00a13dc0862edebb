import { assert } from '../../stdx/assert.ts'
import type { Clock } from '../../stdx/clock.ts'
import { lineStateKey, type MemoryTables, periodKey, subjectKey } from './example-memory-books.ts'
import { batchHash, firstHash, packLines } from './line-codec.ts'
import { type DoubtRow, GRANTS_MAX, type GrantRow, type LineStateRow, type Rows } from './rows.ts'

export interface MemoryRowsOptions {
  readonly tables: MemoryTables
  readonly clock: Clock
  readonly booksId: string
  readonly timeline: () => string
  /** The last numbers that were given. They are not given again, whatever becomes of the transaction. */
  readonly given: { incarnations: number; allowanceChanges: number; subjects: number; doubts: number }
}

/** The rows of the books in plain maps. */
export function memoryRows({ tables, clock, booksId, timeline, given }: MemoryRowsOptions): Rows {
  const grant = async (id: number): Promise<GrantRow | undefined> => tables.grant.get(id)
  const period = async (account: string, name: string) => tables.period.get(periodKey(account, name))
  const account = async (name: string) => tables.account.get(name)
  const openGrants = async (name: string, month: string) => tables.openGrants.rows(periodKey(name, month))
  return {
    now: async () => clock.nowMs(),
    booksId: async () => booksId,
    timeline: async () => timeline(),
    nextIncarnation: async (after = 0) => (given.incarnations = Math.max(given.incarnations, after) + 1),

    account,
    lockAccount: account,
    accounts: async () => tables.account.all(),
    async putAccount(after) {
      tables.put({ kind: 'account', before: tables.account.get(after.account), after })
    },
    async insertAccount(after) {
      if (tables.account.get(after.account) !== undefined) return 'known'
      tables.put({ kind: 'account', before: undefined, after })
      return 'inserted'
    },
    async addAllowanceChange(change) {
      tables.put({ kind: 'allowanceChange', before: undefined, after: { id: ++given.allowanceChanges, ...change } })
    },
    allowanceChanges: async () => tables.allowanceChange.all().map(({ id: _id, ...change }) => change),

    lockPeriod: period,
    period,
    periods: async () => tables.period.all(),
    lockOpenPeriods: async (name) => tables.openPeriodsOf.rows(name),
    endedPeriods: async (beforeMs) => tables.openPeriods.rows('open').filter(({ endsAtMs }) => endsAtMs < beforeMs),
    async putPeriod(after) {
      tables.put({ kind: 'period', before: tables.period.get(periodKey(after.account, after.period)), after })
    },

    grant,
    lockGrant: grant,
    lockOpenGrants: openGrants,
    openGrants,
    openGrantsOf: async (incarnation) => tables.openGrantsOf.rows(incarnation),
    async *grants() {
      yield* tables.grant.all()
    },
    async putGrant(after) {
      assert(Math.floor(after.id / GRANTS_MAX) === after.incarnation, 'the id of a grant says whose it is')
      tables.put({ kind: 'grant', before: tables.grant.get(after.id), after })
    },
    async setHint(id, { acked, inFlight }) {
      const before = tables.grant.get(id)
      if (before?.state !== 'open') return
      tables.put({
        kind: 'grant',
        before,
        after: { ...before, acked: Math.max(before.acked, acked), inFlightHint: inFlight },
      })
    },
    calls: async (incarnation, nowMs) => calls(tables, incarnation, nowMs),

    lockIncarnation: async (incarnation) => tables.incarnation.get(incarnation),
    shareIncarnation: async (incarnation) => tables.incarnation.get(incarnation),
    incarnationsOf: async (node) => tables.incarnationsOf.rows(node),
    unendedIncarnations: async () => tables.unended.rows('unended'),
    livingIncarnations: async (nowMs) =>
      tables.unended.rows('unended').filter(({ leaseUntilMs }) => nowMs <= leaseUntilMs).length,
    lapsedIncarnations: async (nowMs) => {
      const lapsed = tables.unended.rows('unended').filter(({ leaseUntilMs }) => leaseUntilMs < nowMs)
      return lapsed.map((row) => row.incarnation).filter((life) => 0 < tables.openGrantsOf.rows(life).length)
    },
    overlongIncarnations: async (untilMs) => {
      const overlong = tables.unended.rows('unended').filter(({ leaseUntilMs }) => untilMs < leaseUntilMs)
      return overlong.map((row) => row.incarnation)
    },
    async putIncarnation(after) {
      tables.put({ kind: 'incarnation', before: tables.incarnation.get(after.incarnation), after })
    },

    batch: async ({ incarnation, seq }) => tables.batches.get(incarnation)?.[seq - 1],
    lastSeq: async (incarnation) => tables.batches.get(incarnation)?.length ?? 0,
    async *batchesBack(incarnation, fromSeq) {
      const life = tables.batches.get(incarnation) ?? []
      for (let seq = Math.min(fromSeq, life.length); 1 <= seq; seq--) yield life[seq - 1]!
    },
    journal: () => journal(tables, booksId),
    lineStates: async (ids) => inKeyOrder([...new Set(ids)].flatMap((id) => tables.lineStatesOfRequest.rows(id))),
    lineStatesOf: async (incarnation) => tables.lineStatesOf.rows(incarnation),
    lineStatesAll: async () => tables.lineState.all(),
    async putLineState(after) {
      tables.put({ kind: 'lineState', before: tables.lineState.get(lineStateKey(after)), after })
    },

    async subject(name, subject) {
      const row = { account: name, ...subject }
      const known = tables.subject.get(subjectKey(row))
      if (known !== undefined) return known.id
      const after = { id: ++given.subjects, ...row }
      tables.put({ kind: 'subject', before: undefined, after })
      return after.id
    },
    subjects: async () => tables.subject.all().sort((a, b) => a.id - b.id),

    doubts: async () => tables.doubt.all(),
    async putDoubt({ id, ...doubt }) {
      const before = id === undefined ? undefined : tables.doubt.get(id)
      assert(id === undefined || before !== undefined, 'the number of a doubt is given by the books')
      const after: DoubtRow = { ...doubt, id: id ?? ++given.doubts }
      tables.put({ kind: 'doubt', before, after })
    },
  }
}

function calls(tables: MemoryTables, incarnation: number, nowMs: number): Awaited<ReturnType<Rows['calls']>> {
  const suspended = new Set<string>()
  const recalled = new Map<string, { account: string; period: string }>()
  for (const { account, period, spent, size } of tables.openGrantsOf.rows(incarnation)) {
    const key = periodKey(account, period)
    if (tables.account.get(account)?.state === 'suspended') suspended.add(account)
    if (spent < size && nowMs < (tables.period.get(key)?.recallUntilMs ?? 0)) recalled.set(key, { account, period })
  }
  const names = [...recalled.keys()].sort()
  return { suspended: [...suspended].sort(), recalled: names.map((name) => recalled.get(name)!) }
}

async function* journal(tables: MemoryTables, booksId: string): ReturnType<Rows['journal']> {
  for (const [incarnation, batches] of [...tables.batches].sort(([a], [b]) => a - b)) {
    let before = firstHash(booksId, incarnation)
    for (const batch of batches) {
      before = batchHash(before, batch, packLines(incarnation, batch.lines))
      const hash = before.toHex()
      yield { ...batch, hash, hashExpected: hash }
    }
  }
}

function inKeyOrder(rows: LineStateRow[]): LineStateRow[] {
  return rows.sort((a, b) => (lineStateKey(a) < lineStateKey(b) ? -1 : 1))
}
