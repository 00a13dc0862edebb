import { monthAt } from '../calendar.ts'
import { readAccounts } from '../tables/accounts.ts'
import { readNewestSeq } from '../tables/batches.ts'
import type { Books } from '../tables/books.ts'
import { readOpenDoubts } from '../tables/doubts.ts'
import { readMonth } from '../tables/months.ts'
import { accountKey } from './account-key.ts'
import type { ChargeTickets, TicketUnits } from './charge-tickets.ts'
import { HOLD_MAX } from './limits.ts'
import type { ServerFlags } from './server-flags.ts'

/** What an account has used and may use in a month, at one moment. */
export interface Usage {
  readonly outcome: 'usage'
  readonly period: string
  readonly endsAtMs: number
  readonly allowanceUnits: number
  /** Charged: the debit is durable. */
  readonly confirmedUnits: number
  /** What this server charges now or may charge next: prepared, pending and in-flight units together. */
  readonly reservedUnits: number
  /** The units of requests whose commit this server could not learn in time. The books decide them. */
  readonly recoveryHoldUnits: number
  /** What this server may charge with its next commit, before it asks the books again. */
  readonly preparedAvailableUnits: number
  /** This server commits them now. */
  readonly pendingSpentUnits: number
  /** The units of requests of this server that wait for the next commit. */
  readonly inFlightReservedUnits: number
  readonly unallocatedUnits: number
  readonly availableUnits: number
}

/** `unavailable`: the database does not answer. */
export type UsageOutcome = Usage | { readonly outcome: 'unknown_account' | 'untrusted' | 'unavailable' }

/** What every answer shows of an account. */
export interface Credits {
  readonly outcome: 'credits'
  readonly period: string
  readonly endsAtMs: number
  readonly availableUnits: number
}

export type CreditsOutcome = Credits | { readonly outcome: 'untrusted' | 'unavailable' }

/**
 * Reads the usage of an account with a connection of its own, so that it answers while a commit hangs. The tickets are
 * read first: a batch that the books have in the later snapshot counts as confirmed, and no more as pending or held.
 */
export async function readUsage(
  books: Books,
  account: string,
  { flags, tickets }: { readonly flags: ServerFlags; readonly tickets: Iterable<ChargeTickets> },
): Promise<UsageOutcome> {
  const { incarnation } = flags
  const key = accountKey(account)
  const found = [...tickets].map((one) => one.countUnits(key))
  return await books.snapshot(async (rows) => {
    const doubts = await readOpenDoubts(rows)
    if (doubts.some((doubt) => doubt.account === null || doubt.account === account)) return { outcome: 'untrusted' }
    const nowMs = await rows.nowMs()
    const month = (await readMonth(rows, nowMs)) ?? monthAt(nowMs)
    const [now] = await readAccounts(rows, [account], month.period)
    if (now === undefined) return { outcome: 'unknown_account' }
    const newestSeq = await readNewestSeq(rows, incarnation)
    const { allowance, spent } = now
    return { ...month, ...computeUsage({ allowance, spent, newestSeq, found, window: flags.window }) }
  })
}

interface UsageInput {
  readonly allowance: number
  readonly spent: number
  readonly newestSeq: number
  readonly found: readonly TicketUnits[]
  readonly window: number
}

/** The parts never exceed what is left: a batch that does not fit is certainly refused. */
export function computeUsage({ allowance, spent, newestSeq, found, window }: UsageInput) {
  const sum = (of: (units: TicketUnits) => number): number => found.reduce((total, units) => total + of(units), 0)
  const open = (charges: TicketUnits['committing']): number =>
    charges.reduce((total, { seq, units }) => (newestSeq < seq ? total + units : total), 0)
  const left = Math.max(0, allowance - spent)
  const hold = Math.min(
    left,
    HOLD_MAX,
    sum(({ undecided }) => open(undecided)),
  )
  const pending = Math.min(
    left - hold,
    sum(({ committing }) => open(committing)),
  )
  const room = Math.max(0, Math.min(window, left) - hold - pending)
  const inFlight = Math.min(
    room,
    sum(({ queued }) => queued),
  )
  const prepared = room - inFlight
  return {
    outcome: 'usage',
    allowanceUnits: allowance,
    confirmedUnits: spent,
    reservedUnits: prepared + inFlight + pending,
    recoveryHoldUnits: hold,
    preparedAvailableUnits: prepared,
    pendingSpentUnits: pending,
    inFlightReservedUnits: inFlight,
    unallocatedUnits: left - hold - pending - inFlight - prepared,
    availableUnits: prepared,
  } as const
}
