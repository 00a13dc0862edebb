import { randomBytes } from 'node:crypto'
import { DAY_MS } from '../../stdx/time-units.ts'
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
    const [[again, number]] = (await queries.query(
      'select coalesce(max(created_at_ms), 0), coalesce(max(number), 0) from control_ring',
    )) as [[number, number]]
    if (again !== createdAtMs) return 'unchanged'
    const sql = 'insert into control_ring (number, secret, created_at_ms) values ($1, $2, $3)'
    await queries.run(sql, number + 1, randomBytes(RING_SECRET_BYTES), nowMs)
    await queries.run('delete from control_ring where number < $1', number)
    return 'rotated'
  })
}

const RING_KEY_MS = DAY_MS

const RING_SECRET_BYTES = 32
