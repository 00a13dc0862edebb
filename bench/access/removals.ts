import { setTimeout as wait } from 'node:timers/promises'
import { changeAccountState } from '../../src/access/control/accounts.ts'
import type { OperatorControl } from '../../src/access/control/acts.ts'
import { openControlDatabase } from '../../src/access/control/control.ts'
import { revokeKey } from '../../src/access/control/keys.ts'
import { setScopes } from '../../src/access/control/projects.ts'
import { TEST_ACTOR } from '../../src/access/testing/actor.ts'
import { createCustomer, type Key } from '../../src/access/testing/customers.ts'
import { ask } from '../../src/http/testing/ask.ts'
import { systemClock } from '../../src/stdx/clock.ts'
import { type RunningServer, runServer } from '../../test/testing/running-server.ts'
import { percentiles } from '../ledger/percentiles.ts'
import { say } from '../report.ts'
import { fillAccounts } from './fill.ts'

export interface RemovalOptions {
  /** The data folder of each server. */
  readonly folders: readonly string[]
  readonly databaseUrl?: string
  readonly limits: string
  readonly rounds: number
  readonly accounts: number
}

/** The rights that are removed, one after the other. */
const CHANGES: Readonly<Record<string, (control: OperatorControl, key: Key) => Promise<unknown>>> = {
  'a key is revoked': (control, { id }) => revokeKey(control, id),
  'an account is suspended': (control, { account }) =>
    changeAccountState(control, { id: account, transition: 'suspend' }),
  'a scope is taken away': (control, { project }) =>
    setScopes(control, { id: project, scopes: ['companies:read'], browserScopes: [] }),
}
/** Looked at so long after a command; the promise is one second. */
const WATCHED_MS = 1_500
const EVERY_MS = 4

/** How long after a command the right still opens something, on each thread of each server. */
export async function measureRemovals(
  name: string,
  { folders, databaseUrl, limits, rounds, accounts }: RemovalOptions,
): Promise<void> {
  await using running = new AsyncDisposableStack()
  const servers: RunningServer[] = []
  const database = running.use(await openControlDatabase({ data: folders[0]!, databaseUrl }, 'write'))
  const control: OperatorControl = { database, clock: systemClock, actor: TEST_ACTOR }
  await fillAccounts(database, accounts)
  for (const folder of folders) {
    const args = ['--workers', '2', '--limits', limits]
    const env = { REGISTA_DATABASE_URL: databaseUrl ?? '' }
    servers.push(running.use(await runServer(folder, { args, env })))
  }
  for (const [what, change] of Object.entries(CHANGES)) {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) times.push(await timeOf(control, servers, change))
    say(
      `| ${[name, accounts, what, percentiles(times).p50.toFixed(0), Math.max(...times).toFixed(0), '≤ 1 000'].join(' | ')} |`,
    )
  }
}

async function timeOf(
  control: OperatorControl,
  servers: readonly RunningServer[],
  change: (control: OperatorControl, key: Key) => Promise<unknown>,
): Promise<number> {
  const key = await createCustomer(control, { units: 1_000 })
  const isLetIn = async ({ port }: RunningServer): Promise<boolean> => {
    // A connection of its own, so that it may come to either thread.
    const reply = await ask(port, { path: '/v1/me/usage', key: key.text, headers: { connection: 'close' } })
    return reply.status === 200
  }
  for (const server of servers) for (let inARow = 0; inARow < 8; ) inARow = (await isLetIn(server)) ? inARow + 1 : 0
  await change(control, key)
  const changedMs = performance.now()
  let lastMs = changedMs
  const asked: Promise<void>[] = []
  while (performance.now() < changedMs + WATCHED_MS) {
    const sentMs = performance.now()
    for (const server of servers) {
      asked.push(
        isLetIn(server).then((letIn) => {
          if (letIn) lastMs = Math.max(lastMs, sentMs)
        }),
      )
    }
    await wait(EVERY_MS)
  }
  await Promise.all(asked)
  return lastMs - changedMs
}
