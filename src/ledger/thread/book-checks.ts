import { InputError } from '../../stdx/input-error.ts'
import type { SignedTarget } from '../../stdx/post-signed.ts'
import { DAY_MS } from '../../stdx/time-units.ts'
import { type AuditReport, toDoubts } from '../audit/difference.ts'
import type { BooksPlace } from '../open-books.ts'
import type { NewDoubt } from '../tables/doubts.ts'
import type { MonthWarning } from '../tables/warnings.ts'
import type { AuditOutcome } from './audit-thread.ts'
import type { FromMonthsThread, MonthsThreadData } from './months-thread.ts'
import { runAudit } from './run-audit.ts'
import { ShortThreads } from './short-threads.ts'
import type { AccountsByShare } from './warn-of-months.ts'

export const FULL_AUDIT_DAYS = 7
/** A statement reads the charges that no audit has summed up, so there should be few. */
const EVERY_MS = 5 * 60_000

export interface BookChecksOptions extends BooksPlace {
  /** After this many days an audit reads everything again, otherwise only what is new. Infinity: never. */
  readonly fullAuditDays?: number
  /** Receives each warning that no server on these books has received before. */
  readonly monthWarned?: (warning: MonthWarning) => void
  /** Gets the warnings too. A failure is logged, and what it has not acknowledged is sent again. */
  readonly alert?: SignedTarget | undefined
}

interface BookChecksPorts {
  warn(text: string): void
  distrust(doubts: readonly NewDoubt[]): Promise<void>
}

/** Audits the books and looks how far the months are used, in threads of their own. */
export class BookChecks {
  readonly #options: BookChecksOptions
  readonly #ports: BookChecksPorts
  readonly #threads = new ShortThreads()
  /** Audits that have ended: each has its months in turn. */
  #looks = 0
  #timer: NodeJS.Timeout | undefined
  #state: 'open' | 'closed' = 'open'
  #accountsByShare: AccountsByShare | undefined

  constructor(options: BookChecksOptions, ports: BookChecksPorts) {
    this.#options = options
    this.#ports = ports
  }

  /** Undefined: no look at the running month has ended yet. */
  get accountsByShare(): AccountsByShare | undefined {
    return this.#accountsByShare
  }

  /** Now and every five minutes. What still runs is not begun again. */
  start(): void {
    const look = (): void => {
      if (!this.#threads.isRunning('months')) void this.#lookAtMonths()
      if (!this.#threads.isRunning('audit due')) void this.#auditWhatIsDue()
    }
    look()
    this.#timer = setInterval(look, EVERY_MS).unref()
  }

  /** Audits at once. Each difference becomes a doubt. Returns the accounts that the operator must correct first. */
  async findBroken(): Promise<'all' | readonly string[]> {
    const end = await runAudit(this.#threads, this.#options, { kind: 'at_once' })
    if (end.outcome === 'not_run')
      throw new InputError(
        `the books could not be audited, so the request waits: ${end.message}. A server carries it out when it can audit them.`,
      )
    await this.#ports.distrust(doubtsOfAudit(end))
    return end.outcome === 'audited' ? accountsOf(end.report) : 'all'
  }

  /** An audit that is ended here has stored what it found in new batches. The next one finds the rest. */
  async close(): Promise<void> {
    this.#state = 'closed'
    clearInterval(this.#timer)
    await this.#threads.close(this.#ports.warn)
  }

  async #lookAtMonths(): Promise<void> {
    const { data, databaseUrl, alert } = this.#options
    const workerData: MonthsThreadData = { data, databaseUrl, alert }
    const file = new URL('./months-thread.ts', import.meta.url)
    const failed = (message: string): void =>
      this.#ports.warn(`months of accounts: ${message}; the next try is in five minutes`)
    const run = this.#threads.run<FromMonthsThread>({ name: 'months', file, workerData }, (news) => {
      if (news.kind === 'months') this.#accountsByShare = news.accounts
      else if (news.kind === 'warned') for (const warning of news.warnings) this.#options.monthWarned?.(warning)
      else failed(news.message)
    })
    await run.catch((error) => failed(String(error)))
  }

  async #auditWhatIsDue(): Promise<void> {
    const { fullAuditDays = FULL_AUDIT_DAYS } = this.#options
    // The first compares all months: the server cannot know what has happened to the books meanwhile.
    const look = this.#looks === 0 ? undefined : this.#looks
    const order = { kind: 'due', fullEveryMs: fullAuditDays * DAY_MS, look } as const
    const end = await runAudit(this.#threads, this.#options, order)
    if (this.#state === 'closed' || end.outcome === 'left_to_other') return
    if (end.outcome === 'audited') this.#looks++
    else this.#ports.warn(`audit: ${end.message}`)
    const doubts = doubtsOfAudit(end)
    if (end.outcome === 'audited')
      for (const { account, detail } of doubts) this.#ports.warn(`audit: ${account ?? 'all accounts'}: ${detail}`)
    try {
      // The audit has stored its own; this reads them at once.
      if (0 < doubts.length) await this.#ports.distrust(doubts)
    } catch (error) {
      if (this.#state === 'open') this.#ports.warn(`audit: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}

function doubtsOfAudit(end: AuditOutcome): NewDoubt[] {
  if (end.outcome === 'unreadable') return [{ account: null, reason: 'audit', detail: 'the books cannot be read' }]
  if (end.outcome !== 'audited') return []
  return [end.report, end.found].flatMap((report) => toDoubts(report?.differences ?? []))
}

/** The operator decides about batches that differ; accounts that differ must be corrected first. */
function accountsOf({ differences, failed }: AuditReport): readonly string[] {
  return failed === 'all' ? differences.flatMap(({ account }) => account ?? []) : failed
}
