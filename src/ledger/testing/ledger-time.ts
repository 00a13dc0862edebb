import type { BooksStore, NoticeRow } from '../books/rows.ts'

/** For tests: as if a day had passed since the end of a month without a doubt of the clock. */
export async function makeFinal(store: BooksStore, endMs: number): Promise<void> {
  await store.transaction(async (rows) => {
    const time = await rows.lockLedgerTime()
    await rows.putLedgerTime({ ...time, nowMs: Math.max(time.nowMs, endMs), finalMs: endMs })
  })
}

/** For worlds that share books, one after the other: each begins at a time of its own. */
export async function forgetTime(store: BooksStore): Promise<void> {
  await store.transaction((rows) => rows.putLedgerTime({ nowMs: 0, finalMs: 0, undisputedMs: 0, returns: 0 }))
}

export function readNotices(store: BooksStore): Promise<NoticeRow[]> {
  return store.snapshot((rows) => rows.notices())
}
