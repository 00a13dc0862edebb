import type { NoticeRow } from '../books/rows.ts'
import type { BooksStore } from '../books/store.ts'

/** Makes a month final, as if a day had passed since its end without a doubt of the clock. */
export async function makeFinal(store: BooksStore, endMs: number): Promise<void> {
  await store.transaction(async (rows) => {
    const time = await rows.lockLedgerTime()
    await rows.putLedgerTime({ ...time, nowMs: Math.max(time.nowMs, endMs), finalMs: endMs })
  })
}

/** Resets ledger time, for worlds that share books and each begin at a time of their own. */
export async function forgetTime(store: BooksStore): Promise<void> {
  await store.transaction((rows) => rows.putLedgerTime({ nowMs: 0, finalMs: 0, undisputedMs: 0, returns: 0 }))
}

export function readNotices(store: BooksStore): Promise<NoticeRow[]> {
  return store.snapshot((rows) => rows.notices())
}
