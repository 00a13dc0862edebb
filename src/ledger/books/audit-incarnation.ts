import { BatchReader } from './audit-batch.ts'
import type { GrantCheckpoint, IncarnationCheckpoint, MonthCheckpoint } from './audit-checkpoint.ts'
import type { Findings } from './audit-findings.ts'
import { GrantTally, NO_UNITS } from './audit-grant.ts'
import type { AuditDepth, AuditedIncarnation, AuditInput } from './audit-input.ts'
import type { LineStateIndex } from './audit-line-states.ts'
import type { AuditedMonths, MonthUnits } from './audit-months.ts'
import { findDifference, makeDifference, makeMissing } from './difference.ts'
import { checkGrant, compareGrantLines } from './equations.ts'
import { firstHash } from './line-codec.ts'
import type { RecentRequests } from './recent-requests.ts'
import { GRANTS_MAX, type GrantRow } from './rows.ts'

export interface IncarnationPorts {
  readonly input: AuditInput
  readonly depth: AuditDepth
  readonly findings: Findings
  readonly requests: RecentRequests
  readonly months: AuditedMonths
  readonly lineStates: LineStateIndex
  readonly subjects: ReadonlyMap<number, string>
  /** The sums of the folded grants, counted again from the journal. */
  readonly recounted: MonthUnits
}

export interface IncarnationAudit extends NextCheckpoint {
  readonly counts: { readonly grants: number; readonly batches: number; readonly lines: number }
}

/** What the next audit does not have to read again. */
interface NextCheckpoint {
  readonly checkpoint: IncarnationCheckpoint
  readonly grants: readonly GrantCheckpoint[]
  /** Grants that can be folded now: closed, with every line below the checkpoint. */
  readonly folded: readonly (MonthCheckpoint & { readonly id: number })[]
}

/** Adds up the lines of one incarnation and compares the sums with its grants. */
export async function auditIncarnation(at: AuditedIncarnation, ports: IncarnationPorts): Promise<IncarnationAudit> {
  const { input, depth, findings } = ports
  const { incarnation } = at
  const known = input.checkpoint.incarnations.get(incarnation) ?? unknownIncarnation(input.booksId, incarnation)
  // If an archive file is missing, the incarnation is read only from the checkpoint on.
  const isFull = depth === 'full' && !input.archive.unreadable.has(incarnation)
  const tallies = new Map<number, GrantTally>()
  for (const row of input.grants.get(incarnation) ?? []) {
    const verified = isFull ? undefined : input.checkpoint.grants.get(row.id)
    tallies.set(row.id, new GrantTally(row, verified === undefined ? {} : { verified }))
  }
  if (isFull)
    for await (const row of readFoldedGrants(known, input)) tallies.set(row.id, new GrantTally(row, { place: 'below' }))

  const start = isFull ? unknownIncarnation(input.booksId, incarnation) : known
  const reader = new BatchReader(
    {
      ...ports,
      tally: (grant) => tallies.get(grant),
      async findTally(grant) {
        const row = isFull ? undefined : await input.grant(grant)
        if (row === undefined || row.incarnation !== incarnation || known.grantsTo < grant) return undefined
        // All lines of this grant are below the checkpoint, so each further line that is not void is one too many.
        const verified = { ...NO_UNITS, acked: row.acked, held: row.spent - row.acked }
        const tally = new GrantTally(row, { place: 'below', verified })
        tallies.set(grant, tally)
        return tally
      },
      isClosedMonth: (month) => ports.months.row(month)?.state === 'closed',
      accounts: () => [...tallies.values()].map(({ row }) => row.account),
    },
    { seq: start.seq, hash: Uint8Array.fromHex(start.hash) },
  )
  if (at.lastSeq < known.seq) reportMissingBatches(known, at, findings)
  const verify = (): void => compareCheckpoint(known, { reader, tallies, input, findings })
  if (isFull && known.seq === 0) verify()
  let final: FinalPart = { ...reader.last, lines: start.lines }
  let isFinal = true
  for await (const batch of input.batches(at, start.seq)) {
    isFinal = (await reader.add(batch)) === 'final' && isFinal
    if (isFinal) {
      reader.countAsFinal()
      final = { ...reader.last, lines: start.lines + reader.lines }
    }
    if (isFull && batch.seq === known.seq) verify()
  }
  if (isFull) compareLargestGrant(known, tallies, findings)
  compareGrants(at, tallies, ports)
  const counts = { grants: tallies.size, batches: reader.batches, lines: reader.lines }
  return { counts, ...computeCheckpoint(at, { known, final, tallies, input }) }
}

function unknownIncarnation(booksId: string, incarnation: number): IncarnationCheckpoint {
  const hash = firstHash(booksId, incarnation).toHex()
  return { incarnation, seq: 0, hash, lines: 0, grantsTo: 0, state: 'open' }
}

async function* readFoldedGrants(
  { incarnation, grantsTo }: IncarnationCheckpoint,
  input: AuditInput,
): AsyncIterable<GrantRow> {
  if (grantsTo === 0) return
  const above = new Set((input.grants.get(incarnation) ?? []).map(({ id }) => id))
  for await (const row of input.grantsUpTo(incarnation, grantsTo)) if (!above.has(row.id)) yield row
}

/** The end of the leading batches whose lines are all final, and the number of lines up to it. */
interface FinalPart {
  readonly seq: number
  readonly hash: Uint8Array
  readonly lines: number
}

