import { DAY_MS } from '../../stdx/time-units.ts'
import type { Rule } from '../books/difference.ts'
import { unpackLines } from '../books/line-codec.ts'
import type { GrantRow, Line, LineStateRow, PackedBatch } from '../books/rows.ts'
import { type BooksDump, rewriteBatch } from './dump.ts'

/** One changed value in the books, and how an audit must report it. */
export interface Corruption {
  readonly what: string
  readonly dump: BooksDump
  /** The audit reports at least one of these. */
  readonly rules: readonly Rule[]
  /** At least one difference names all of these. */
  readonly about: { readonly account?: string; readonly period?: string; readonly grant?: number }
}

/**
 * Every single corruption that changes what the books say about units. These values say nothing about units and are
 * left out: times except those of batches, versions, hints, the size of a closed grant, grants and months in which
 * nothing was written, whether a month in which nothing is reserved is closed, and which lines of an open grant were
 * acknowledged last.
 */
export function* listCorruptions(dump: BooksDump): Iterable<Corruption> {
  yield* corruptAccounts(dump)
  yield* corruptPeriods(dump)
  yield* corruptGrants(dump)
  yield* corruptLineStates(dump)
  yield* corruptBatches(dump)
  yield* corruptLines(dump)
}

function* corruptAccounts(dump: BooksDump): Iterable<Corruption> {
  for (const row of dump.accounts) {
    const about = { account: row.account }
    for (const changed of offByOne(row, ['allowance'])) {
      const accounts = replaceRow(dump.accounts, row, changed)
      yield { what: `allowance of ${row.account}`, dump: { ...dump, accounts }, rules: ['allowance'], about }
    }
    const accounts = removeRow(dump.accounts, row)
    yield { what: `account ${row.account} is gone`, dump: { ...dump, accounts }, rules: ['orphan'], about }
  }
  for (const row of dump.changes) {
    const rest = { rules: ['allowance'] as const, about: { account: row.account } }
    for (const changed of offByOne(row, ['to', ...(row.from === null ? [] : ['from' as const])])) {
      yield {
        what: `an allowance of ${row.account}`,
        dump: { ...dump, changes: replaceRow(dump.changes, row, changed) },
        ...rest,
      }
    }
    yield {
      what: `a change of ${row.account} is gone`,
      dump: { ...dump, changes: removeRow(dump.changes, row) },
      ...rest,
    }
  }
}

function* corruptPeriods(dump: BooksDump): Iterable<Corruption> {
  const RULES: readonly (readonly [
    'allowance' | 'allowanceMax' | 'confirmed' | 'reserved' | 'hold' | 'exposure' | 'clipped',
    Rule,
  ])[] = [
    ['allowance', 'allowance'],
    ['allowanceMax', 'allowance'],
    ['confirmed', 'E4'],
    ['reserved', 'E2'],
    ['hold', 'E6'],
    ['exposure', 'E6'],
    ['clipped', 'E6'],
  ]
  for (const row of dump.periods) {
    const { account, period } = row
    const about = { account, period }
    for (const [column, rule] of RULES) {
      for (const changed of offByOne(row, [column])) {
        const periods = replaceRow(dump.periods, row, changed)
        yield { what: `${column} of ${account} ${period}`, dump: { ...dump, periods }, rules: [rule], about }
      }
    }
    for (const column of ['startsAtMs', 'endsAtMs'] as const) {
      const periods = replaceRow(dump.periods, row, { ...row, [column]: row[column] + DAY_MS })
      yield { what: `${column} of ${account} ${period}`, dump: { ...dump, periods }, rules: ['month'], about }
    }
    if (row.state === 'open' && 0 < row.reserved) {
      const periods = replaceRow(dump.periods, row, { ...row, state: 'closed' as const })
      yield { what: `${account} ${period} is closed`, dump: { ...dump, periods }, rules: ['E1'], about }
    }
    if (dump.grants.some((grant) => grant.account === account && grant.period === period)) {
      const periods = removeRow(dump.periods, row)
      yield { what: `${account} ${period} is gone`, dump: { ...dump, periods }, rules: ['orphan'], about }
    }
  }
}

