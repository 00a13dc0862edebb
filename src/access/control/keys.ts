import { hash, randomBytes } from 'node:crypto'
import { DAY_MS } from '../../stdx/time-units.ts'
import type { Queries } from '../../storage/storage.ts'
import {
  commonScopes,
  parseScopes,
  readScopes,
  type Scope,
  type ScopeSet,
  scopeSetOf,
  scopesBeyond,
  scopesIn,
  writeScopes,
} from '../scopes.ts'
import { noteAct, type OperatorControl } from './acts.ts'
import { checkBounds } from './check-bounds.ts'
import { type Control, change } from './control-database.ts'
import { listIds } from './id-list.ts'
import { createId } from './ids.ts'
import { checkName, invalid, notFound, type OperatorMistake } from './operator-mistake.ts'
import { readProject } from './projects.ts'

/** A server key without its text. */
export interface ServerKey {
  readonly id: string
  readonly project: string
  readonly name: string
  /** The end of its text, for the operator to recognise it by. */
  readonly last4: string
  readonly scopes: readonly Scope[]
  readonly createdAtMs: number
  readonly expiresAtMs: number
  readonly revokedAtMs: number | null
}

/** A key works for 90 days, if the operator wants nothing else. */
const KEY_DAYS = 90
/** The end of a key without end: the last day of year 9999. */
const NEVER_MS = Date.UTC(9999, 11, 31)

/** Null: without end. */
export function endOfKey({ expiresAtMs }: Pick<ServerKey, 'expiresAtMs'>): number | null {
  return expiresAtMs === NEVER_MS ? null : expiresAtMs
}

/** Commands warn of keys that expire within so many days. */
export const KEY_WARNING_DAYS = 14
const WARNING_MS = KEY_WARNING_DAYS * DAY_MS

export interface NewKey {
  readonly project: string
  readonly name?: string | undefined
  readonly scopes: readonly string[]
  /** Null: without end. */
  readonly days?: number | null | undefined
}

/** `text` is the key itself: it is shown once and stored nowhere. */
export async function issueKey(
  control: OperatorControl,
  { project, name = '', scopes, days = KEY_DAYS }: NewKey,
): Promise<{ readonly outcome: 'issued'; readonly text: string; readonly key: ServerKey } | OperatorMistake> {
  const parsed = parseScopes(scopes)
  const mistake = name === '' ? undefined : checkName(name)
  if (mistake !== undefined) return mistake
  if ('sentence' in parsed) return invalid(parsed.sentence)
  if (parsed.scopes === 0) return invalid('A key without scopes allows nothing. Give at least one scope.')
  const beyond = checkBounds(control.actor, { scopes: parsed.scopes })
  if (beyond !== undefined) return beyond
  return await change(control, async (queries) => {
    const owner = await readProject(queries, project)
    if (owner === undefined) return notFound('project', project)
    const more = scopesBeyond(parsed.scopes, scopeSetOf(owner.scopes))
    if (0 < more.length) return invalid(`${more.join(', ')}: the project itself has no such scope.`)
    const issued = await insertKey(queries, control, { project, name, scopes: parsed.scopes, days })
    const act = { what: 'key.issue', account: owner.account, subject: issued.key.id }
    await noteAct(control, queries, { ...act, after: issued.key })
    return { outcome: 'issued', ...issued }
  })
}

/**
 * Issues a key like this one, which then ends after some time, so that the customer can change over. A scope that the
 * project has lost is not passed on.
 */
export async function rotateKey(
  control: OperatorControl,
  given: string,
  { endsInMs, days = KEY_DAYS }: { readonly endsInMs: number; readonly days?: number | null | undefined },
): Promise<
  | { readonly outcome: 'rotated'; readonly text: string; readonly key: ServerKey; readonly old: ServerKey }
  | OperatorMistake