type Tallies = ReadonlyMap<number, GrantTally>

function reportMissingBatches(known: IncarnationCheckpoint, at: AuditedIncarnation, findings: Findings): void {
  const { incarnation, seq } = known
  const comparison = { what: 'the last batch', is: at.lastSeq, against: 'an earlier audit has verified up to' }
  findings.add(makeDifference('checkpoint', { batch: { incarnation, seq } }, { ...comparison, shouldBe: seq }))
}

interface Verified {
  readonly reader: BatchReader
  readonly tallies: Tallies
  readonly input: AuditInput
  readonly findings: Findings
}

/** Runs when the reader has reached the last batch of the checkpoint. */
function compareCheckpoint(known: IncarnationCheckpoint, { reader, tallies, input, findings }: Verified): void {
  const { incarnation, seq } = known
  const against = 'the journal gives'
  const place = { batch: { incarnation, seq } }
  const hash = { what: 'the hash of the checkpoint', is: known.hash, against, shouldBe: reader.last.hash.toHex() }
  findings.add(findDifference('checkpoint', place, hash))
  const lines = { what: 'the lines below the checkpoint', is: known.lines, against, shouldBe: reader.lines }
  findings.add(findDifference('checkpoint', place, lines))
  for (const { row, lines } of tallies.values()) {
    const stored = input.checkpoint.grants.get(row.id)
    if (stored === undefined) continue
    for (const kind of ['acked', 'held', 'clipped'] as const) {
      const comparison = { what: `${kind} below the checkpoint`, is: stored[kind], against, shouldBe: lines[kind] }
      findings.add(findDifference('checkpoint', { ...row, grant: row.id }, comparison))
    }
  }
}

/** The ledger never removes a grant, so the largest one must still exist. */
function compareLargestGrant(
  { incarnation, grantsTo }: IncarnationCheckpoint,
  tallies: Tallies,
  findings: Findings,
): void {
  if (grantsTo === 0 || tallies.has(grantsTo)) return
  const what = `grant ${grantsTo} of the checkpoint of incarnation ${incarnation}`
  findings.add(makeMissing('checkpoint', { grant: grantsTo }, what, 'it must be'))
}

function compareGrants({ incarnation }: AuditedIncarnation, tallies: Tallies, ports: IncarnationPorts): void {
  const { findings, input, months, recounted } = ports
  for (const { row, lines, place } of tallies.values()) {
    findings.add(checkGrant(row))
    findings.addAll(compareGrantLines(row, lines))
    if (place === 'above') months.add(row, lines)
    else recounted.add(row, lines)
    if (row.state !== 'open') continue
    if (place === 'below') reportOpenBelow(row, findings)
    if (!input.unended.has(incarnation)) reportStray(row, findings)
  }
}

function reportOpenBelow(row: GrantRow, findings: Findings): void {
  const comparison = { what: 'its state', is: 'open', against: 'an earlier audit has summed it up as' }
  findings.add(makeDifference('checkpoint', { ...row, grant: row.id }, { ...comparison, shouldBe: 'closed' }))
}

/** An open grant of an ended incarnation: no node would close it before its month ends. */
function reportStray(row: GrantRow, findings: Findings): void {
  const comparison = { what: 'its incarnation', is: 'ended', against: 'while a grant is open it is', shouldBe: 'not' }
  findings.add(makeDifference('orphan', { ...row, grant: row.id }, comparison))
}

interface EndParts {
  readonly known: IncarnationCheckpoint
  readonly final: FinalPart
  readonly tallies: Tallies
  readonly input: AuditInput
}

function computeCheckpoint(at: AuditedIncarnation, { known, final, tallies, input }: EndParts): NextCheckpoint {
  const { incarnation, lastSeq } = at
  const grants: GrantCheckpoint[] = []
  const folded: (MonthCheckpoint & { id: number })[] = []
  let grantsTo = known.grantsTo
  for (const { row, place, final: units } of tallies.values()) {
    if (place === 'below') continue
    const { id, account, period } = row
    grantsTo = Math.max(grantsTo, id)
    const isFinal = row.state === 'closed' && units.acked + units.held + units.clipped === row.spent
    if (isFinal) folded.push({ id, account, period, ...units })
    else grants.push({ id, state: 'seen', ...units })
  }
  const hasEnded = !input.unended.has(incarnation)
  if (!hasEnded)
    for (const id of unseenIds(known, { grantsTo, tallies, input })) grants.push({ id, state: 'unseen', ...NO_UNITS })
  const isSettled = hasEnded && final.seq === lastSeq && grants.length === 0
  const state = isSettled ? 'settled' : 'open'
  const { seq, hash, lines } = final
  const checkpoint = { incarnation, seq, hash: hash.toHex(), lines, grantsTo, state } as const
  return { checkpoint, grants, folded }
}

/** Lists the ids up to the largest that have no grant yet. */
function* unseenIds(
  known: IncarnationCheckpoint,
  { grantsTo, tallies, input }: { grantsTo: number; tallies: Tallies; input: AuditInput },
): Iterable<number> {
  const { incarnation } = known
  for (const { id, state } of input.checkpoint.grants.values())
    if (state === 'unseen' && Math.floor(id / GRANTS_MAX) === incarnation && !tallies.has(id)) yield id
  const from = known.grantsTo === 0 ? incarnation * GRANTS_MAX : known.grantsTo + 1
  for (let id = from; id < grantsTo; id++) if (!tallies.has(id)) yield id
}
