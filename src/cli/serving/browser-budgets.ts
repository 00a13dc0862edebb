import type { AccessSnapshot } from '../../access/access.ts'
import type { Log } from '../../http/http.ts'
import { dayAt, SpendingReader, type Spent } from '../../ledger/ledger.ts'
import type { Clock } from '../../stdx/clock.ts'

export interface BudgetOptions {
  readonly data: string
  readonly databaseUrl: string | undefined
  readonly clock: Clock
  readonly log: Log
  readonly access: () => AccessSnapshot
  /** Told whenever it changes: these projects' pages get nothing more until this moment. */
  readonly changed: (spent: SpentBudgets) => void
}

export interface SpentBudgets {
  readonly projects: readonly string[]
  readonly untilMs: number
}

/** What pages spend within it, they may spend too much. */
const LOOK_EVERY_MS = 1_000

/** Watches what web pages of projects with a daily budget have spent today, on all nodes, from the journal. Without such a project it reads nothing. */
export function watchBudgets(options: BudgetOptions): AsyncDisposable {
  const { clock, log, access, changed } = options
  let reader: SpendingReader | undefined
  let said = ''
  const look = async (): Promise<void> => {
    const budgets = budgetsOf(access())
    if (budgets.size === 0 && said === '') return
    const { startsAtMs, endsAtMs } = dayAt(clock.nowMs())
    if (0 < budgets.size) reader ??= await SpendingReader.open(options)
    const spent = budgets.size === 0 || reader === undefined ? [] : await reader.spentSince(startsAtMs)
    const projects = exhausted(budgets, spent)
    const words = projects.length === 0 ? '' : `${projects.join()} ${endsAtMs}`
    if (words === said) return
    said = words
    if (0 < projects.length) log.warn({ projects }, 'the daily budget of web pages is spent')
    changed({ projects, untilMs: endsAtMs })
  }
  let looking: Promise<void> | undefined
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) =>
        log.warn({ err: error }, 'the budgets of web pages cannot be looked at; it is tried again'),
      )
      .finally(() => {
        looking = undefined
      })
  }, LOOK_EVERY_MS)
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await looking
      await reader?.[Symbol.asyncDispose]()
    },
  }
}

interface Budget {
  readonly project: string
  readonly units: number
}

/** By the client id, which is what sessions are charged under. */
function budgetsOf({ projects }: AccessSnapshot): Map<string, Budget> {
  return new Map(
    projects.flatMap(([project, , , clientId, , , units]) =>
      units === null ? [] : [[clientId, { project, units }] as const],
    ),
  )
}

function exhausted(budgets: ReadonlyMap<string, Budget>, spent: readonly Spent[]): string[] {
  const units = new Map<string, number>()
  for (const { credential, units: more } of spent) units.set(credential, (units.get(credential) ?? 0) + more)
  return [...budgets]
    .filter(([clientId, budget]) => budget.units <= (units.get(clientId) ?? 0))
    .map(([, { project }]) => project)
    .sort()
}
