import type { Log } from '../http/http.ts'
import type { Withdrawal } from '../release/release.ts'
import type { WatchedFolder } from './watched-folder.ts'

export interface WatchedWithdrawals extends Disposable {
  current(): readonly Withdrawal[]
  /** Why the newest list is not applied; the one before still is. */
  problem(): string | undefined
}

/** How often the list that was last read is compared. */
const READ_EVERY_MS = 1_000

/** Watches the list of withdrawn records. Throws an InputError if it is damaged at the start. */
export function watchWithdrawals(
  folder: Pick<WatchedFolder, 'withdrawals'>,
  { log, changed }: { readonly log: Log; readonly changed: (withdrawals: readonly Withdrawal[]) => void },
): WatchedWithdrawals {
  let current = folder.withdrawals()
  let problem: string | undefined
  const timer = setInterval(() => {
    try {
      const read = folder.withdrawals()
      problem = undefined
      if (JSON.stringify(read) === JSON.stringify(current)) return
      current = read
      log.info({ records: read.length }, 'the list of withdrawn records has changed')
      changed(read)
    } catch (error) {
      if (problem === undefined)
        log.error(
          { err: error },
          'the server cannot read the list of withdrawn records and keeps the previous list; new withdrawals have no effect until the file is repaired',
        )
      problem = `withdrawn records: ${error instanceof Error ? error.message : String(error)}`
    }
  }, READ_EVERY_MS)
  return { current: () => current, problem: () => problem, [Symbol.dispose]: () => clearInterval(timer) }
}
