import { randomBytes } from 'node:crypto'
import { DAY_MS } from '../../stdx/time-units.ts'
import type { Queries } from '../../storage/storage.ts'
import { noteAct, type OperatorControl } from './acts.ts'
import { type Control, change } from './control-database.ts'

/**
 * Adds a secret for browser sessions if the newest is a day old, and keeps two. A leaked secret is of use for two days
 * at most. Sessions live for minutes, so those of a removed secret have expired. Every server calls
 * this; one of them acts.
 */
export async function rotateKeyRing(control: Control): Promise<'rotated' | 'unchanged'> {
  const nowMs = control.clock.nowMs()
  const newest = 'select coalesce(max(created_at_ms), 0) from control_ring'
  const [[createdAtMs]] = (await control.database.query(newest)) as [[number]]
  if (nowMs < createdAtMs + RING_KEY_MS) return 'unchanged'
  return await change(control, async (queries) => {
    const [[again]] = (await queries.query(newest)) as [[number]]
    if (again !== createdAtMs) return 'unchanged'
    await addSecret(queries, nowMs)
    return 'rotated'
  })
}

/**
 * Adds a secret now, and keeps the one before it, with which open pages go on for some minutes. After a leak, rotate
 * again when these have passed.
 */
export async function rotateSessionKeys(control: OperatorControl): Promise<{ readonly outcome: 'rotated' }> {
  return await change(control, async (queries) => {
    await addSecret(queries, control.clock.nowMs())
    await noteAct(control, queries, { what: 'session-keys.rotate', account: null, subject: 'session-keys' })
    return { outcome: 'rotated' }
  })
}

async function addSecret(queries: Queries, nowMs: number): Promise<void> {
  const [[newest]] = (await queries.query('select coalesce(max(number), 0) from control_ring')) as [[number]]
  const sql = 'insert into control_ring (number, secret, created_at_ms) values ($1, $2, $3)'
  await queries.run(sql, newest + 1, randomBytes(RING_SECRET_BYTES), nowMs)
  await queries.run('delete from control_ring where number < $1', newest)
}

const RING_KEY_MS = DAY_MS

const RING_SECRET_BYTES = 32