> {
  return await change(control, async (queries) => {
    const old = await findKey(queries, given)
    if (old === undefined) return notFound('key', given)
    const { id } = old
    const nowMs = control.clock.nowMs()
    if (old.revokedAtMs !== null || old.expiresAtMs <= nowMs)
      return invalid(
        `${id} does not work any more. Issue another: regista key issue --project ${old.project} --scopes ${old.scopes.join(',')}`,
      )
    const { project, name } = old
    const owner = (await readProject(queries, project))!
    const scopes = commonScopes(scopeSetOf(old.scopes), scopeSetOf(owner.scopes))
    const beyond = checkBounds(control.actor, { scopes })
    if (beyond !== undefined) return beyond
    if (scopes === 0) return invalid(`The project of ${id} has none of its scopes any more.`)
    const expiresAtMs = Math.min(old.expiresAtMs, nowMs + endsInMs)
    await queries.run('update control_key set expires_at_ms = $2 where id = $1', id, expiresAtMs)
    const issued = await insertKey(queries, control, { project, name, scopes, days })
    const act = { what: 'key.rotate', account: owner.account, subject: id }
    const after = { expiresAtMs, successor: issued.key }
    await noteAct(control, queries, { ...act, before: { expiresAtMs: old.expiresAtMs }, after })
    return { outcome: 'rotated', ...issued, old: { ...old, expiresAtMs } }
  })
}

interface KeyRow {
  readonly project: string
  readonly name: string
  readonly scopes: ScopeSet
  readonly days: number | null
}

async function insertKey(
  queries: Queries,
  { clock }: Control,
  { project, name, scopes, days }: KeyRow,
): Promise<{ readonly text: string; readonly key: ServerKey }> {
  const text = `rgk_${randomBytes(32).toHex()}`
  const nowMs = clock.nowMs()
  const key: ServerKey = {
    id: createId('key'),
    project,
    name,
    last4: text.slice(-4),
    scopes: scopesIn(scopes),
    createdAtMs: nowMs,
    expiresAtMs: days === null ? NEVER_MS : nowMs + days * DAY_MS,
    revokedAtMs: null,
  }
  await queries.run(
    `insert into control_key (id, project, name, sha256, last4, scopes, created_at_ms, expires_at_ms, revoked_at_ms)
     values ($1, $2, $3, $4, $5, $6, $7, $8, null)`,
    ...[key.id, project, name, hash('sha256', text, 'buffer'), key.last4, writeScopes(scopes)],
    ...[key.createdAtMs, key.expiresAtMs],
  )
  return { text, key }
}

export async function revokeKey(
  control: OperatorControl,
  given: string,
): Promise<{ readonly outcome: 'revoked' | 'unchanged'; readonly key: ServerKey } | OperatorMistake> {
  return await change(control, async (queries) => {
    const key = await findKey(queries, given)
    if (key === undefined) return notFound('key', given)
    if (key.revokedAtMs !== null) return { outcome: 'unchanged', key }
    const revokedAtMs = control.clock.nowMs()
    await queries.run('update control_key set revoked_at_ms = $1 where id = $2', revokedAtMs, key.id)
    const { account } = (await readProject(queries, key.project))!
    const after = { ...key, revokedAtMs }
    await noteAct(control, queries, { what: 'key.revoke', account, subject: key.id, before: key, after })
    return { outcome: 'revoked', key: { ...key, revokedAtMs } }
  })
}

/** By its id, or by the key itself: who finds a key where it should not be has only that. */
async function findKey(queries: Queries, given: string): Promise<ServerKey | undefined> {
  const sql = `select ${COLUMNS} from control_key where`
  const [row] = given.startsWith('rgk_')
    ? await queries.query<KeyColumns>(`${sql} sha256 = $1`, hash('sha256', given, 'buffer'))
    : await queries.query<KeyColumns>(`${sql} id = $1`, given)
  return row && toKey(row)
}

