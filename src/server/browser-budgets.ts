import type { SharedDay } from '../access/limits/limits.ts'
import type { AccessSnapshot } from '../access/view/view.ts'
import type { Log } from '../http/http.ts'
import { SpendingReader } from '../ledger/ledger.ts'
import type { Clock } from '../stdx/clock.ts'
import { BrowserDay } from './browser-day.ts'
import { BudgetWarnings } from './budget-warnings.ts'
import { type BudgetedProject, listBudgetedProjects } from './budgeted-projects.ts'

export interface BrowserBudgetsOptions {
  readonly data: string
  readonly databaseUrl: string | undefined
  /** The incarnation of this server in the books. */
  readonly incarnation: number
  readonly clock: Clock
  readonly log: Log
  readonly access: () => AccessSnapshot
  /** Called when a new day has begun. */
  readonly began: (day: SharedDay) => void
}

/** Browser sessions may exceed their budget by what other servers charge between two reads. */
const READ_EVERY_MS = 1_000

/**
 * Keeps the daily budgets of browser sessions. Each day begins at zero. Reading the books adds what other servers
 * charged, and what this server charged before its start.
 */
export class BrowserBudgets implements AsyncDisposable {
  readonly #options: BrowserBudgetsOptions
  readonly #warnings: BudgetWarnings
  readonly #timer: NodeJS.Timeout
  #day: BrowserDay
  #reader: SpendingReader | undefined
  #reading: Promise<void> | undefined
  #reports: 'works' | 'fails' = 'works'

  /** Reads the books first, so that a budget that was spent before a restart stays spent. */
  static async start(options: BrowserBudgetsOptions): Promise<BrowserBudgets> {
    const budgets = new BrowserBudgets(options)
    await budgets.#look()
    return budgets
  }

  private constructor(options: BrowserBudgetsOptions) {
    this.#options = options
    this.#warnings = new BudgetWarnings(options.log)
    this.#day = new BrowserDay(options.clock.nowMs())
    this.#timer = setInterval(() => void this.#look(), READ_EVERY_MS)
  }

  get day(): SharedDay {
    return this.#day.shared
  }

  /** The used share of each daily budget that is at least half used, by account or project. */
  get shares(): ReadonlyMap<string, number> {
    return this.#warnings.shares
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer)
    await this.#reading
    await this.#reader?.[Symbol.asyncDispose]()
  }

  /** The day changes and warnings are logged also while the books do not answer. */
  async #look(): Promise<void> {
    const { clock, access, began } = this.#options
    if (this.#day.isOver(clock.nowMs())) {
      this.#day = new BrowserDay(clock.nowMs())
      this.#warnings.beginDay()
      began(this.#day.shared)
    }
    const projects = listBudgetedProjects(access())
    this.#reading ??= this.#read(projects)
      .then(() => this.#report(undefined))
      .catch((error: unknown) => this.#report(error))
      .finally(() => {
        this.#reading = undefined
      })
    this.#warnings.look(projects, (owner) => this.#day.units(owner))
    await this.#reading
  }

  /** Logs once when reading begins to fail and once when it works again: the database may be away for hours. */
  #report(error: unknown): void {
    const { log } = this.#options
    const state = error === undefined ? 'works' : 'fails'
    if (state === this.#reports) return
    this.#reports = state
    if (state === 'works') log.info({}, 'the server can read again what other servers charged')
    else log.warn({ err: error }, 'cannot read what other servers charged; retrying every second')
  }

  /** As long as no project has web pages, nothing is read. */
  async #read(projects: readonly BudgetedProject[]): Promise<void> {
    if (projects.length === 0) return
    this.#reader ??= await SpendingReader.open(this.#options, this.#options.incarnation)
    const day = this.#day
    day.add(projects, await this.#reader.readSince(day.startsAtMs))
  }
}
