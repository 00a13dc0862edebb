import { Damage } from './damage.ts'
import type { AccountRow, GrantRow, LineStateRow, PeriodKey, PeriodRow } from './rows.ts'
import type { Rows } from './store.ts'

/** The rows that the work of many accounts will lock. */
export interface PrefetchKeys {
  readonly accounts: readonly string[]
  readonly periods: readonly PeriodKey[]
  readonly grants: readonly number[]
  /** The requests whose line states are read. */
  readonly requests?: readonly string[]
}

/**
 * Reads and locks the rows of many accounts in a few statements, hands them to work that is written for one account,
 * and writes all changed rows together. A row that was not prefetched is read and locked on demand, so prefetching
 * changes only the speed.
 */
export class PrefetchedRows {
  readonly #rows: Rows
  readonly #gathering: Required<PrefetchKeys>
  readonly #accounts = new Map<string, AccountRow | undefined>()
  readonly #periods = new Map<string, PeriodRow | undefined>()
  readonly #periodsBefore = new Map<string, PeriodRow | undefined>()
  readonly #grants = new Map<number, GrantRow | undefined>()
  readonly #states = new Map<string, LineStateRow | undefined>()
  readonly #once = new Map<string, Promise<unknown>>()
  readonly #changedPeriods = new Map<string, PeriodRow>()
  readonly #changedGrants = new Map<number, GrantRow>()
  readonly #changedStates = new Map<string, LineStateRow>()
  /** Rows that the work now running has put. */
  readonly #putPeriods = new Map<string, PeriodRow>()
  readonly #putGrants = new Map<number, GrantRow>()
  readonly #putStates = new Map<string, LineStateRow>()

  /** Takes locks in the one order of the ledger: accounts, periods, grants. */
  static async lock(rows: Rows, { accounts, periods, grants, requests = [] }: PrefetchKeys): Promise<PrefetchedRows> {
    const keys = [...new Map(periods.map((key) => [nameOf(key), key])).values()].sort(byName)
    const ids = [...new Set(grants)].sort((a, b) => a - b)
    const gathered = new PrefetchedRows(rows, {
      accounts: [...new Set(accounts)].sort(),
      periods: keys,
      grants: ids,
      requests,
    })
    await gathered.#lock()
    return gathered
  }

  private constructor(rows: Rows, gathering: Required<PrefetchKeys>) {
    this.#rows = rows
    this.#gathering = gathering
  }

