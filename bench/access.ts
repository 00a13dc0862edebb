import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { changeAccountState } from '../src/access/control/accounts.ts'
import { type Control, openControlDatabase } from '../src/access/control/control.ts'
import { revokeKey } from '../src/access/control/keys.ts'
import { setScopes } from '../src/access/control/projects.ts'
import { LIMIT_NAMES } from '../src/access/limits/limits.ts'
import { createCustomer, type Key } from '../src/access/testing/customers.ts'
import { ask } from '../src/http/testing/ask.ts'
import { systemClock } from '../src/stdx/clock.ts'
import { startPostgres } from '../src/storage/testing/postgres.ts'
import { type RunningServer, runServer } from '../test/testing/running-server.ts'
import { count, flag, readTrialOptions } from '../test/testing/trial.ts'
import { percentiles } from './ledger/percentiles.ts'
import { MACHINE, say, writeReport } from './report.ts'
import { makeWorkFolder } from './sample-data.ts'

const chosen = readTrialOptions({
  name: 'bench:access',
  what: 'How long after an operator’s command a key, an account or a scope still opens something, on each thread of each server: one server on SQLite, two on one PostgreSQL, two threads each. Counted is from the end of the command to the last request that was sent and still got its 200.',
  options: { rounds: count('of each change', 20), write: flag('puts the tables into bench/results/') },
})
const rounds = chosen.rounds
const dir = makeWorkFolder('access')

/** The rights that are removed, one after the other. */
const CHANGES: Readonly<Record<string, (control: Control, key: Key) => Promise<unknown>>> = {
  'a key is revoked': (control, { id }) => revokeKey(control, id),
  'an account is suspended': (control, { account }) =>
    changeAccountState(control, { id: account, transition: 'suspend' }),
  'a scope is taken away': (control, { project }) =>
    setScopes(control, { id: project, scopes: ['companies:read'], browserScopes: [] }),
}
/** Looked at so long after a command; the promise is one second. */
const WATCHED_MS = 1_500
const EVERY_MS = 4

say('# How soon what an operator takes away is gone\n')
say(`${MACHINE}; ${rounds} times each; command: \`npm run bench:access -- --rounds ${rounds}\`\n`)
say('| database | what | p50 ms | the longest ms | goal |')
say('|---|---|---|---|---|')
const limits = join(dir, 'limits.json')
writeFileSync(limits, JSON.stringify(Object.fromEntries(LIMIT_NAMES.map((name) => [name, null]))))
try {
  await measure('SQLite, one server', undefined, ['server-1'])
  await using postgres = await startPostgres()
  await measure('PostgreSQL, two servers', postgres.url, ['server-2', 'server-3'])
} finally {
  rmSync(dir, { recursive: true, force: true })
}
if (chosen.write) writeReport('access')

async function measure(name: string, databaseUrl: string | undefined, folders: readonly string[]): Promise<void> {
  await using running = new AsyncDisposableStack()
  const servers: RunningServer[] = []
  for (const folder of folders) {
    const args = ['--workers', '2', '--limits', limits]
    const env = { REGISTA_DATABASE_URL: databaseUrl ?? '' }
    mkdirSync(join(dir, folder))
    servers.push(running.use(await runServer(join(dir, folder), { args, env })))
  }
  const database = running.use(await openControlDatabase({ data: join(dir, folders[0]!), databaseUrl }, 'write'))
  const control: Control = { database, clock: systemClock }
  for (const [what, change] of Object.entries(CHANGES)) {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) times.push(await timeOf(control, servers, change))
    say(`| ${[name, what, percentiles(times).p50.toFixed(0), Math.max(...times).toFixed(0), '≤ 1 000'].join(' | ')} |`)
  }
}

async function timeOf(
  control: Control,
  servers: readonly RunningServer[],
  change: (control: Control, key: Key) => Promise<unknown>,
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
