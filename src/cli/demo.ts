import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { Release, ReleaseFolder } from '../release/release.ts'
import { baseUrl, freePort, runService, type Settings } from '../server/server.ts'
import { InputError } from '../stdx/input-error.ts'
import { tryLockFile } from '../storage/storage.ts'
import { type Context, type GlobalOptions, openContext, withGlobalOptions } from './context.ts'
import { type DemoCustomer, demoCustomer, refuseOthersAccounts } from './demo-customer.ts'
import { releasesDir } from './publish.ts'
import { withSettings } from './settings.ts'

export function demoCommand(program: Command): void {
  const command = program
    .command('demo')
    .description(
      'Invent two small countries, import and publish them, open an account, and serve: everything there is, in half a minute. Once made, it is kept.',
    )
  withGlobalOptions(withSettings(command)).action(async (options: GlobalOptions & Settings) => {
    const context = openContext(options)
    const folder = new ReleaseFolder(releasesDir(context))
    refuseRealData(context, folder)
    await freePort(options, '--port')
    using _lock = onlyOneDemo(context)
    await refuseOthersAccounts(context)
    const before = folder.currentId()
    const release = before ?? (await (await import('./make-demo.ts')).makeDemo(context))
    const customer = await demoCustomer(context)
    const { dataDir: data, clock, interrupted: stop } = context
    const service = { data, clock, stop, releases: releasesDir(context), settings: options }
    await runService({ ...service, databaseUrl: undefined, policy: 'https_and_localhost' }, ({ port }) => {
      const base = baseUrl(options.host, port)
      for (const line of welcome(base, customer, examplesOf(folder, release))) context.terminal.line(line)
      context.terminal.json({ url: base, release, made: before === null, ...customer })
    })
  })
}

/** The demo opens an account and prints its key: never one that opens what is real. */
function refuseRealData({ dataDir }: Context, folder: ReleaseFolder): void {
  if (process.env.REGISTA_DATABASE_URL) {
    throw new InputError(
      'REGISTA_DATABASE_URL is set, and the demo has no business in that database: it keeps all in its data folder. Unset the variable for it.',
    )
  }
  const current = folder.current()
  if (current !== null && !current.manifest.invented)
    throw new InputError(`${dataDir} serves real data. Name another folder for the demo with --data.`)
}

/** Two would make the same files. */
function onlyOneDemo({ dataDir }: Context): Disposable {
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

/** What to ask of this very release. */
function examplesOf(folder: ReleaseFolder, id: string): Examples {
  using release = Release.open(folder.path(id))
  const company = firstOf(
    release.companyColumns('cz'),
    ({ status, ico, legalFormCode }) => status === null && ico !== null && legalFormCode === '112',
  )
  const point = firstOf(release.addressColumns('sk'), ({ street }) => street !== null)
  return {
    company: { name: company?.name ?? 'a', ico: company?.ico ?? '00000000' },
    street: point?.street ?? 'Hlavná',
  }
}

/** What to paste, an operation a line. */
function welcome(base: string, { account, key, clientId }: DemoCustomer, { company, street }: Examples): string[] {
  const typed = company.name.slice(0, 6).trim().toLowerCase()
  const get = (path: string): string => `  curl -H 'Authorization: Bearer ${key}' '${base}${path}'`
  const session = JSON.stringify({ client_id: clientId })
  return [
    '',
    `Answering on ${base}. The description of the API is at ${base}/docs. Paste:`,
    '',
    get(`/v1/autocomplete/companies?country=cz&q=${pasted(typed)}`),
    get(`/v1/autocomplete/addresses?q=${pasted(`${street} 1`)}`),
    get(`/v1/companies/cz/${company.ico}`),
    get('/v1/me/usage'),
    `  curl -H 'Origin: http://localhost:3000' -H 'Content-Type: application/json' -d '${session}' '${base}/v1/browser-sessions'`,
    '',
    `Ctrl-C ends it. What was used: npx regista usage ${account}`,
  ]
}

/** Within the quotes of a shell as well: an apostrophe would end them. */
function pasted(text: string): string {
  return encodeURIComponent(text).replaceAll("'", '%27')
}

function firstOf<Row>(
  columns: { readonly length: number; at(index: number): Row } | undefined,
  isWanted: (row: Row) => boolean,
): Row | undefined {
  for (let i = 0; i < (columns?.length ?? 0); i++) {
    const row = columns!.at(i)
    if (isWanted(row)) return row
  }
  return undefined
}
