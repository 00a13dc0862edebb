import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { type Command, InvalidArgumentError } from 'commander'
import { LIMITS, type LimitSettings, parseLimits } from '../access/limits/limits.ts'
import { parseNetwork, type TrustedProxies } from '../access/network/network.ts'
import { FULL_AUDIT_DAYS } from '../ledger/ledger.ts'
import { OFFICIAL_URLS, type UrlTemplates } from '../records/public-url.ts'
import { parseUrlTemplates } from '../records/url-templates.ts'
import type { Settings } from '../server/server.ts'
import { InputError } from '../stdx/input-error.ts'
import { parseStoreAddress, type StoreAddress } from '../store/store-address.ts'
import { parsePort, wholeNumber } from './parse.ts'
import { Setting } from './setting.ts'
import { currentCall } from './shell.ts'

/**
 * Every setting of `regista serve`: its flag, environment variable, default and parser.
 * docs/reference/configuration.md is written from this table.
 */
export function settingOptions(): readonly Setting[] {
  return [
    setting('--port <port>', 'the public port', 'REGISTA_PORT').default(8080).argParser(parsePort),
    setting('--host <address>', 'the address to listen on; 0.0.0.0 or :: for all', 'REGISTA_HOST').default('127.0.0.1'),
    setting(
      '--admin-port <port>',
      'the port of health, metrics and the console, which the public must not reach',
      'REGISTA_ADMIN_PORT',
    )
      .default(9090)
      .argParser(parsePort),
    setting('--admin-host <address>', 'the address of health, metrics and the console', 'REGISTA_ADMIN_HOST').default(
      '127.0.0.1',
    ),
    setting(
      '--console <on or off>',
      'off: the admin port has health and metrics only, for probes from elsewhere',
      'REGISTA_CONSOLE',
    )
      .choices(['on', 'off'])
      .default('on'),
    setting('--workers <n>', `threads that answer requests, 1 to ${WORKERS_MAX}`, 'REGISTA_WORKERS')
      .default(defaultWorkers(), 'one for each processor, on Linux; else 1')
      .argParser(parseWorkers),
    limitsOption(),
    setting(
      '--trusted-proxies <networks>',
      'networks of your own proxies, as 10.0.0.0/8,2001:db8::/32; the server trusts the forwarding header only from them',
      'REGISTA_TRUSTED_PROXIES',
    )
      .default([], 'none')
      .argParser(parseNetworks),
    setting(
      '--forwarding-header <name>',
      'the header in which the proxies name the caller',
      'REGISTA_FORWARDING_HEADER',
    )
      .choices(['x-forwarded-for', 'forwarded'])
      .default('x-forwarded-for'),
    setting(
      '--keep-alive <seconds>',
      'how long a connection without requests stays open; behind a load balancer a little longer than its own',
      'REGISTA_KEEP_ALIVE',
    )
      .default(5)
      .argParser(parseSeconds),
    setting(
      '--drain-delay <seconds>',
      'after SIGTERM the port stays open so long while /readyz says 503, so that load balancers send no more requests',
      'REGISTA_DRAIN_DELAY',
    )
      .default(5)
      .argParser(parseDelay),
    setting(
      '--geoip <file>',
      'a MaxMind DB file (mmdb) with positions of addresses, used for callers that send no position',
      'REGISTA_GEOIP',
    ),
    urlTemplatesOption(),
    storeOption(),
    setting(
      '--full-audit-days <days>',
      'after how many days an audit reads the whole journal again, not only what is new; none: never',
      'REGISTA_FULL_AUDIT_DAYS',
    )
      .default(FULL_AUDIT_DAYS)
      .argParser(parseAuditDays),
    setting(
      '--alert-webhook <url>',
      'an address that gets a signed message when an account has used 50, 80 and 100 % of its month; needs REGISTA_ALERT_SECRET',
      'REGISTA_ALERT_WEBHOOK',
    ).argParser(parseWebhook),
    setting('--log-level <level>', 'the lowest level that is logged, as JSON on standard error', 'REGISTA_LOG_LEVEL')
      .choices(LOG_LEVELS)
      .default('info'),
  ]
}

/** For `regista sync`. */
export function waitDaysOption(): Setting {
  return setting(
    '--wait-days <days>',
    'how many days to wait for a missing daily file; then later ones are imported without it, and answers say data_stale until the next full set',
    'REGISTA_WAIT_DAYS',
  )
    .default(3)
    .argParser(parseWaitDays)
}

/** For every command that writes to the store of releases or reads it. */
export function storeOption(): Setting {
  return setting(
    '--store <url>',
    'where releases are published to and fetched from: a folder, https://host/path (to read only) or s3://bucket/prefix, with the usual variables AWS_ENDPOINT_URL, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN; none: the folder of releases alone',
    'REGISTA_STORE',
  ).argParser(parseStore)
}

/** For every command that needs the limits of the server. */
export function limitsOption(): Setting {
  return setting('--limits <file>', 'other rate limits, as JSON by name; null switches one off', 'REGISTA_LIMITS')
    .default(LIMITS, 'none')
    .argParser(readLimits)
}

/** For every command that needs the links of answers. */
export function urlTemplatesOption(): Setting {
  return setting(
    '--url-templates <file>',
    'other pages for the links of answers, as JSON: {"companies": {"sk": "https://example.com/{ico}"}}; {country}, {ico} and {source_id} are filled in. The official pages were taken from what other projects link and were not tried; `regista doctor --links` tries them',
    'REGISTA_URL_TEMPLATES',
  )
    .default(OFFICIAL_URLS, 'those of the official registers')
    .argParser(readUrlTemplates)
}

