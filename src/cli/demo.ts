import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { Release, ReleaseFolder } from '../release/release.ts'
import { baseUrl, findFreePort, runService, type Settings } from '../server/server.ts'
import { InputError } from '../stdx/input-error.ts'
import { tryLockFile } from '../storage/storage.ts'
import { type Context, type GlobalOptions, openContext, withGlobalOptions } from './context.ts'
import { type DemoCustomer, openDemoCustomer, refuseOthersAccounts } from './demo-customer.ts'
import { releasesDir } from './publish.ts'
import { withSettings } from './settings.ts'

export function demoCommand(program: Command): void {
  const command = program
    .command('demo')
    .description(
      'Invent two small countries, import and publish them, create an account, and serve. The first run takes half a minute; later runs reuse the data.',
    )
  withGlobalOptions(withSettings(command)).action(async (options: GlobalOptions & Settings) => {
    const context = openContext(options)
    const folder = new ReleaseFolder(releasesDir(context))
    refuseRealData(context, folder)
    await findFreePort(options, '--port')
    using _lock = lockDemo(context)
    await refuseOthersAccounts(context)
    const before = folder.currentId()
    const release = before ?? (await (await import('./make-demo.ts')).makeDemo(context))
    const customer = await openDemoCustomer(context)
    const { dataDir: data, clock, interrupted: stop } = context
    const service = { data, clock, stop, releases: releasesDir(context), settings: options }
    await runService({ ...service, databaseUrl: undefined, policy: 'https_and_localhost' }, ({ port }) => {
      const base = baseUrl(options.host, port)
      for (const line of formatWelcome(base, customer, findExamples(folder, release))) context.terminal.line(line)
      context.terminal.json({ url: base, release, made: before === null, ...customer })
    })
  })
}

/** The demo prints a key, which must never open real data. */
function refuseRealData({ dataDir }: Context, folder: ReleaseFolder): void {
  if (process.env.REGISTA_DATABASE_URL) {
    throw new InputError(
      'REGISTA_DATABASE_URL is set, but the demo stores everything in its data folder and must not use that database. Unset the variable for the demo.',
    )
  }
  const current = folder.current()
  if (current !== null && !current.manifest.invented)
    throw new InputError(`${dataDir} serves real data. Name another folder for the demo with --data.`)
}

/** Two demos would write the same files. */
function lockDemo({ dataDir }: Context): Disposable {
  mkdirSync(dataDir, { recursive: true })
  const lock = tryLockFile(join(dataDir, 'demo.lock'))
  if (lock !== undefined) return lock
  throw new InputError(
    `another \`regista demo\` is running on ${dataDir}. Use that one, or name another folder with --data.`,
  )
}

interface Examples {
  readonly company: { readonly name: string; readonly ico: string }
  readonly street: string
}

/** Records of this release that the example requests ask for. */
function findExamples(folder: ReleaseFolder, id: string): Examples {
  using release = Release.open(folder.path(id))
  const company = findFirst(
    release.companyColumns('cz'),
    ({ status, ico, legalFormCode }) => status === null && ico !== null && legalFormCode === '112',
  )
  const point = findFirst(release.addressColumns('sk'), ({ street }) => street !== null)
  return {
    company: { name: company?.name ?? 'a', ico: company?.ico ?? '00000000' },
    street: point?.street ?? 'Hlavná',
  }
}

/** The lines to paste, one for each operation. */
function formatWelcome(
  base: string,
  { account, key, clientId }: DemoCustomer,
  { company, street }: Examples,
): string[] {
  const typed = company.name.slice(0, 6).trim().toLowerCase()
  const get = (path: string): string => `  curl -H 'Authorization: Bearer ${key}' '${base}${path}'`
  const session = JSON.stringify({ client_id: clientId })
  return [
    '',
    `Answering on ${base}. The description of the API is at ${base}/docs. Paste:`,
    '',
    get(`/v1/autocomplete/companies?country=cz&q=${encodeForShell(typed)}`),
    get(`/v1/autocomplete/addresses?q=${encodeForShell(`${street} 1`)}`),
    get(`/v1/companies/cz/${company.ico}`),
    get('/v1/me/usage'),
    `  curl -H 'Origin: http://localhost:3000' -H 'Content-Type: application/json' -d '${session}' '${base}/v1/browser-sessions'`,
    '',
    `Ctrl-C ends it. What was used: npx regista usage ${account}`,
  ]
}

/** An apostrophe would end the quotes of the shell. */
function encodeForShell(text: string): string {
  return encodeURIComponent(text).replaceAll("'", '%27')
}

function findFirst<Row>(
  columns: { readonly length: number; at(index: number): Row } | undefined,
  isWanted: (row: Row) => boolean,
): Row | undefined {
  for (let i = 0; i < (columns?.length ?? 0); i++) {
    const row = columns!.at(i)
    if (isWanted(row)) return row
  }
  return undefined
}
