import { hash, randomBytes } from 'node:crypto'
import { DAY_MS } from '../../stdx/time-units.ts'
import { parseScopes, readScopes, SCOPES, type Scope, scopesIn, writeScopes } from '../scopes.ts'
import { type Bounds, noteAct, type OperatorControl } from './acts.ts'
import { type Control, change } from './control-database.ts'
import { invalid, notFound, type OperatorMistake, wrongState } from './operator-mistake.ts'

/** Each may do what those before it may. */
export const ROLES = ['read', 'provision', 'operate'] as const
export type Role = (typeof ROLES)[number]

/** A person or program with a token for `/admin/v1`. */
export interface Operator {
  /** Never given again: lines of acts have it. */
  readonly name: string
  readonly role: Role
  /** The end of its token. */
  readonly last4: string
  /** The largest allowance that it may give. Null: every one. */
  readonly allowanceMaxUnits: number | null
  /** The scopes that it may give. */
  readonly scopes: readonly Scope[]
  readonly createdAtMs: number
  /** Null: never. */
  readonly expiresAtMs: number | null
  readonly revokedAtMs: number | null
}

export interface NewOperator {
  readonly name: string
  readonly role: Role
  readonly days?: number | undefined
  readonly allowanceMaxUnits?: number | undefined
  readonly scopes?: readonly string[]
}

/** `text` is the token itself: it is shown once and stored nowhere. */
export async function addOperator(
  control: OperatorControl,
  { name, role, days, allowanceMaxUnits, scopes = SCOPES }: NewOperator,
): Promise<{ readonly outcome: 'added'; readonly text: string; readonly operator: Operator } | OperatorMistake> {
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(name))
    return invalid('The name of an operator has up to 40 small letters, digits and hyphens, and begins with a letter.')
  const parsed = parseScopes(scopes)
  if ('sentence' in parsed) return invalid(parsed.sentence)
  return await change(control, async (queries) => {
    const known = await readOperator(queries, name)
    if (known !== undefined)
      return wrongState(`There is an operator ${name} already, and its name stays in the log. Take another name.`)
    const text = `rga_${randomBytes(32).toHex()}`
    const nowMs = control.clock.nowMs()
    const expiresAtMs = days === undefined ? null : nowMs + days * DAY_MS
    await queries.run(
      `insert into control_operator
         (name, role, sha256, last4, allowance_max_units, scopes, created_at_ms, expires_at_ms, revoked_at_ms)
       values ($1, $2, $3, $4, $5, $6, $7, $8, null)`,
      ...[name, role, hashToken(text), text.slice(-4), allowanceMaxUnits ?? null, writeScopes(parsed.scopes)],
      ...[nowMs, expiresAtMs],
    )
    const operator = (await readOperator(queries, name))!
    await noteAct(control, queries, { what: 'operator.add', account: null, subject: name, after: operator })
    return { outcome: 'added', text, operator }
  })
}

export async function revokeOperator(
  control: OperatorControl,
  name: string,
): Promise<{ readonly outcome: 'revoked' | 'unchanged'; readonly operator: Operator } | OperatorMistake> {
  return await change(control, async (queries) => {
    const before = await readOperator(queries, name)
    if (before === undefined) return notFound('operator', name)
    if (before.revokedAtMs !== null) return { outcome: 'unchanged', operator: before }
    const sql = 'update control_operator set revoked_at_ms = $1 where name = $2'
    await queries.run(sql, control.clock.nowMs(), name)
    const operator = (await readOperator(queries, name))!
    await noteAct(control, queries, { what: 'operator.revoke', account: null, subject: name, before, after: operator })
    return { outcome: 'revoked', operator }
  })
}

export async function listOperators({ database }: Control): Promise<readonly Operator[]> {
  const rows = await database.query<OperatorColumns>(`select ${COLUMNS} from control_operator order by name`)
  return rows.map(toOperator)
}

/** The operator of a token that works now. What the time of a search by hash reveals does not help to find a token. */
export async function authenticateOperator({ database, clock }: Control, text: string): Promise<Operator | undefined> {
  const sql = `select ${COLUMNS} from control_operator where sha256 = $1`
  const [row] = await database.query<OperatorColumns>(sql, hashToken(text))
  const operator = row && toOperator(row)
  return operator && isWorking(operator, clock.nowMs()) ? operator : undefined
}

export function isWorking({ expiresAtMs, revokedAtMs }: Operator, nowMs: number): boolean {
  return revokedAtMs === null && nowMs < (expiresAtMs ?? Infinity)
}

export function includesRole(role: Role, needed: Role): boolean {
  return ROLES.indexOf(needed) <= ROLES.indexOf(role)
}

export function boundsOf({ allowanceMaxUnits, scopes }: Pick<Operator, 'allowanceMaxUnits' | 'scopes'>): Bounds {
  return { allowanceUnits: allowanceMaxUnits, scopes: readScopes(scopes.join(' ')) }
}

function hashToken(text: string): Uint8Array {
  return hash('sha256', text, 'buffer')
}

export async function readOperator(
  queries: Pick<Control['database'], 'query'>,
  name: string,
): Promise<Operator | undefined> {
  const sql = `select ${COLUMNS} from control_operator where name = $1`
  const [row] = await queries.query<OperatorColumns>(sql, name)
  return row && toOperator(row)
}

const COLUMNS = 'name, role, last4, allowance_max_units, scopes, created_at_ms, expires_at_ms, revoked_at_ms'

type OperatorColumns = readonly [string, Role, string, number | null, string, number, number | null, number | null]

function toOperator(row: OperatorColumns): Operator {
  const [name, role, last4, allowanceMaxUnits, scopes, createdAtMs, expiresAtMs, revokedAtMs] = row
  const given = { allowanceMaxUnits, scopes: scopesIn(readScopes(scopes)) }
  return { name, role, last4, ...given, createdAtMs, expiresAtMs, revokedAtMs }
}
