import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { ReleaseFolder } from '../release/release.ts'
import { baseUrl, findFreePort, refuseOnePort, runService, type Settings } from '../server/server.ts'
import { InputError } from '../stdx/input-error.ts'
import { tryLockFile } from '../storage/storage.ts'
import { addAction, type Context, releasesDir } from './context.ts'
import { type DemoCustomer, openDemoCustomer, refuseOthersAccounts } from './demo-customer.ts'
import { type DemoPage, openDemoSite, SITE_HOST } from './demo-site.ts'
import { type CountryExamples, type Examples, findExamples } from './find-examples.ts'
import { parsePort } from './parse.ts'
import { withSettings } from './settings.ts'
import { currentCall } from './shell.ts'

export function demoCommand(command: Command): void {
  command
    .option(
      '--page-port <port>',
      'the port of the page to open in a browser, a shop that uses the API',
      parsePort,
      8081,
    )
    .option('--verbose', 'print what the import, the publication and the server print')
  addAction(withSettings(command, 'store'), async (context, options: DemoOptions) => {
    const folder = new ReleaseFolder(releasesDir(context))
    refuseRealData(context, folder)
    refuseOnePort(options)
    const ports = await choosePorts(command, options)
    using _lock = lockDemo(context)
    await refuseOthersAccounts(context)
    // A release of an earlier build is made anew, so that the demo starts after an update.
    const before = folder.readableId()
    const release =
      before ?? (await (await import('./make-demo.ts')).makeDemo(context, { verbose: options.verbose === true }))
    const customer = await openDemoCustomer(context)
    const { dataDir: data, clock, interrupted: stop } = context
    const isQuiet = options.verbose !== true && command.getOptionValueSource('logLevel') === 'default'
    const { alertWebhook: _nobodyWaits, ...asked } = options
    const settings: Settings = { ...asked, ...ports, console: 'on', ...(isQuiet && { logLevel: 'warn' }) }
    const service = { data, clock, stop, releases: releasesDir(context), settings }
    await using sites = new AsyncDisposableStack()
    await runService({ ...service, databaseUrl: undefined }, async ({ port, adminPort }) => {
      const base = baseUrl(options.host, port)
      const consoleUrl = `${baseUrl(options.adminHost, adminPort)}/console`
      const examples = findExamples(folder, release)
      const site = sites.use(
        await openDemoSite(ports.pagePort, describePage({ baseUrl: base, consoleUrl }, customer, examples)),
      )
      const urls = { page: site.url, base, console: consoleUrl }
      for (const line of formatWelcome(urls, customer, examples)) context.terminal.advise(line)
      context.terminal.json({
        page: site.url,
        url: base,
        console: consoleUrl,
        release,
        made: before === null,
        ...customer,
      })
    })
  })
}

type DemoOptions = Settings & { readonly pagePort: number; readonly verbose?: true }

/** A port that was not asked for may be any free one. All that were asked for and are in use are named at once. */
async function choosePorts(command: Command, { port, host, adminPort, adminHost, pagePort }: DemoOptions) {
  const problems: string[] = []
  const choose = async (name: string, flag: string, wanted: { readonly port: number; readonly host: string }) => {
    try {
      return await findFreePort(wanted, flag)
    } catch (error) {
      if (!(error instanceof InputError)) throw error
      if (command.getOptionValueSource(name) === 'default') return await findFreePort({ ...wanted, port: 0 }, flag)
      problems.push(error.message)
      return wanted.port
    }
  }
  const ports = {
    port: await choose('port', '--port', { port, host }),
    adminPort: await choose('adminPort', '--admin-port', { port: adminPort, host: adminHost }),
    pagePort: await choose('pagePort', '--page-port', { port: pagePort, host: SITE_HOST }),
  }
  if (problems.length !== 0) throw new InputError(problems.join(' Also, '))
  return ports
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
  throw new InputError(`another demo is running on ${dataDir}. Use that one, or name another folder with --data.`)
}

function describePage(
  urls: Pick<DemoPage, 'baseUrl' | 'consoleUrl'>,
  { clientId, key }: DemoCustomer,
  { sk, cz }: Examples,
): DemoPage {
  const toTyped = ({ company, street, house, begun }: CountryExamples) => ({
    addresses: [street, house, begun],
    companies: [firstLetters(company.name), company.ico],
  })
  return { ...urls, clientId, key, examples: { sk: toTyped(sk), cz: toTyped(cz) } }
}

/** As much of a name as a person types before the list has it. */
function firstLetters(name: string): string {
  return name.slice(0, 6).trim()
}

/** The pages to open, and a line to paste. */
function formatWelcome(
  { page, base, console }: { readonly page: string; readonly base: string; readonly console: string },
  { account, key, clientId }: DemoCustomer,
  { cz }: Examples,
): string[] {
  const query = encodeForShell(firstLetters(cz.company.name).toLowerCase())
  const program = currentCall().env.npm_lifecycle_event === undefined ? 'regista' : 'npm run -s regista --'
  return [
    '',
    `  a shop that uses the API   ${page}`,
    `  each operation as a form   ${base}/docs#client_id=${clientId}`,
    `  the operator's console     ${console}`,
    '',
    `  curl -H 'Authorization: Bearer ${key}' '${base}/v1/autocomplete/companies?country=cz&q=${query}'`,
    '',
    `Ctrl-C ends it. What was used: ${program} usage ${account}`,
  ]
}

/** An apostrophe would end the quotes of the shell. */
function encodeForShell(text: string): string {
  return encodeURIComponent(text).replaceAll("'", '%27')
}
