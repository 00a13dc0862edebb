import { DatabaseError } from '../../storage/storage.ts'
import { enforceAccounts } from '../account-differences.ts'
import { readAccounts, setAllowance, setState } from '../tables/accounts.ts'
import type { Books } from '../tables/books.ts'
import { raiseDoubts, resolveDoubts } from '../tables/doubts.ts'
import { addNotices } from '../tables/notices.ts'
import type { AccountMemories } from './account-memories.ts'
import type { BooksMonth } from './account-memory.ts'
import type { Call } from './messages.ts'
import type { Trust } from './trust.ts'
import type { CreditsOutcome } from './usage.ts'

export interface CallPorts {
  readonly books: Books
  readonly memories: AccountMemories
  readonly trust: Pick<Trust, 'isLive'>
  month(): BooksMonth
  window(): number
  untilAnswered<T>(attempt: () => Promise<T>): Promise<T>
  accountChanged(account: string): void
  accountsPassed(incarnation: number): void
  /** Exchanges a heartbeat, which reads the doubts. */
  beat(): Promise<void>
}

/**
 * Answers a call. A change by the operator is tried once: a retry could overwrite a newer change that another server
 * made. After `unavailable` the caller sends what it wants by then; sending a change twice does no harm.
 */
export async function answerCall(call: Call, ports: CallPorts): Promise<unknown> {
  const { books, accountChanged } = ports
  switch (call.name) {
    case 'credits':
      return await readCredits(call.account, ports)
    case 'set_allowance': {
      const change = { ...call, why: '' }
      return await once(() => books.transaction((rows) => setAllowance(rows, change))).finally(() =>
        accountChanged(call.account),
      )
    }
    case 'set_state': {
      const change = { ...call, who: 'operator', why: '' }
      return await once(() => books.transaction((rows) => setState(rows, change))).finally(() =>
        accountChanged(call.account),
      )
    }
    case 'enforce':
      return await once(() => books.transaction((rows) => enforceAccounts(rows, call.accounts))).finally(() => {
        for (const { account } of call.accounts) accountChanged(account)
      })
    case 'accounts_passed':
      return ports.accountsPassed(call.incarnation)
    case 'notice':
      return await once(() => books.transaction((rows) => addNotices(rows, [call])))
    case 'distrust':
      await ports.untilAnswered(() => books.transaction((rows) => raiseDoubts(rows, call.doubts)))
      return await ports.beat()
    case 'trust': {
      const result = await once(() => books.transaction((rows) => resolveDoubts(rows, call)))
      if ('outcome' in result) return result
      await ports.beat()
      return result
    }
  }
}

/** What every answer shows of an account. Reads the books only if nothing is remembered of the account. */
async function readCredits(account: string, ports: CallPorts): Promise<CreditsOutcome> {
  const memory = ports.memories.of(account)
  if (!ports.trust.isLive || memory.isDistrusted) return { outcome: 'untrusted' }
  const month = ports.month()
  if (memory.left(month) === undefined) {
    const read = await once(() => readAccounts(ports.books, [account], month.period))
    if ('outcome' in read) return read
    memory.noteRead(month.period, read[0])
  }
  const units = Math.min(memory.left(month) ?? 0, ports.window()) - memory.queuedUnits
  const { period, endsAtMs } = month
  return { outcome: 'credits', period, endsAtMs, availableUnits: Math.max(0, units) }
}

async function once<T>(attempt: () => Promise<T>): Promise<T | { readonly outcome: 'unavailable' }> {
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    return { outcome: 'unavailable' }
  }
}
