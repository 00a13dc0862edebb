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
import { type Control, change } from './control-database.ts'
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

/** A key works for 90 days. */
const KEY_LIFE_MS = 90 * DAY_MS

/** Commands warn of keys that expire within so many days. */
export const KEY_WARNING_DAYS = 14

/** `text` is the key itself: it is shown once and stored nowhere. */
export async function issueKey(
  control: Control,
  {
    project,
    name = '',
    scopes,
  }: { readonly project: string; readonly name?: string; readonly scopes: readonly string[] },
): Promise<{ readonly outcome: 'issued'; readonly text: string; readonly key: ServerKey } | OperatorMistake> {
  const parsed = parseScopes(scopes)
  const mistake = name === '' ? undefined : checkName(name)
  if (mistake !== undefined) return mistake
  if ('sentence' in parsed) return invalid(parsed.sentence)
  if (parsed.scopes === 0) return invalid('A key without scopes allows nothing. Give at least one scope.')
  return await change(control, async (queries) => {
    const owner = await readProject(queries, project)
    if (owner === undefined) return notFound('project', project)
    const more = scopesBeyond(parsed.scopes, scopeSetOf(owner.scopes))
    if (0 < more.length) return invalid(`${more.join(', ')}: the project itself has no such scope.`)
    return { outcome: 'issued', ...(await insertKey(queries, control, { project, name, scopes: parsed.scopes })) }
  })
}

/**
 * Issues a key like this one, which then ends after some time, so that the customer can change over. A scope that the
 * project has lost is not passed on.
 */
export async function rotateKey(
  control: Control,
  id: string,
  { endsInMs }: { readonly endsInMs: number },
): Promise<
  | { readonly outcome: 'rotated'; readonly text: string; readonly key: ServerKey; readonly old: ServerKey }
  | OperatorMistake
> {
  return await change(control, async (queries) => {
    const [row] = await queries.query<KeyColumns>(`select ${COLUMNS} from control_key where id = $1`, id)
    if (row === undefined) return notFound('key', id)
    const old = toKey(row)
    const nowMs = control.clock.nowMs()
    if (old.revokedAtMs !== null || old.expiresAtMs <= nowMs)
      return invalid(
        `${id} does not work any more. Issue another: regista key issue --project ${old.project} --scopes ${old.scopes.join(',')}`,
      )
    const { project, name } = old
    const scopes = commonScopes(scopeSetOf(old.scopes), scopeSetOf((await readProject(queries, project))!.scopes))
    if (scopes === 0) return invalid(`The project of ${id} has none of its scopes any more.`)
    const expiresAtMs = Math.min(old.expiresAtMs, nowMs + endsInMs)
    await queries.run('update control_key set expires_at_ms = $2 where id = $1', id, expiresAtMs)
    const issued = await insertKey(queries, control, { project, name, scopes })
    return { outcome: 'rotated', ...issued, old: { ...old, expiresAtMs } }
  })
}

interface NewKey {
  readonly project: string
  readonly name: string
  readonly scopes: ScopeSet
}

async function insertKey(
  queries: Queries,
  { clock }: Control,
  { project, name, scopes }: NewKey,
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
    expiresAtMs: nowMs + KEY_LIFE_MS,
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
  control: Control,
  id: string,
): Promise<{ readonly outcome: 'revoked' | 'unchanged'; readonly key: ServerKey } | OperatorMistake> {
  return await change(control, async (queries) => {
    const sql = 'update control_key set revoked_at_ms = $1 where id = $2 and revoked_at_ms is null'
    const changed = await queries.run(sql, control.clock.nowMs(), id)
    const [row] = await queries.query<KeyColumns>(`select ${COLUMNS} from control_key where id = $1`, id)
    if (row === undefined) return notFound('key', id)
    return { outcome: changed === 1 ? 'revoked' : 'unchanged', key: toKey(row) }
  })
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

/** Working keys of all projects that expire soon, the first to expire first. */
export async function listExpiringKeys({ database, clock }: Control): Promise<readonly ServerKey[]> {
  const sql = `select ${COLUMNS} from control_key where revoked_at_ms is null order by expires_at_ms, id`
  const nowMs = clock.nowMs()
  return (await database.query<KeyColumns>(sql)).map(toKey).filter((key) => expiresSoon(key, nowMs))
}

export function expiresSoon(
  { expiresAtMs, revokedAtMs }: Pick<ServerKey, 'expiresAtMs' | 'revokedAtMs'>,
  nowMs: number,
): boolean {
  return revokedAtMs === null && nowMs < expiresAtMs && expiresAtMs <= nowMs + KEY_WARNING_DAYS * DAY_MS
}

const COLUMNS = 'id, project, name, last4, scopes, created_at_ms, expires_at_ms, revoked_at_ms'

type KeyColumns = readonly [string, string, string, string, string, number, number, number | null]

function toKey([id, project, name, last4, scopes, createdAtMs, expiresAtMs, revokedAtMs]: KeyColumns): ServerKey {
  return { id, project, name, last4, scopes: scopesIn(readScopes(scopes)), createdAtMs, expiresAtMs, revokedAtMs }
}
