import { hash, randomBytes } from 'node:crypto'
import { HOUR_MS } from '../../stdx/time-units.ts'
import type { Control } from './control-database.ts'
import { isWorking, type Operator, readOperator } from './operators.ts'

/** The work of a day. */
export const CONSOLE_SESSION_MS = 8 * HOUR_MS

/** An operator who is signed in to the console. */
export interface ConsoleSession {
  readonly operator: Operator
  readonly expiresAtMs: number
}

/** Returns the secret for the cookie. Servers need not read again, so the counter of changes stays. */
export async function openSession(
  { database, clock }: Control,
  operator: string,
): Promise<{ readonly secret: string; readonly expiresAtMs: number }> {
  const secret = `rgc_${randomBytes(32).toHex()}`
  const nowMs = clock.nowMs()
  const expiresAtMs = nowMs + CONSOLE_SESSION_MS
  await database.transaction(async (queries) => {
    await queries.run('delete from control_console_session where expires_at_ms <= $1', nowMs)
    await queries.run(
      'insert into control_console_session (sha256, operator, created_at_ms, expires_at_ms) values ($1, $2, $3, $4)',
      ...[hash('sha256', secret, 'buffer'), operator, nowMs, expiresAtMs],
    )
  })
  return { secret, expiresAtMs }
}

/** The session of a secret, while its operator's token works too. */
export async function findSession({ database, clock }: Control, secret: string): Promise<ConsoleSession | undefined> {
  const nowMs = clock.nowMs()
  const sql = 'select operator, expires_at_ms from control_console_session where sha256 = $1 and $2 < expires_at_ms'
  const [row] = await database.query<readonly [string, number]>(sql, hash('sha256', secret, 'buffer'), nowMs)
  const operator = row && (await readOperator(database, row[0]))
  return operator && isWorking(operator, nowMs) ? { operator, expiresAtMs: row![1] } : undefined
}

export async function endSession({ database }: Control, secret: string): Promise<void> {
  await database.run('delete from control_console_session where sha256 = $1', hash('sha256', secret, 'buffer'))
}

/** A page of another origin cannot read it, and the cookie alone does not have it. */
export function forgeryToken(secret: string): string {
  return hash('sha256', `regista: against forged requests: ${secret}`)
}
