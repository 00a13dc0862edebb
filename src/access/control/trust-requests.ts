import { type Control, change } from './control.ts'
import { checkName, type Refusal } from './refusal.ts'

/** The doubts that the operator has looked at and declares settled, by the names that the books gave them. */
export interface TrustRequest {
  readonly who: string
  readonly why: string
  readonly doubts: readonly { readonly id: number; readonly raisedAtMs: number }[]
}

/** The request that was made last, and its result. */
export interface LastTrustRequest extends Omit<TrustRequest, 'who'> {
  readonly requestedAtMs: number
  /** Undefined while no server has carried it out. */
  readonly answer: string | undefined
}

/** Stores a request for whichever server keeps the books. */
export async function requestTrust(
  control: Control,
  { who, why, doubts }: TrustRequest,
): Promise<{ readonly outcome: 'requested'; readonly number: number } | Refusal> {
  const wrong = checkName(who) ?? checkName(why, 'reason')
  if (wrong !== undefined) return wrong
  return await change(control, async (queries) => {
    const sql = `insert into control_trust (number, who, why, doubts, wished_at_ms, applied_at_ms, answer)
                 values ((select coalesce(max(number), 0) + 1 from control_trust), $1, $2, $3, $4, null, null) returning number`
    const [[number]] = (await queries.query(sql, who, why, written(doubts), control.clock.nowMs())) as [[number]]
    return { outcome: 'requested', number }
  })
}

/**
 * Carries out the requests that no server has answered; how many these were. The books are audited first, which may take long, so this runs beside everything else.
 * `trust` answers with a sentence for the operator. If it throws, the request is tried again later. Carried out twice it does no harm: a resolved doubt stays resolved.
 */
export async function applyTrustRequests(
  control: Control,
  trust: (request: TrustRequest) => Promise<string>,
): Promise<number> {
  const sql = 'select number, who, why, doubts from control_trust where applied_at_ms is null order by number'
  let applied = 0
  for (const [number, who, why, doubts] of await control.database.query<[number, string, string, string]>(sql))
    applied += await storeAnswer(control, number, await trust({ who, why, doubts: read(doubts) }))
  return applied
}

/** Undefined: no server has answered. */
export async function trustAnswer({ database }: Control, number: number): Promise<string | undefined> {
  const [row] = await database.query<[string | null]>('select answer from control_trust where number = $1', number)
  return row?.[0] ?? undefined
}

export async function lastTrustRequest({ database }: Control): Promise<LastTrustRequest | undefined> {
  const sql = 'select why, doubts, wished_at_ms, answer from control_trust order by number desc limit 1'
  const [row] = await database.query<[string, string, number, string | null]>(sql)
  return row && { why: row[0], doubts: read(row[1]), requestedAtMs: row[2], answer: row[3] ?? undefined }
}

function storeAnswer(control: Control, number: number, answer: string): Promise<number> {
  const sql = 'update control_trust set applied_at_ms = $1, answer = $2 where number = $3 and applied_at_ms is null'
  return change(control, (queries) => queries.run(sql, control.clock.nowMs(), answer, number))
}

/** In the table: `[[id, raised at], …]`. */
function written(doubts: TrustRequest['doubts']): string {
  return JSON.stringify(doubts.map(({ id, raisedAtMs }) => [id, raisedAtMs]))
}

function read(text: string): TrustRequest['doubts'] {
  return (JSON.parse(text) as [number, number][]).map(([id, raisedAtMs]) => ({ id, raisedAtMs }))
}
