import assert from 'node:assert/strict'
import type { BooksStore, GrantRow, Rows } from '../../src/ledger/books/rows.ts'
import { audit } from '../../src/ledger/testing/audit.ts'

/** What a client was told of its debit. `nothing`: its connection broke, or it waits still. */
type Told = 'nothing' | 'charged' | 'refused' | 'unknown'

interface ToldRequest {
  readonly account: string
  readonly units: number
  told: Told
  /** If it was charged. */
  period: string | undefined
}

/** Every request that was ever to be charged, to be held against the journal. */
export class ToldRequests {
  readonly #requests = new Map<string, ToldRequest>()
  /** Lives of other tests may stand in the same books. */
  readonly #accounts: ReadonlySet<string>

  constructor(accounts: Iterable<string>) {
    this.#accounts = new Set(accounts)
  }

  /** A new request id, never used before. */
  send(account: string, units: number): string {
    const requestId = `${++requestIds}`.padStart(16, '0') + SALT
    this.#requests.set(requestId, { account, units, told: 'nothing', period: undefined })
    return requestId
  }

  tell(requestId: string, told: Told, period?: string): void {
    const request = this.#requests.get(requestId)!
    assert.equal(request.told, 'nothing', 'a request is answered once')
    request.told = told
    request.period = period
  }

  count(told: Told): number {
    return [...this.#requests.values()].filter((request) => request.told === told).length
  }

  units(told: Told, account: string): number {
    const those = [...this.#requests.values()].filter((one) => one.told === told && one.account === account)
    return those.reduce((sum, { units }) => sum + units, 0)
  }

  /** Answers the units of each account that are charged. Throws if the journal contradicts what anybody was told. */
  async check(store: BooksStore, node: string): Promise<ReadonlyMap<string, number>> {
    const charged = new Map([...this.#accounts].map((account) => [account, 0]))
    const lines = await store.snapshot((rows) => linesOf(rows, node))
    const seen = new Set<string>()
    for (const { requestId, account, units, period, state } of lines) {
      const request = this.#requests.get(requestId)
      const about = `${requestId}, ${JSON.stringify(request)}`
      assert(request !== undefined, `nobody sent ${requestId}`)
      assert.deepEqual({ account, units }, { account: request.account, units: request.units }, about)
      if (state === 'void') {
        assert.notEqual(request.told, 'charged', `LOST: ${about} is void`)
        continue
      }
      assert(state === undefined || state === 'charged', `${about} stands as ${state}`)
      assert(!seen.has(requestId), `DOUBLE: ${about}`)
      seen.add(requestId)
      assert.notEqual(request.told, 'refused', `CHARGED: ${about} was refused`)
      if (request.told === 'charged') assert.equal(period, request.period, `${about} is in another month`)
      charged.set(account, charged.get(account)! + units)
    }
    for (const [requestId, request] of this.#requests) {
      const about = `LOST: ${requestId}, ${JSON.stringify(request)} has no line`
      if (request.told === 'charged') assert(seen.has(requestId), about)
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

/** All lines of all lives of the node. */
async function linesOf(rows: Rows, node: string): Promise<JournalLine[]> {
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

/** Every node was closed: nothing is reserved, nothing stands as a hold, and all that is confirmed is in the journal. */
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

/** The equations, summed up from the whole journal. */
export async function checkAudit(store: BooksStore): Promise<void> {
  const { differences } = await store.snapshot(audit)
  assert.deepEqual(differences.slice(0, DIFFERENCES_SHOWN), [], 'the audit finds nothing')
}

const DIFFERENCES_SHOWN = 3