/** In order of issue. */
export async function listKeys(
  { database }: Control,
  project: string,
): Promise<{ readonly outcome: 'listed'; readonly keys: readonly ServerKey[] } | OperatorMistake> {
  const sql = `select ${COLUMNS} from control_key where project = $1 order by created_at_ms, id`
  const keys = (await database.query<KeyColumns>(sql, project)).map(toKey)
  if (keys.length === 0 && (await readProject(database, project)) === undefined) return notFound('project', project)
  return { outcome: 'listed', keys }
}

/** Working keys of all projects that expire soon and have no successor, the first to expire first. */
export async function listExpiringKeys({ database, clock }: Control, limit = Infinity): Promise<readonly ServerKey[]> {
  const nowMs = clock.nowMs()
  const found: ServerKey[] = []
  let after: readonly [endMs: number, id: string] = [nowMs, '']
  while (found.length < limit) {
    const ending = (await database.query<KeyColumns>(ENDING, ...after, nowMs + WARNING_MS)).map(toKey)
    const { list, value } = listIds(database.dialect, [...new Set(ending.map(({ project }) => project))])
    const sql = `select ${COLUMNS} from control_key where project in ${list} and revoked_at_ms is null`
    const beside = 0 < ending.length ? (await database.query<KeyColumns>(sql, value)).map(toKey) : []
    const wanted = new Set(keysToRotate(beside, nowMs).map(({ id }) => id))
    found.push(...ending.filter(({ id }) => wanted.has(id)))
    const last = ending.at(-1)
    if (last === undefined || ending.length < ENDING_AT_ONCE) break
    after = [last.expiresAtMs, last.id]
  }
  return found.slice(0, limit)
}

/**
 * Those that expire soon, without those that were rotated: each has a later one for the same use beside it. A key
 * without a name may be for another program, unless its end was brought nearer: it is no whole number of days after
 * its beginning.
 */
export function keysToRotate<Key extends RotatableKey>(keys: readonly Key[], nowMs: number): readonly Key[] {
  const lasting = Map.groupBy(
    keys.filter((key) => key.revokedAtMs === null && nowMs < key.expiresAtMs && !expiresSoon(key, nowMs)),
    ({ project }) => project,
  )
  const isSuccessor = (key: Key, old: Key) =>
    key.name === old.name &&
    (old.name !== '' || (old.expiresAtMs - old.createdAtMs) % DAY_MS !== 0) &&
    old.createdAtMs < key.createdAtMs &&
    old.scopes.every((scope) => key.scopes.includes(scope))
  return keys.filter(
    (old) => expiresSoon(old, nowMs) && !lasting.get(old.project)?.some((key) => isSuccessor(key, old)),
  )
}

function expiresSoon(
  { expiresAtMs, revokedAtMs }: Pick<ServerKey, 'expiresAtMs' | 'revokedAtMs'>,
  nowMs: number,
): boolean {
  return revokedAtMs === null && nowMs < expiresAtMs && expiresAtMs <= nowMs + WARNING_MS
}

/** `project` is anything that names it. */
export type RotatableKey = Pick<ServerKey, 'name' | 'scopes' | 'createdAtMs' | 'expiresAtMs' | 'revokedAtMs'> & {
  readonly project: string | number
}

const COLUMNS = 'id, project, name, last4, scopes, created_at_ms, expires_at_ms, revoked_at_ms'

const ENDING_AT_ONCE = 500
const ENDING = `select ${COLUMNS} from control_key
  where revoked_at_ms is null and (expires_at_ms, id) > ($1, $2) and expires_at_ms <= $3
  order by expires_at_ms, id limit ${ENDING_AT_ONCE}`

type KeyColumns = readonly [string, string, string, string, string, number, number, number | null]

function toKey([id, project, name, last4, scopes, createdAtMs, expiresAtMs, revokedAtMs]: KeyColumns): ServerKey {
  return { id, project, name, last4, scopes: scopesIn(readScopes(scopes)), createdAtMs, expiresAtMs, revokedAtMs }
}
