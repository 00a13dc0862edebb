import assert from 'node:assert/strict'
import type { GrantRow } from '../../src/ledger/books/rows.ts'
import type { BooksStore, Rows } from '../../src/ledger/books/store.ts'
import { audit } from '../../src/ledger/testing/audit.ts'

/** The outcome that a client received. `nothing`: its connection broke, or it still waits. */
type ReportedOutcome = 'nothing' | 'charged' | 'refused' | 'unknown'

interface RequestOutcome {
  readonly account: string
  readonly units: number
  reported: ReportedOutcome
  /** The month, if it was charged. */
  period: string | undefined
}

/** Every request of a test, to be compared with the journal. */
export class RequestOutcomes {
  readonly #requests = new Map<string, RequestOutcome>()
  /** Incarnations of other tests may have used the same books. */
  readonly #accounts: ReadonlySet<string>

  constructor(accounts: Iterable<string>) {
    this.#accounts = new Set(accounts)
  }

  /** Records a request and returns its new id. */
  send(account: string, units: number): string {
    const requestId = `${++requestIds}`.padStart(16, '0') + SALT
    this.#requests.set(requestId, { account, units, reported: 'nothing', period: undefined })
    return requestId
  }

  record(requestId: string, outcome: ReportedOutcome, period?: string): void {
    const request = this.#requests.get(requestId)!
    assert.equal(request.reported, 'nothing', 'a request is answered once')
    request.reported = outcome
    request.period = period
  }

  count(outcome: ReportedOutcome): number {
    return [...this.#requests.values()].filter((request) => request.reported === outcome).length
  }

  units(outcome: ReportedOutcome, account: string): number {
    const those = [...this.#requests.values()].filter((one) => one.reported === outcome && one.account === account)
    return those.reduce((sum, { units }) => sum + units, 0)
  }

  /** Returns the charged units of each account. Throws if the journal contradicts an outcome. */
  async check(store: BooksStore, node: string): Promise<ReadonlyMap<string, number>> {
    const charged = new Map([...this.#accounts].map((account) => [account, 0]))
    const lines = await store.snapshot((rows) => readLines(rows, node))
    const seen = new Set<string>()
    for (const { requestId, account, units, period, state } of lines) {
      const request = this.#requests.get(requestId)
      const about = `${requestId}, ${JSON.stringify(request)}`
      assert(request !== undefined, `no client sent ${requestId}`)
      assert.deepEqual({ account, units }, { account: request.account, units: request.units }, about)
      if (state === 'void') {
        assert.notEqual(request.reported, 'charged', `LOST: ${about} is void`)
        continue
      }
      assert(state === undefined || state === 'charged', `${about} stands as ${state}`)
      assert(!seen.has(requestId), `DOUBLE: ${about}`)
      seen.add(requestId)
      assert.notEqual(request.reported, 'refused', `CHARGED: ${about} was refused`)
      if (request.reported === 'charged') assert.equal(period, request.period, `${about} is in another month`)
      charged.set(account, charged.get(account)! + units)
    }
    for (const [requestId, request] of this.#requests) {
      const about = `LOST: ${requestId}, ${JSON.stringify(request)} has no line`
      if (request.reported === 'charged') assert(seen.has(requestId), about)
    }
    return charged
  }
}

let requestIds = 0
const SALT = '00c0ffee00c0ffee'

interface JournalLine {
  readonly requestId: string
  readonly account: string
  readonly period: string
  readonly units: number
  readonly state: 'void' | 'hold' | 'clipped' | 'charged' | undefined
}

/** Reads all lines of all incarnations of the node. */
async function readLines(rows: Rows, node: string): Promise<JournalLine[]> {
  const lines: JournalLine[] = []
  const grants = new Map<number, GrantRow>()
  for (const { incarnation } of await rows.incarnationsOf(node)) {
    const states = await rows.lineStatesOf(incarnation)
    for await (const batch of rows.batchesBack(incarnation, await rows.lastSeq(incarnation))) {
      for (const { requestId, grant: id, units } of batch.lines) {
        const grant = grants.get(id) ?? (await rows.grant(id))!
        grants.set(id, grant)
        const state = states.find((one) => one.seq === batch.seq && one.requestId === requestId)?.state
        lines.push({ requestId, account: grant.account, period: grant.period, units, state })
      }
    }
  }
  return lines
}

/** Every node was closed: nothing is reserved or in a hold, and all confirmed units are in the journal. */
export async function checkAtRest(store: BooksStore, charged: ReadonlyMap<string, number>): Promise<void> {
  await store.snapshot(async (rows) => {
    const confirmed = new Map([...charged.keys()].map((account) => [account, 0]))
    for (const { account, confirmed: units, hold, reserved, clipped } of await rows.periods()) {
      if (!charged.has(account)) continue
      assert.deepEqual({ hold, reserved, clipped }, { hold: 0, reserved: 0, clipped: 0 }, `${account} at rest`)
      confirmed.set(account, confirmed.get(account)! + units)
    }
    assert.deepEqual(confirmed, charged, 'what is confirmed is what the journal says')
  })
}

/** Checks the equations over the whole journal. */
export async function checkAudit(store: BooksStore): Promise<void> {
  const { differences } = await store.snapshot(audit)
  assert.deepEqual(differences.slice(0, DIFFERENCES_SHOWN), [], 'the audit finds nothing')
}

const DIFFERENCES_SHOWN = 3
