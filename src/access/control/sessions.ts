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

/**
 * Neither works without the other. A browser sends the cookie to every server at the same host, whatever its port, so
 * one of them may learn it; what the page has is sent to the server of the page only.
 */
export interface SessionSecrets {
  readonly cookie: string
  readonly page: string
}

/** Returns the secrets. Servers need not read again, so the counter of changes stays. */
export async function openSession(
  { database, clock }: Control,
  operator: string,
): Promise<{ readonly secrets: SessionSecrets; readonly expiresAtMs: number }> {
  const secrets = { cookie: `rgc_${randomBytes(32).toHex()}`, page: randomBytes(32).toHex() }
  const nowMs = clock.nowMs()
  const expiresAtMs = nowMs + CONSOLE_SESSION_MS
  await database.transaction(async (queries) => {
    await queries.run('delete from control_console_session where expires_at_ms <= $1', nowMs)
    await queries.run(
      'insert into control_console_session (sha256, operator, created_at_ms, expires_at_ms) values ($1, $2, $3, $4)',
      ...[hashBoth(secrets), operator, nowMs, expiresAtMs],
    )
  })
  return { secrets, expiresAtMs }
}

/** The session of these secrets, while its operator's token works too. */
export async function findSession(
  { database, clock }: Control,
  secrets: SessionSecrets,
): Promise<ConsoleSession | undefined> {
  const nowMs = clock.nowMs()
  const sql = 'select operator, expires_at_ms from control_console_session where sha256 = $1 and $2 < expires_at_ms'
  const [row] = await database.query<readonly [string, number]>(sql, hashBoth(secrets), nowMs)
  const operator = row && (await readOperator(database, row[0]))
  return operator && isWorking(operator, nowMs) ? { operator, expiresAtMs: row![1] } : undefined
}

export async function endSession({ database }: Control, secrets: SessionSecrets): Promise<void> {
  await database.run('delete from control_console_session where sha256 = $1', hashBoth(secrets))
}

function hashBoth({ cookie, page }: SessionSecrets): Uint8Array {
  return hash('sha256', JSON.stringify([cookie, page]), 'buffer')
}