function* corruptGrants(dump: BooksDump): Iterable<Corruption> {
  const written = new Set(dump.batches.flatMap((batch) => linesOf(batch).map(({ grant }) => grant)))
  for (const row of dump.grants) {
    const { account, period, id: grant } = row
    const about = { account, period, grant }
    const month = { account, period }
    const changedTo = (changed: GrantRow) => ({ ...dump, grants: replaceRow(dump.grants, row, changed) })
    for (const dump of offByOne(row, ['spent']).map(changedTo))
      yield { what: `spent of ${grant}`, dump, rules: ['E3'], about }
    const borders = row.state === 'open' ? listAckedBorders(dump, row) : new Set()
    for (const changed of offByOne(row, ['acked'])) {
      if (borders.has(changed.acked)) continue
      yield { what: `acked of ${grant}`, dump: changedTo(changed), rules: ['E3', 'E4'], about }
    }
    if (row.state === 'open') {
      for (const dump of offByOne(row, ['size']).map(changedTo))
        yield { what: `size of ${grant}`, dump, rules: ['E2'], about: month }
      for (const dump of offByOne(row, ['exposure']).map(changedTo)) {
        yield { what: `exposure of ${grant}`, dump, rules: ['E6'], about: month }
      }
      const unended = dump.unended.filter((incarnation) => incarnation !== row.incarnation)
      yield { what: `the incarnation of ${grant} is settled`, dump: { ...dump, unended }, rules: ['orphan'], about }
    }
    if (0 < row.size + row.exposure) {
      const state = row.state === 'open' ? 'closed' : 'open'
      const rules: Rule[] = ['E2', 'E6']
      yield { what: `${grant} is ${state}`, dump: changedTo({ ...row, state }), rules, about: month }
    }
    const other = account === 'anna' ? 'bert' : 'anna'
    if (written.has(grant)) {
      const rules: Rule[] = ['owner']
      yield {
        what: `${grant} is gone`,
        dump: { ...dump, grants: removeRow(dump.grants, row) },
        rules,
        about: { grant },
      }
      yield {
        what: `${grant} is of ${other}`,
        dump: changedTo({ ...row, account: other }),
        rules,
        about: { account: other },
      }
    }
    if (0 < row.acked) {
      const rules: Rule[] = ['E4', 'orphan']
      yield {
        what: `${grant} is of 2027-05`,
        dump: changedTo({ ...row, period: '2027-05' }),
        rules,
        about: { account },
      }
    }
  }
}

function* corruptLineStates(dump: BooksDump): Iterable<Corruption> {
  for (const row of dump.lineStates) {
    const { account, period } = dump.grants.find(({ id }) => id === row.grant)!
    const about = { account, period, grant: row.grant }
    const name = `${row.state} ${row.requestId}`
    const changedTo = (changed: LineStateRow) => ({ ...dump, lineStates: replaceRow(dump.lineStates, row, changed) })
    for (const dump of offByOne(row, ['units', 'seq', 'incarnation']).map(changedTo)) {
      yield { what: `a number of ${name}`, dump, rules: ['line state'], about }
    }
    for (const dump of offByOne(row, ['grant']).map(changedTo)) {
      yield { what: `the grant of ${name}`, dump, rules: ['line state'], about }
    }
    const request = `f${row.requestId.slice(1)}`
    yield {
      what: `the request of ${name}`,
      dump: changedTo({ ...row, requestId: request }),
      rules: ['line state'],
      about,
    }
    for (const state of ['void', 'hold', 'clipped', 'charged'] as const) {
      if (state === row.state) continue
      const rules: Rule[] = ['E3', 'E4', 'E6']
      yield { what: `${name} is ${state}`, dump: changedTo({ ...row, state }), rules, about: { account, period } }
    }
    // The state row of a charged line changes no sum.
    if (row.state === 'charged') continue
    const rules: Rule[] = ['E3', 'E4', 'E5', 'E6']
    yield {
      what: `${name} is gone`,
      dump: { ...dump, lineStates: removeRow(dump.lineStates, row) },
      rules,
      about: { account, period },
    }
  }
}

function* corruptBatches(dump: BooksDump): Iterable<Corruption> {
  const { batches } = dump
  for (const [i, batch] of batches.entries()) {
    const name = `batch ${batch.seq} of ${batch.incarnation}`
    const about = findAccount(dump, batch)
    const changedTo = (changed: PackedBatch) => ({ ...dump, batches: replaceRow(batches, batch, changed) })
    for (const dump of offByOne(batch, ['atMs']).map(changedTo))
      yield { what: `time of ${name}`, dump, rules: ['chain'], about }
    yield {
      what: `hash of ${name}`,
      dump: changedTo({ ...batch, hash: changeByte(batch.hash) }),
      rules: ['chain'],
      about,
    }
    const isLast = batches[i + 1]?.incarnation !== batch.incarnation
    if (!isLast)
      yield {
        what: `${name} is gone`,
        dump: { ...dump, batches: removeRow(batches, batch) },
        rules: ['gap'],
        about: {},
      }
    else if (0 < batch.packed.length) {
      const rules: Rule[] = ['E3', 'line state']
      yield { what: `${name}, the last, is gone`, dump: { ...dump, batches: removeRow(batches, batch) }, rules, about }
    }
    const other = batches[(i + 1) % batches.length]!
    if (other.hash === batch.hash) continue
    const swapped = batches.map((one) =>
      one === batch ? moveContent(other, batch) : one === other ? moveContent(batch, other) : one,
    )
    yield { what: `${name} and the next swapped`, dump: { ...dump, batches: swapped }, rules: ['chain'], about: {} }
  }
}

