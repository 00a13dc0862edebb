import { DAY_MS } from '../../stdx/time-units.ts'
import type { Queries } from '../../storage/storage.ts'
import type { OperatorControl } from './acts.ts'
import { change, changeTogether } from './control-database.ts'

/** A request that may come again. */
export interface RepeatableRequest {
  readonly key: string
  /** The hash of the operation, its path and its body. */
  readonly sha256: Uint8Array
}

/** What an act answers. */
export interface Answered {
  /** Stored for repetitions, so it has no secret. */
  readonly answer: object
  /** The line of an act that the books have to carry out. */
  readonly act?: number
}

/** Nothing was changed, and the key may come again. */
interface Refusal {
  readonly sentence: string
}

export type Repeated =
  | { readonly outcome: 'replayed'; readonly answer: object; readonly isUnfinished: boolean }
  /** The same key came with another request. */
  | { readonly outcome: 'conflict' }

const KEPT_MS = 2 * DAY_MS

/** Carries out an act once, however often the request comes. The row of the request is part of its transaction. */
export async function actOnce<T extends Answered, R extends Refusal>(
  control: OperatorControl,
  { key, sha256 }: RepeatableRequest,
  work: (inner: OperatorControl) => Promise<T | R>,
): Promise<T | Repeated | R> {
  const { who } = control.actor
  return await changeTogether<OperatorControl, T | Repeated | R>(control, async (inner, queries) => {
    const nowMs = control.clock.nowMs()
    await queries.run('delete from control_repeat where created_at_ms < $1 and act is null', nowMs - KEPT_MS)
    const known = await findRepeat(queries, who, key)
    if (known !== undefined) {
      const { answer, isUnfinished } = known
      const isSame = Buffer.compare(known.sha256, sha256) === 0
      return isSame ? { outcome: 'replayed', answer, isUnfinished } : { outcome: 'conflict' }
    }
    const done = await work(inner)
    if ('sentence' in done) return done
    await queries.run(
      'insert into control_repeat (who, key, sha256, act, answer, created_at_ms) values ($1, $2, $3, $4, $5, $6)',
      ...[who, key, sha256, done.act ?? null, JSON.stringify(done.answer), nowMs],
    )
    return done
  })
}

/** Notes that the books have carried out the act. Its two days begin again: this answer may be lost too. */
export async function finishAct(control: OperatorControl, key: string, answer: object): Promise<void> {
  const sql = 'update control_repeat set act = null, answer = $3, created_at_ms = $4 where who = $1 and key = $2'
  const values = [control.actor.who, key, JSON.stringify(answer), control.clock.nowMs()]
  await change(control, (queries) => queries.run(sql, ...values))
}

async function findRepeat(queries: Queries, who: string, key: string) {
  const sql = 'select sha256, act, answer from control_repeat where who = $1 and key = $2'
  const [row] = await queries.query<readonly [Uint8Array, number | null, string]>(sql, who, key)
  return row && { sha256: row[0], isUnfinished: row[1] !== null, answer: JSON.parse(row[2]) as object }
}
