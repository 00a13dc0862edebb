import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { ReleaseFolder } from '../release/release.ts'
import { baseUrl, findFreePort, runService, type Settings } from '../server/server.ts'
import { InputError } from '../stdx/input-error.ts'
import { tryLockFile } from '../storage/storage.ts'
import { type Context, type GlobalOptions, openContext, withGlobalOptions } from './context.ts'
import { type DemoCustomer, openDemoCustomer, refuseOthersAccounts } from './demo-customer.ts'
import { type DemoPage, openDemoSite, SITE_HOST } from './demo-site.ts'
import { type CountryExamples, type Examples, findExamples } from './find-examples.ts'
import { parsePort } from './parse.ts'
import { releasesDir } from './publish.ts'
import { withSettings } from './settings.ts'

export function demoCommand(program: Command): void {
  const command = program
    .command('demo')
    .description(
      'Invent two small countries, import and publish them, create an account, and serve. The first run takes half a minute; later runs reuse the data.',
    )
    .option(
      '--page-port <port>',
      'the port of the page to open in a browser, a shop that uses the API',
      parsePort,
      8081,
    )
  withGlobalOptions(withSettings(command)).action(async (options: GlobalOptions & Settings & { pagePort: number }) => {
    const context = openContext(options)
    const folder = new ReleaseFolder(releasesDir(context))
    refuseRealData(context, folder)
    await findFreePort(options, '--port')
    const pagePort = await findFreePort({ port: options.pagePort, host: SITE_HOST }, '--page-port')
    using _lock = lockDemo(context)
    await refuseOthersAccounts(context)
    // A release of an earlier build is made anew, so that the demo starts after an update.
    const before = folder.readableId()
    const release = before ?? (await (await import('./make-demo.ts')).makeDemo(context))
    const customer = await openDemoCustomer(context)
    const { dataDir: data, clock, interrupted: stop } = context
    const service = { data, clock, stop, releases: releasesDir(context), settings: options }
    await using sites = new AsyncDisposableStack()
    await runService({ ...service, databaseUrl: undefined }, async ({ port }) => {
      const base = baseUrl(options.host, port)
      const examples = findExamples(folder, release)
      const site = sites.use(await openDemoSite(pagePort, describePage(base, customer, examples)))
      for (const line of formatWelcome(site.url, base, customer, examples)) context.terminal.line(line)
      context.terminal.json({ page: site.url, url: base, release, made: before === null, ...customer })
    })
  })
}

/** The demo prints a key, which must never open real data. */
function refuseRealData({ dataDir, databaseUrl }: Context, folder: ReleaseFolder): void {
  if (databaseUrl !== undefined) {
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

function describePage(baseUrl: string, { clientId }: DemoCustomer, { sk, cz }: Examples): DemoPage {
  const toTyped = ({ company, street, house }: CountryExamples) => ({
    addresses: [street, house],
    companies: [firstLetters(company.name), company.ico],
  })
  return { baseUrl, clientId, examples: { sk: toTyped(sk), cz: toTyped(cz) } }
}

/** As much of a name as a person types before the list has it. */
function firstLetters(name: string): string {
  return name.slice(0, 6).trim()
}

/** The page to open, and a line to paste for each operation. */
function formatWelcome(
  page: string,
  base: string,
  { account, key, clientId }: DemoCustomer,
  { sk, cz }: Examples,
): string[] {
  const get = (path: string): string => `  curl -H 'Authorization: Bearer ${key}' '${base}${path}'`
  const session = JSON.stringify({ client_id: clientId })
  return [
    '',
    'Open this page in a browser:',
    '',
    `  ${page}`,
    '',
    `It uses the API on ${base}. This page has a form for each operation:`,
    '',
    `  ${base}/docs#client_id=${clientId}`,
    '',
    'Or paste:',
    '',
    get(`/v1/autocomplete/companies?country=cz&q=${encodeForShell(firstLetters(cz.company.name).toLowerCase())}`),
    get(`/v1/autocomplete/addresses?q=${encodeForShell(sk.house)}`),
    get(`/v1/companies/cz/${cz.company.ico}`),
    get('/v1/me/usage'),
    `  curl -H 'Origin: http://localhost:3000' -H 'Content-Type: application/json' -d '${session}' '${base}/v1/browser-sessions'`,
    '',
    `Ctrl-C ends it. What was used: ${process.env.npm_lifecycle_event === undefined ? '' : 'npx '}regista usage ${account}`,
  ]
}

/** An apostrophe would end the quotes of the shell. */
function encodeForShell(text: string): string {
  return encodeURIComponent(text).replaceAll("'", '%27')
}
