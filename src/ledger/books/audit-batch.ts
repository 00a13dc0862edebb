import type { Findings } from './audit-findings.ts'
import type { GrantTally, LineKind } from './audit-grant.ts'
import { batchName, type LineStateIndex } from './audit-line-states.ts'
import { findDifference, makeDifference, makeMissing } from './difference.ts'
import { batchHash, ScannedLines } from './line-codec.ts'
import type { RecentRequests } from './recent-requests.ts'
import type { BatchKey, Line, PackedBatch } from './rows.ts'

/** What the reader of one incarnation's batches needs. */
export interface BatchPorts {
  readonly findings: Findings
  readonly requests: RecentRequests
  readonly lineStates: LineStateIndex
  /** The account of each subject, by the subject's number. */
  readonly subjects: ReadonlyMap<number, string>
  /** Undefined: this incarnation has no such grant. */
  tally(grant: number): GrantTally | undefined
  /** Finds a grant that an earlier audit has folded. Undefined: there is none. */
  findTally(grant: number): Promise<GrantTally | undefined>
  isClosedMonth(month: { readonly account: string; readonly period: string }): boolean
  /** The accounts of all grants of the incarnation, for a batch whose lines name none. */
  accounts(): Iterable<string>
}

interface AddedLine {
  readonly tally: GrantTally
  readonly kind: LineKind
  readonly units: number
}

/** Reads the batches of one incarnation in order. Checks numbers and hashes, and adds the lines to their grants. */
export class BatchReader {
  readonly #ports: BatchPorts
  readonly #scanned = new ScannedLines()
  /** What the last batch added. */
  #added: readonly AddedLine[] = []
  #before: { readonly seq: number; readonly hash: Uint8Array }
  batches = 0
  lines = 0

  /** `before`: the batch that precedes the first one to read. */
  constructor(ports: BatchPorts, before: { readonly seq: number; readonly hash: Uint8Array }) {
    this.#ports = ports
    this.#before = before
  }

  get last(): { readonly seq: number; readonly hash: Uint8Array } {
    return this.#before
  }

  /** Returns `final` if no line of the batch can change any more. */
  async add(batch: PackedBatch): Promise<'final' | 'moving'> {
    const scanned = this.#scanned
    const isReadable = scanned.scan(batch.incarnation, batch.packed)
    this.#checkChain(batch, isReadable)
    this.batches++
    this.lines += scanned.count
    const added: AddedLine[] = []
    this.#added = added
    let finality: 'final' | 'moving' = 'final'
    const states = this.#ports.lineStates.get(batchName(batch))
    for (let i = 0; i < scanned.count; i++) {
      if (this.#ports.requests.add(batch.packed, scanned.ids[i]!)) this.#reportTwice(batch, scanned.line(i))
      const grant = scanned.grants[i]!
      const tally = this.#ports.tally(grant) ?? (await this.#ports.findTally(grant))
      if (tally === undefined || this.#ports.subjects.get(scanned.subjects[i]!) !== tally.row.account)
        this.#reportOwner(batch, scanned.line(i), tally)
      if (tally === undefined) continue
      const units = scanned.units[i]!
      const state = states?.get(scanned.requestId(i))
      const kind = tally.classifyLine(units, state?.state)
      if (kind !== 'void') tally.lines[kind] += units
      added.push({ tally, kind, units })
      if (!this.#isFinal(tally, kind)) finality = 'moving'
      if (state === undefined) continue
      states!.delete(state.requestId)
      this.#ports.findings.addAll(tally.checkLineState(state, scanned.line(i)))
    }
    return finality
  }

  /** Counts the lines of the last batch as final. The caller knows that it and all before it are. */
  countAsFinal(): void {
    for (const { tally, kind, units } of this.#added)
      if (kind !== 'void' && kind !== 'posted') tally.final[kind] += units
  }

  /** A hold may become a charge until its month is closed; a line that is acknowledged or void stays so. */
  #isFinal({ row }: GrantTally, kind: LineKind): boolean {
    if (kind === 'posted') return false
    return (kind !== 'held' && kind !== 'clipped') || this.#ports.isClosedMonth(row)
  }

  #checkChain(batch: PackedBatch, isReadable: boolean): void {
    const { seq, hash } = this.#before
    const number = { what: 'its number', is: batch.seq, against: 'after the batch before it comes', shouldBe: seq + 1 }
    this.#ports.findings.add(findDifference('gap', { batch }, number))
    // Bytes that cannot be unpacked are damage even if their hash is right.
    const expected = isReadable ? batchHash(hash, batch, batch.packed).toHex() : 'none'
    if (batch.hash !== expected) this.#reportChain(batch, expected)
    this.#before = { seq: batch.seq, hash: Uint8Array.fromHex(batch.hash) }
  }

  /** Reports every account with a line in the batch: it may have had another line. */
  #reportChain(batch: PackedBatch, shouldBe: string): void {
    const { findings, tally, accounts } = this.#ports
    const grants = this.#scanned.grants.slice(0, this.#scanned.count)
    const named = new Set(grants.map((grant) => tally(grant)?.row.account ?? null))
    // A batch that names no account may have had lines of any account with a grant of this incarnation.
    const all = named.size === 0 ? new Set(accounts()) : named
    const comparison = {
      what: 'the hash',
      is: batch.hash,
      against: 'its content and the batch before it give',
      shouldBe,
    }
    for (const account of all.size === 0 ? [null] : all)
      findings.add(makeDifference('chain', { account, batch }, comparison))
  }

  #reportTwice(batch: BatchKey, { requestId, grant }: Line): void {
    const { account = null, period = null } = this.#ports.tally(grant)?.row ?? {}
    const comparison = { what: `request ${requestId}`, is: 'written again', against: 'a request is written' }
    const place = { account, period, grant, batch }
    this.#ports.findings.add(makeDifference('twice', place, { ...comparison, shouldBe: 'once' }))
  }

  #reportOwner(batch: BatchKey, { requestId, grant, subject }: Line, tally: GrantTally | undefined): void {
    const { findings, subjects } = this.#ports
    if (tally === undefined) {
      const what = `the grant of request ${requestId}`
      findings.add(makeMissing('owner', { grant, batch }, what, 'in this incarnation it is'))
      return
    }
    const comparison = { what: `the account that request ${requestId} was for`, is: subjects.get(subject) ?? 'unknown' }
    const { account, period } = tally.row
    const place = { account, period, grant, batch }
    findings.add(makeDifference('owner', place, { ...comparison, against: 'its grant is of', shouldBe: account }))
  }
}
