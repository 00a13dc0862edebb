import type { AccessSnapshot } from '../../access/access.ts'
import type { Log } from '../../http/http.ts'
import { dayAt, SpendingReader, type Spent } from '../../ledger/ledger.ts'
import type { Clock } from '../../stdx/clock.ts'

/** What web pages have spent today, on all nodes. */
export interface BrowserDay {
  readonly startsAtMs: number
  readonly endsAtMs: number
  /** Those that have web pages. */
  readonly projects: readonly ProjectDay[]
}

export interface ProjectDay {
  readonly project: string
  readonly units: number
  /** What its pages may spend in a day; null: no limit of its own. */
  readonly unitsDaily: number | null
  /** What its account may use in a month. */
  readonly allowanceUnits: number
}

export interface BrowserDayOptions {
  readonly data: string
  readonly databaseUrl: string | undefined
  readonly clock: Clock
  readonly log: Log
  readonly access: () => AccessSnapshot
  /** Told at every look. */
  readonly told: (day: BrowserDay) => void
}

/** What pages spend within it, they may spend too much. */
const LOOK_EVERY_MS = 1_000

/** Watches what web pages spend, from the journal. As long as no project has any it reads nothing. */
export function watchBrowserDay(options: BrowserDayOptions): AsyncDisposable {
  const { clock, log, access, told } = options
  let reader: SpendingReader | undefined
  const look = async (): Promise<void> => {
    const snapshot = access()
    const day = dayAt(clock.nowMs())
    const hasPages = snapshot.projects.some(([, , , , , , , , origins]) => 0 < origins.length)
    if (hasPages) reader ??= await SpendingReader.open(options)
    const spent = hasPages && reader !== undefined ? await reader.spentSince(day.startsAtMs) : []
    told({ ...day, projects: projectDays(snapshot, spent) })
  }
  let looking: Promise<void> | undefined
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) =>
        log.warn({ err: error }, 'what web pages spend cannot be looked at; it is tried again'),
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

/** Sessions are charged under the client id. */
function projectDays({ accounts, projects }: AccessSnapshot, spent: readonly Spent[]): ProjectDay[] {
  const units = new Map<string, number>()
  for (const { credential, units: more } of spent) units.set(credential, (units.get(credential) ?? 0) + more)
  const allowances = new Map(accounts.map(([id, , , allowanceUnits]) => [id, allowanceUnits]))
  return projects
    .filter(([, , , , , , , , origins]) => 0 < origins.length)
    .map(([project, , account, clientId, , , unitsDaily]) => ({
      ...{ project, units: units.get(clientId) ?? 0, unitsDaily },
      allowanceUnits: allowances.get(account) ?? 0,
    }))
}
