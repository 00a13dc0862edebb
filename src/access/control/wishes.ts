import type { Queries } from '../../storage/storage.ts'
import { type Account, readAccount } from './accounts.ts'
import { type Control, change } from './control.ts'
import { checkName, type Refusal } from './refusal.ts'

/** What the running server can tell its books. Each may throw: then it is tried again. */
export interface WishedBooks {
  account(wish: Pick<Account, 'id' | 'state' | 'allowanceUnits'>): Promise<void>
  /** Words of trust that wait, by their numbers. What a word is about is what is there when it is first heard. Takes no time. */
  hear(numbers: readonly number[]): Promise<void>
  /** May take as long as an audit. Words come in the order of their numbers. The answer is for the operator. */
  trust(word: { readonly number: number; readonly who: string; readonly why: string }): Promise<string>
}

/** Tells the books what the operator wants and has not been told yet; how many things that were. */
export async function applyWishes(control: Control, books: WishedBooks): Promise<number> {
  return (await applyAccountWishes(control, books)) + (await applyTrustWords(control, books))
}

/**
 * What an account shall have is read, carried out and marked under the lock of the control database, so that of two nodes none carries out an older wish after a newer one;
 * the books must answer within seconds.
 */
export async function applyAccountWishes(control: Control, books: WishedBooks): Promise<number> {
  const { database } = control
  let applied = 0
  const accounts = await database.query<[string]>(
    'select id from control_account where wish_applied < wish order by id',
  )
  for (const [id] of accounts)
    applied += await change(control, (queries) => applyAccount(control, queries, { id, books }))
  return applied
}

/** To be called as often beside `applyTrustWords`: a word that comes while an earlier one is being carried out is heard all the same. */
export async function hearTrustWords(control: Control, books: WishedBooks): Promise<void> {
  await wordsHeard(control, books)
}

/** Trust may be said twice. Before it the books are summed up, which may take long: nothing else may wait for it. */
export async function applyTrustWords(control: Control, books: WishedBooks): Promise<number> {
  let applied = 0
  for (const [number, who, why] of await wordsHeard(control, books))
    applied += await applyTrust(control, number, await books.trust({ number, who, why }))
  return applied
}

async function wordsHeard({ database }: Control, books: WishedBooks) {
  const words = await database.query<[number, string, string]>(
    'select number, who, why from control_trust where applied_at_ms is null order by number',
  )
  await books.hear(words.map(([number]) => number))
  return words
}

async function applyAccount(
  { clock }: Control,
  queries: Queries,
  { id, books }: { readonly id: string; readonly books: WishedBooks },
): Promise<0 | 1> {
  const account = await readAccount(queries, id)
  if (account === undefined || account.appliedAtMs !== null) return 0
  await books.account(account)
  const sql = 'update control_account set wish_applied = wish, applied_at_ms = $1 where id = $2'
  await queries.run(sql, clock.nowMs(), id)
  return 1
}

function applyTrust(control: Control, number: number, answer: string): Promise<number> {
  const sql = 'update control_trust set applied_at_ms = $1, answer = $2 where number = $3 and applied_at_ms is null'
  return change(control, (queries) => queries.run(sql, control.clock.nowMs(), answer, number))
}

/** The operator's word that the books are right, for the server to carry out. */
export async function requestTrust(
  control: Control,
  { who, why }: { readonly who: string; readonly why: string },
): Promise<{ readonly outcome: 'requested'; readonly number: number } | Refusal> {
  const wrong = checkName(who) ?? checkName(why, 'reason')
  if (wrong !== undefined) return wrong
  return await change(control, async (queries) => {
    const sql = `insert into control_trust (number, who, why, wished_at_ms, applied_at_ms, answer)
                 values ((select coalesce(max(number), 0) + 1 from control_trust), $1, $2, $3, null, null) returning number`
    const [[number]] = (await queries.query(sql, who, why, control.clock.nowMs())) as [[number]]
    return { outcome: 'requested', number }
  })
}

/** What became of it; undefined while the server has not answered. */
export async function trustAnswer({ database }: Control, number: number): Promise<string | undefined> {
  const [row] = await database.query<[string | null]>('select answer from control_trust where number = $1', number)
  return row?.[0] ?? undefined
}