/** Not every byte is changed, but over all batches every position in a line is. */
const BYTES_APART = 5

function* corruptLines(dump: BooksDump): Iterable<Corruption> {
  for (const [i, batch] of dump.batches.entries()) {
    const name = `batch ${batch.seq} of ${batch.incarnation}`
    const changedTo = (changed: PackedBatch) => ({ ...dump, batches: replaceRow(dump.batches, batch, changed) })
    for (let at = batch.seq % BYTES_APART; at < batch.packed.length; at += BYTES_APART) {
      const packed = batch.packed.with(at, batch.packed[at]! ^ 1)
      yield { what: `byte ${at} of ${name}`, dump: changedTo({ ...batch, packed }), rules: ['chain'], about: {} }
    }
    if (dump.batches[i + 1]?.incarnation === batch.incarnation) continue
    // With a new hash, the last batch of an incarnation can have any lines.
    const lines = linesOf(batch)
    for (const [j, line] of lines.entries()) {
      const rewrittenTo = (changed: Line[]) => changedTo(rewriteBatch(dump, batch, changed))
      const gone = rewrittenTo(lines.toSpliced(j, 1))
      yield {
        what: `line ${j} of ${name} is gone`,
        dump: gone,
        rules: ['E3', 'line state'],
        about: { grant: line.grant },
      }
      const twice = rewrittenTo(lines.toSpliced(j, 0, line))
      yield {
        what: `line ${j} of ${name} is there twice`,
        dump: twice,
        rules: ['twice'],
        about: { grant: line.grant },
      }
      const dearer = rewrittenTo(lines.with(j, { ...line, units: line.units + 1 }))
      yield {
        what: `line ${j} of ${name} costs more`,
        dump: dearer,
        rules: ['E3', 'line state'],
        about: { grant: line.grant },
      }
      const others = rewrittenTo(lines.with(j, { ...line, subject: 999 }))
      yield { what: `line ${j} of ${name} is of nobody`, dump: others, rules: ['owner'], about: { grant: line.grant } }
      const elsewhere = rewrittenTo(lines.with(j, { ...line, grant: line.grant + 5000 }))
      yield {
        what: `line ${j} of ${name} is of no grant`,
        dump: elsewhere,
        rules: ['owner'],
        about: { grant: line.grant + 5000 },
      }
    }
  }
}

/** The values of `acked` that are possible for an open grant. Only its node knows which one is right. */
function listAckedBorders({ batches, lineStates }: BooksDump, { id }: GrantRow): Set<number> {
  const odd = new Set(lineStates.map(({ requestId }) => requestId))
  const lines = batches.flatMap(linesOf).filter(({ grant, requestId }) => grant === id && !odd.has(requestId))
  const borders = new Set([0])
  let sum = 0
  for (const { units } of lines) borders.add((sum += units))
  return borders
}

function findAccount({ grants }: BooksDump, batch: PackedBatch): { account?: string } {
  const id = linesOf(batch)[0]?.grant
  const grant = grants.find((row) => row.id === id)
  return grant === undefined ? {} : { account: grant.account }
}

function linesOf({ incarnation, packed }: PackedBatch): Line[] {
  return unpackLines(incarnation, packed)!
}

function moveContent(from: PackedBatch, { incarnation, seq }: PackedBatch): PackedBatch {
  return { ...from, incarnation, seq }
}

function changeByte(hash: string): string {
  return `${hash.startsWith('0') ? '1' : '0'}${hash.slice(1)}`
}

function offByOne<Row, Column extends keyof Row>(row: Row, columns: readonly Column[]): Row[] {
  return columns.flatMap((column) => [-1, 1].map((by) => ({ ...row, [column]: (row[column] as number) + by })))
}

function replaceRow<Row>(rows: readonly Row[], row: Row, other: Row): Row[] {
  return rows.map((one) => (one === row ? other : one))
}

function removeRow<Row>(rows: readonly Row[], row: Row): Row[] {
  return rows.filter((one) => one !== row)
}
