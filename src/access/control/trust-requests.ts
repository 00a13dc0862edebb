import { noteAct, type OperatorControl } from './acts.ts'
import { type Control, change } from './control-database.ts'
import { checkName, type OperatorMistake } from './operator-mistake.ts'

/** The operator has examined these doubts and declares them resolved. The books gave them their ids. */
export interface TrustRequest {
  readonly who: string
  readonly why: string
  readonly doubts: readonly { readonly id: number; readonly raisedAtMs: number }[]
}

/** The newest request and its result. */
export interface LastTrustRequest extends Omit<TrustRequest, 'who'> {
  readonly requestedAtMs: number
  /** Undefined until a server has carried out the request. */
  readonly answer: string | undefined
}

/** Stores a request for a server to carry out. */
export async function requestTrust(
  control: OperatorControl,
  { who, why, doubts }: TrustRequest,
): Promise<{ readonly outcome: 'requested'; readonly number: number } | OperatorMistake> {
  const wrong = checkName(who) ?? checkName(why, 'reason')
  if (wrong !== undefined) return wrong
  return await change(control, async (queries) => {
    const sql = `insert into control_trust (number, who, why, doubts, wished_at_ms, applied_at_ms, answer)
                 values ((select coalesce(max(number), 0) + 1 from control_trust), $1, $2, $3, $4, null, null) returning number`
    const [[number]] = (await queries.query(sql, who, why, encodeDoubts(doubts), control.clock.nowMs())) as [[number]]
    const after = { why, doubts: doubts.map(({ id }) => id) }
    await noteAct(control, queries, { what: 'books.trust', account: null, subject: String(number), after })
    return { outcome: 'requested', number }
  })
}

/**
 * Carries out the requests without an answer and returns their number. `trust` audits the books first, which may take
 * long, and returns a sentence for the operator. If it throws, the request stays open and is carried out later.
 * A request may be carried out twice: a resolved doubt stays resolved.
 */
export async function applyTrustRequests(
  control: Control,
  trust: (request: TrustRequest) => Promise<string>,
): Promise<number> {
  const sql = 'select number, who, why, doubts from control_trust where applied_at_ms is null order by number'
  let applied = 0
  for (const [number, who, why, doubts] of await control.database.query<[number, string, string, string]>(sql))
    applied += await storeAnswer(control, number, await trust({ who, why, doubts: decodeDoubts(doubts) }))
  return applied
}

/** Undefined until a server has answered. */
export async function readTrustAnswer({ database }: Control, number: number): Promise<string | undefined> {
  const [row] = await database.query<[string | null]>('select answer from control_trust where number = $1', number)
  return row?.[0] ?? undefined
}

export async function readLastTrustRequest({ database }: Control): Promise<LastTrustRequest | undefined> {
  const sql = 'select why, doubts, wished_at_ms, answer from control_trust order by number desc limit 1'
  const [row] = await database.query<[string, string, number, string | null]>(sql)
  return row && { why: row[0], doubts: decodeDoubts(row[1]), requestedAtMs: row[2], answer: row[3] ?? undefined }
}

function storeAnswer(control: Control, number: number, answer: string): Promise<number> {
  const sql = 'update control_trust set applied_at_ms = $1, answer = $2 where number = $3 and applied_at_ms is null'
  return change(control, (queries) => queries.run(sql, control.clock.nowMs(), answer, number))
}

/** As stored in the table: `[[id, raised at], …]`. */
function encodeDoubts(doubts: TrustRequest['doubts']): string {
  return JSON.stringify(doubts.map(({ id, raisedAtMs }) => [id, raisedAtMs]))
}

function decodeDoubts(text: string): TrustRequest['doubts'] {
  return (JSON.parse(text) as [number, number][]).map(([id, raisedAtMs]) => ({ id, raisedAtMs }))
}