/** Variables without a flag: read by every command, or secret. Every user of the machine can read a command line. */
export const OTHER_VARIABLES: readonly { readonly name: string; readonly what: string; readonly isSecret?: true }[] = [
  { name: 'REGISTA_DATA', what: 'the folder of all data, as `--data` of every command; `./data` without it' },
  {
    name: 'REGISTA_DATABASE_URL',
    isSecret: true,
    what: '`postgres://…`: the database of accounts and books, shared by all servers; `a:5432,b:5432` names several hosts, of which the primary is used; without it they are SQLite files in the data folder',
  },
  {
    name: 'REGISTA_DATABASE_URL_FILE',
    what: 'a file with that address, for containers that pass secrets as files; so are `REGISTA_ADMIN_TOKEN_FILE` and `REGISTA_ALERT_SECRET_FILE`',
  },
  {
    name: 'REGISTA_ADMIN_TOKEN',
    isSecret: true,
    what: 'at least 32 characters that every reader of the console of `regista serve` must then send as `Authorization: Bearer`, from this machine too; without it the console answers on a loopback address only',
  },
  {
    name: 'REGISTA_ALERT_SECRET',
    isSecret: true,
    what: 'at least 32 characters that sign the messages of `--alert-webhook`; their receiver has the same',
  },
  {
    name: 'REGISTA_STORE_SIGNING_KEY',
    isSecret: true,
    what: 'an Ed25519 private key in PEM with which commands sign what they write to the store (or `REGISTA_STORE_SIGNING_KEY_FILE`)',
  },
  {
    name: 'REGISTA_STORE_PUBLIC_KEY',
    isSecret: true,
    what: 'its public key in PEM: a server then refuses what is not signed with its pair (or `REGISTA_STORE_PUBLIC_KEY_FILE`)',
  },
  { name: 'REGISTA_DEBUG', what: 'if set, faults of Regista itself are printed with their stack' },
]

/** Written by a person who expects something of them, and read by nothing. */
export function listUnknownVariables(env: Readonly<Record<string, unknown>> = currentCall().env): string[] {
  const options = [...settingOptions(), waitDaysOption()]
  const known = new Set([...options.map(({ variable }) => variable), ...OTHER_VARIABLES.map(({ name }) => name)])
  for (const { name } of OTHER_VARIABLES.filter(({ isSecret }) => isSecret)) known.add(`${name}_FILE`)
  // Those of a customer: `regista mcp` and the guides use them.
  for (const name of ['REGISTA_KEY', 'REGISTA_KEY_FILE', 'REGISTA_URL']) known.add(name)
  return Object.keys(env).filter((name) => name.startsWith('REGISTA_') && !known.has(name))
}

export function withSettings(command: Command, without?: string): Command {
  for (const option of settingOptions()) if (option.attributeName() !== without) command.addOption(option)
  return command
}

function setting(flags: string, what: string, variable: string): Setting {
  return new Setting(flags, what, variable)
}

/** A copy: importing the server's own list would load the whole server for every command that has a setting. */
const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const satisfies readonly Settings['logLevel'][]

const auditDays = wholeNumber({ min: 1, max: 999, what: 'none, or a number of days' })
const parseAuditDays = (text: string): number => (text === 'none' ? Number.POSITIVE_INFINITY : auditDays(text))

/** A server with more was never measured. */
const WORKERS_MAX = 24

/** Only Linux distributes connections among several threads that listen on one port. */
const CAN_SHARE_PORT = process.platform === 'linux'

function defaultWorkers(): number {
  return CAN_SHARE_PORT ? Math.min(WORKERS_MAX, availableParallelism()) : 1
}

function parseWorkers(text: string): number {
  const workers = wholeNumber({ min: 1, max: WORKERS_MAX, what: 'a number' })(text)
  if (1 < workers && !CAN_SHARE_PORT)
    throw new InvalidArgumentError('Several threads can share a port on Linux only. Use 1.')
  return workers
}

/** A register publishes a full set within this time. */
const WAIT_DAYS_MAX = 60

const parseWaitDays = wholeNumber({ max: WAIT_DAYS_MAX, what: 'a number of days' })

function parseWebhook(text: string): string {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new InvalidArgumentError('Write it as https://host/path, without a user and a password.')
  return url.href
}

/** For \`--keep-alive\`. */
const parseSeconds = wholeNumber({ min: 1, max: 3_600, what: 'a number of seconds' })

/** For `--drain-delay`. Service managers kill a program that takes longer than half a minute. */
const parseDelay = wholeNumber({ max: 15, what: 'a number of seconds' })

function parseNetworks(text: string): TrustedProxies['networks'] {
  return text.split(/[\s,]+/).flatMap((word) => {
    if (word === '') return []
    const parsed = parseNetwork(word)
    if ('sentence' in parsed) throw new InvalidArgumentError(parsed.sentence)
    return [parsed.network]
  })
}

/** `none` is for one command where the variable is set. It is not undefined, which commander would replace. */
function parseStore(text: string): StoreAddress | false {
  try {
    return text !== 'none' && parseStoreAddress(text)
  } catch (error) {
    throw error instanceof InputError ? new InvalidArgumentError(error.message) : error
  }
}

function readLimits(path: string): LimitSettings {
  const parsed = parseLimits(readTextFile(path))
  if ('sentence' in parsed) throw new InvalidArgumentError(parsed.sentence)
  return parsed.limits
}

function readUrlTemplates(path: string): UrlTemplates {
  const parsed = parseUrlTemplates(readTextFile(path))
  if ('sentence' in parsed) throw new InvalidArgumentError(parsed.sentence)
  return parsed.templates
}

function readTextFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new InvalidArgumentError(`${path} cannot be read.`)
  }
}
