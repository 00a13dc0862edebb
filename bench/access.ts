import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LIMIT_NAMES } from '../src/access/limits/limits.ts'
import { startPostgres } from '../src/storage/testing/postgres.ts'
import { count, flag, oneOf, readTrialOptions, seconds, text } from '../test/testing/trial.ts'
import { type AccountFigures, measureAccounts } from './access/accounts.ts'
import { measureLists } from './access/lists.ts'
import { measureProvisioning } from './access/provisioning.ts'
import { measureRemovals } from './access/removals.ts'
import { MACHINE, say, writeReport } from './report.ts'
import { makeWorkFolder } from './sample-data.ts'

const chosen = readTrialOptions({
  name: 'bench:access',
  what: 'How long after an operator’s command a key, an account or a scope still opens something, on each thread of each server, counted from the end of the command to the last request that was sent and still got its 200; what accounts cost: memory, the start, and requests while keys are issued, calm and beside programs that use every processor; and how long the lists of the console take.',
  options: {
    rounds: count('of each change', 20),
    accounts: text('how many, after each other', '1,10000,100000', /^[1-9][0-9]{0,6}(,[1-9][0-9]{0,6})*$/),
    seconds: seconds('of requests while keys are issued', 15),
    only: oneOf('one part, without the others', ['removals', 'accounts', 'lists', 'provisioning'], undefined),
    write: flag('puts the tables into bench/results/'),
  },
})
const { rounds } = chosen
const sizes = chosen.accounts.split(',').map(Number)
const dir = makeWorkFolder('access')
const limits = join(dir, 'limits.json')
writeFileSync(limits, JSON.stringify(Object.fromEntries(LIMIT_NAMES.map((name) => [name, null]))))

function newFolder(name: string): string {
  const folder = join(dir, name)
  mkdirSync(folder)
  return folder
}

async function removals(): Promise<void> {
  say('| database | accounts | what | p50 ms | the longest ms | goal |')
  say('|---|---|---|---|---|---|')
  const accounts = Math.max(...sizes)
  await measureRemovals('SQLite, one server', { folders: [newFolder('server-1')], limits, rounds, accounts })
  await using postgres = await startPostgres()
  const folders = ['server-2', 'server-3', 'server-4'].map(newFolder)
  const { url: databaseUrl } = postgres
  await measureRemovals('PostgreSQL, three servers', { folders, databaseUrl, limits, rounds, accounts })
}

async function lists(): Promise<void> {
  say('\n| database | accounts | what the console reads | p50 ms | the longest ms | goal |')
  say('|---|---|---|---|---|---|')
  const accounts = Math.max(...sizes)
  await measureLists('SQLite', { data: newFolder('lists-1'), rounds, accounts })
  await using postgres = await startPostgres()
  await measureLists('PostgreSQL', { data: newFolder('lists-2'), databaseUrl: postgres.url, rounds, accounts })
}

async function provisioning(): Promise<void> {
  const made = 'made to answered on all servers, p50 ms | the longest ms (≤ 2 000)'
  say(`\n| database | accounts | ${made} | public requests refused (0) | an act p50 ms | p99 ms (≤ 50) | acts |`)
  say('|---|---|---|---|---|---|---|---|')
  const more = { limits, rounds, accounts: Math.max(...sizes), ms: chosen.seconds * 1000 }
  await measureProvisioning('SQLite, one server', { folders: [newFolder('made-1')], ...more })
  await using postgres = await startPostgres()
  const folders = ['made-2', 'made-3', 'made-4'].map(newFolder)
  await measureProvisioning('PostgreSQL, three servers', { folders, databaseUrl: postgres.url, ...more })
}

const ROWS: readonly (readonly [what: string, show: (figures: AccountFigures, one: AccountFigures) => string])[] = [
  ['ready after ms', ({ readyMs }) => readyMs.toFixed(0)],
  ['beyond the first column, ms (≤ 1 000)', ({ readyMs }, one) => (readyMs - one.readyMs).toFixed(0)],
  ['resident MB, ready', ({ readyMb }) => `${readyMb}`],
  ['resident MB, after the requests', ({ usedMb }) => `${usedMb}`],
  ['beyond the first column, MB (≤ 80)', ({ usedMb }, one) => `${usedMb - one.usedMb}`],
  ['calm: refused', ({ calm }) => `${calm.refused} of ${calm.sent} (0)`],
  ['calm: p99 ms', ({ calm }) => calm.p99.toFixed(1)],
  ['calm: of the first column (≤ 1.5)', ({ calm }, one) => `${(calm.p99 / one.calm.p99).toFixed(2)} ×`],
  ['busy: refused', ({ busy }) => `${busy.refused} of ${busy.sent} (0)`],
  ['busy: p99 ms', ({ busy }) => busy.p99.toFixed(1)],
  ['busy: of the first column (≤ 1.5)', ({ busy }, one) => `${(busy.p99 / one.busy.p99).toFixed(2)} ×`],
  ['turn of a thread for one change, p50 ms', ({ turn }) => turn.p50.toFixed(2)],
  ['the longest of 100, ms (≤ 5)', ({ turn }) => turn.longest.toFixed(2)],
  ['lookup of a key, µs', ({ lookupUs }) => lookupUs.toFixed(1)],
]

async function accounts(): Promise<void> {
  const figures: AccountFigures[] = []
  for (const size of sizes)
    figures.push(
      await measureAccounts({ data: newFolder(`accounts-${size}`), limits, size, ms: chosen.seconds * 1000 }),
    )
  say(`\n| accounts | ${sizes.join(' | ')} |`)
  say(`|---|${sizes.map(() => '---').join('|')}|`)
  for (const [what, show] of ROWS) say(`| ${what} | ${figures.map((one) => show(one, figures[0]!)).join(' | ')} |`)
}

try {
  say('# What accounts cost, and how soon what an operator takes away is gone\n')
  say(
    `${MACHINE}; ${rounds} rounds; command: \`npm run bench:access -- --rounds ${rounds} --accounts ${chosen.accounts}\`\n`,
  )
  const { only } = chosen
  if (only === undefined || only === 'removals') await removals()
  if (only === undefined || only === 'accounts') await accounts()
  if (only === undefined || only === 'lists') await lists()
  if (only === undefined || only === 'provisioning') await provisioning()
  if (chosen.write) writeReport('access')
} finally {
  rmSync(dir, { recursive: true, force: true })
}