  async #lock(): Promise<void> {
    const { accounts, periods, grants, requests } = this.#gathering
    for (const name of accounts) this.#accounts.set(name, undefined)
    for (const key of periods) this.#periods.set(nameOf(key), undefined)
    for (const id of grants) this.#grants.set(id, undefined)
    if (0 < accounts.length)
      for (const row of await this.#rows.lockAccounts(accounts)) this.#accounts.set(row.account, row)
    if (0 < periods.length) for (const row of await this.#rows.lockPeriods(periods)) this.#periods.set(nameOf(row), row)
    if (0 < grants.length) for (const row of await this.#rows.lockGrants(grants)) this.#grants.set(row.id, row)
    for (const id of requests) this.#states.set(id, undefined)
    if (0 < requests.length)
      for (const row of await this.#rows.lineStates(requests)) this.#states.set(row.requestId, row)
  }

  hasPeriod(key: PeriodKey): boolean {
    return this.#periods.get(nameOf(key)) !== undefined
  }

  /** Reads periods that the work does not lock. */
  async read(keys: readonly PeriodKey[]): Promise<void> {
    if (keys.length === 0) return
    for (const key of keys) this.#periodsBefore.set(nameOf(key), undefined)
    for (const row of await this.#rows.periodsAt(keys)) this.#periodsBefore.set(nameOf(row), row)
  }

  /** Does the work of one account. If the work meets damage, none of its rows are written. */
  async work<T>(one: (rows: Rows) => Promise<T>): Promise<T | Damage> {
    try {
      const result = await one(this.#view())
      for (const [name, row] of this.#putPeriods) this.#changedPeriods.set(name, row)
      for (const [id, row] of this.#putGrants) this.#changedGrants.set(id, row)
      for (const [id, row] of this.#putStates) this.#changedStates.set(id, row)
      return result
    } catch (error) {
      if (!(error instanceof Damage)) throw error
      return error
    } finally {
      this.#putPeriods.clear()
      this.#putGrants.clear()
      this.#putStates.clear()
    }
  }

  async write(): Promise<void> {
    await this.#rows.putPeriods([...this.#changedPeriods.values()])
    await this.#rows.putGrants([...this.#changedGrants.values()])
    await this.#rows.putLineStates([...this.#changedStates.values()])
  }

  #view(): Rows {
    const rows = this.#rows
    const account = (lock: 'account' | 'lockAccount') => async (name: string) =>
      this.#accounts.has(name) ? this.#accounts.get(name) : await rows[lock](name)
    const lockPeriod = async (name: string, period: string) => {
      const key = nameOf({ account: name, period })
      if (!this.#periods.has(key)) this.#periods.set(key, await rows.lockPeriod(name, period))
      return this.#periodNow(key)
    }
    const lockGrant = async (id: number) => {
      if (!this.#grants.has(id)) this.#grants.set(id, await rows.lockGrant(id))
      return this.#grantNow(id)
    }
    return {
      ...rows,
      times: () => this.#ask('times', () => rows.times()),
      shareIncarnation: (id) => this.#ask(`incarnation ${id}`, () => rows.shareIncarnation(id)),
      livingIncarnations: (nowMs) => this.#ask(`living ${nowMs}`, () => rows.livingIncarnations(nowMs)),
      account: account('account'),
      lockAccount: account('lockAccount'),
      lockPeriod,
      period: async (name, period) => {
        const key = nameOf({ account: name, period })
        if (this.#periods.has(key)) return this.#periodNow(key)
        return this.#periodsBefore.has(key) ? this.#periodsBefore.get(key) : await rows.period(name, period)
      },
      lockGrant,
      grant: async (id) => (this.#grants.has(id) ? this.#grantNow(id) : await rows.grant(id)),
      openGrants: async (name, period) => await this.#openGrants(name, period),
      putPeriod: async (row) => void this.#putPeriods.set(nameOf(row), row),
      putGrant: async (row) => void this.#putGrants.set(row.id, row),
      lineStates: async (ids) =>
        ids.every((id) => this.#states.has(id))
          ? ids.flatMap((id) => this.#changedStates.get(id) ?? this.#states.get(id) ?? [])
          : await rows.lineStates(ids),
      putLineState: async (row) => void this.#putStates.set(row.requestId, row),
    }
  }

  #periodNow(key: string): PeriodRow | undefined {
    return this.#putPeriods.get(key) ?? this.#changedPeriods.get(key) ?? this.#periods.get(key)
  }

  #grantNow(id: number): GrantRow | undefined {
    return this.#putGrants.get(id) ?? this.#changedGrants.get(id) ?? this.#grants.get(id)
  }

  /** Only accounts that are short of units need these. The first one reads them for all. */
  async #openGrants(account: string, period: string): Promise<GrantRow[]> {
    const all = await this.#ask('open grants', () => this.#rows.openGrantsAt(this.#gathering.periods))
    const isGathered = this.#gathering.periods.some((key) => key.account === account && key.period === period)
    const read = isGathered ? all : await this.#rows.openGrants(account, period)
    const byId = new Map(read.map((row) => [row.id, row]))
    for (const changed of [this.#changedGrants, this.#putGrants]) for (const [id, row] of changed) byId.set(id, row)
    const own = [...byId.values()].filter((row) => row.account === account && row.period === period)
    return own.filter(({ state }) => state === 'open').sort((a, b) => a.id - b.id)
  }

  #ask<T>(name: string, read: () => Promise<T>): Promise<T> {
    const known = this.#once.get(name) as Promise<T> | undefined
    if (known !== undefined) return known
    const asked = read()
    this.#once.set(name, asked)
    return asked
  }
}

function nameOf({ account, period }: PeriodKey): string {
  return `${period} ${account}`
}

/** Sorts as the databases sort text: byte by byte. */
function byName(a: PeriodKey, b: PeriodKey): number {
  if (a.account !== b.account) return a.account < b.account ? -1 : 1
  return a.period < b.period ? -1 : 1
}
