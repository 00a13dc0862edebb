import type { Queries } from '../../storage/storage.ts'
import type { ScopeSet } from '../scopes.ts'
import type { Control } from './control-database.ts'

/** The person or program that changes something. */
export interface Actor {
  /** A user of the system for commands, the name of an operator over HTTP. */
  readonly who: string
  readonly via: 'command' | 'http'
  /** A machine, or the address of a client. */
  readonly place: string
  readonly requestId?: string
  /** What the operator may give at most. Undefined: everything. */
  readonly bounds?: Bounds
}

export interface Bounds {
  /** Null: every allowance. */
  readonly allowanceUnits: number | null
  readonly scopes: ScopeSet
}

/** For changes that operators make: each leaves a line. */
export interface OperatorControl extends Control {
  readonly actor: Actor
  /** Set inside a larger act, which leaves one line for all. */
  readonly isPart?: true
}

/** One line of the log of acts. */
export interface Act {
  readonly number: number
  readonly atMs: number
  readonly who: string
  readonly via: Actor['via']
  readonly place: string
  /** `account.close` */
  readonly what: string
  readonly account: string | null
  readonly subject: string | null
  /** The fields that changed, before and after. Null: there were none. */
  readonly before: Fields | null
  readonly after: Fields | null
  readonly requestId: string | null
}

type Fields = Readonly<Record<string, unknown>>

export interface NewAct {
  readonly what: string
  readonly account: string | null
  readonly subject: string
  readonly before?: object
  readonly after?: object
}

/** Writes the line of an act in its transaction. A part of a larger act has none, and the number zero. */
export async function noteAct(
  { actor, clock, isPart }: OperatorControl,
  queries: Queries,
  { what, account, subject, before, after }: NewAct,
): Promise<Pick<Act, 'number' | 'atMs'>> {
  const atMs = clock.nowMs()
  if (isPart === true) return { number: 0, atMs }
  const { who, via, place, requestId = null } = actor
  const changed = changedFields(before, after)
  const sql = `insert into control_act (number, at_ms, who, via, place, what, account, subject, was, becomes, request)
     values ((select coalesce(max(number), 0) + 1 from control_act), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     returning number`
  const values = [atMs, who, via, place, what, account, subject, ...changed.map(write), requestId]
  const [[number]] = (await queries.query(sql, ...values)) as [[number]]
  return { number, atMs }
}

/** The fields that differ. Ids stand beside them already. */
function changedFields(before: object = {}, after: object = {}): [Fields, Fields] {
  const names = Object.keys({ ...before, ...after }).filter((name) => name !== 'id' && name !== 'account')
  const [was, becomes] = [before as Fields, after as Fields]
  const differing = names.filter((name) => JSON.stringify(was[name]) !== JSON.stringify(becomes[name]))
  const only = (fields: Fields): Fields =>
    Object.fromEntries(differing.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])))
  return [only(was), only(becomes)]
}

function write(fields: Fields): string | null {
  return Object.keys(fields).length === 0 ? null : JSON.stringify(fields)
}

export interface ActsWanted {
  readonly account?: string | undefined
  /** The id of an operator's request over HTTP. */
  readonly request?: string | undefined
  /** Only older lines than this one. */
  readonly before?: number | undefined
  readonly limit: number
}

/** The newest first. */
export async function listActs({ database }: Control, { account, request, before, limit }: ActsWanted): Promise<Act[]> {
  const conditions = [
    ...(account === undefined ? [] : [['account =', account] as const]),
    ...(request === undefined ? [] : [['request =', request] as const]),
    ...(before === undefined ? [] : [['number <', before] as const]),
  ]
  const where = conditions.map(([condition], at) => `${at === 0 ? 'where' : 'and'} ${condition} $${at + 2}`).join(' ')
  const sql = `select ${COLUMNS} from control_act ${where} order by number desc limit $1`
  const rows = await database.query<ActColumns>(sql, limit, ...conditions.map(([, value]) => value))
  return rows.map(toAct)
}

/** The newest act of these kinds on an account. */
export async function findLastAct(
  queries: Queries,
  account: string,
  whats: readonly string[],
): Promise<Act | undefined> {
  const kinds = whats.map((_, at) => `$${at + 2}`).join(', ')
  const sql = `select ${COLUMNS} from control_act where account = $1 and what in (${kinds}) order by number desc limit 1`
  const [row] = await queries.query<ActColumns>(sql, account, ...whats)
  return row && toAct(row)
}

const COLUMNS = 'number, at_ms, who, via, place, what, account, subject, was, becomes, request'

type Text = string | null
type ActColumns = readonly [number, number, string, Actor['via'], string, string, Text, Text, Text, Text, Text]

function toAct([number, atMs, who, via, place, what, account, subject, was, becomes, requestId]: ActColumns): Act {
  return { number, atMs, who, via, place, what, account, subject, before: read(was), after: read(becomes), requestId }
}

function read(json: string | null): Fields | null {
  return json === null ? null : (JSON.parse(json) as Fields)
}
