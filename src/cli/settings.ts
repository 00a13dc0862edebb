import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { LIMITS, type LimitSettings, parseLimits, parseNetwork, type TrustedProxies } from '../access/access.ts'
import { FULL_AUDIT_DAYS } from '../ledger/ledger.ts'
import { OFFICIAL_URLS, type UrlTemplates } from '../records/public-url.ts'
import { parseUrlTemplates } from '../records/url-templates.ts'
import type { Settings } from '../server/server.ts'

/**
 * Every setting of `regista serve`: its flag, its environment variable, what holds without it, how it is read. The page docs/reference/configuration.md
 * is made of this table.
 */
export function settingOptions(): readonly Option[] {
  return [
    setting('--port <port>', 'the public port', 'REGISTA_PORT').default(8080).argParser(parsePort),
    setting('--host <address>', 'the address to listen at; 0.0.0.0 or :: for all', 'REGISTA_HOST').default('127.0.0.1'),
    setting(
      '--admin-port <port>',
      'the port of health and metrics, which the public must not reach',
      'REGISTA_ADMIN_PORT',
    )
      .default(9090)
      .argParser(parsePort),
    setting('--admin-host <address>', 'the address of health and metrics', 'REGISTA_ADMIN_HOST').default('127.0.0.1'),
    setting('--workers <n>', `threads that answer, 1 to ${WORKERS_MAX}`, 'REGISTA_WORKERS')
      .default(defaultWorkers(), 'one for each processor, on Linux; else 1')
      .argParser(parseWorkers),
    limitsOption(),
    setting(
      '--trusted-proxies <networks>',
      'networks of your own proxies, as 10.0.0.0/8,2001:db8::/32: from them alone the header that names the caller is believed',
      'REGISTA_TRUSTED_PROXIES',
    )
      .default([], 'none')
      .argParser(parseNetworks),
    setting('--forwarding-header <name>', 'the header in which they name the caller', 'REGISTA_FORWARDING_HEADER')
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
      '--geoip <file>',
      'a MaxMind DB file (mmdb) with positions of addresses: who sends no position is guessed to be there',
      'REGISTA_GEOIP',
    ),
    urlTemplatesOption(),
    setting(
      '--full-audit-days <days>',
      'after how many days an hourly audit reads the whole journal again, not only what is new; none: never',
      'REGISTA_FULL_AUDIT_DAYS',
    )
      .default(FULL_AUDIT_DAYS)
      .argParser(parseAuditDays),
    setting('--log-level <level>', 'the least that is logged, as JSON on standard error', 'REGISTA_LOG_LEVEL')
      .choices(LOG_LEVELS)
      .default('info'),
  ]
}

/** For `regista sync`. */
export function waitDaysOption(): Option {
  return setting(
    '--wait-days <days>',
    'how many days a daily file that is missing is waited for; then those after it are imported without it, and answers say data_stale until the next full set',
    'REGISTA_WAIT_DAYS',
  )
    .default(3)
    .argParser(parseWaitDays)
}

/** For every command that is to know the limits as the server does. */
export function limitsOption(): Option {
  return setting('--limits <file>', 'other rate limits, as JSON by name; null switches one off', 'REGISTA_LIMITS')
    .default(LIMITS, 'none')
    .argParser(readLimits)
}

/** For every command that is to know the links of answers as the server does. */
export function urlTemplatesOption(): Option {
  return setting(
    '--url-templates <file>',
    'other pages for the links of answers, as JSON: {"companies": {"sk": "https://example.com/{ico}"}}; {country}, {ico} and {source_id} are filled in',
    'REGISTA_URL_TEMPLATES',
  )
    .default(OFFICIAL_URLS, 'those of the official registers')
    .argParser(readUrlTemplates)
}

/** Read by every command, or too secret for a command line, where every user of the machine can read it. */
export const OTHER_VARIABLES: readonly { readonly name: string; readonly what: string }[] = [
  { name: 'REGISTA_DATA', what: 'the folder of all data, as `--data` of every command; `./data` without it' },
  {
    name: 'REGISTA_DATABASE_URL',
    what: '`postgres://…`: accounts and books are kept there and shared by all nodes; without it in SQLite files in the data folder',
  },
  { name: 'REGISTA_DEBUG', what: 'if set, faults of Regista itself are shown with the place where they happened' },
]

export function withSettings(command: Command): Command {
  for (const option of settingOptions()) command.addOption(option)
  return command
}

function setting(flags: string, description: string, variable: string): Option {
  return new Option(flags, description).env(variable)
}

/** Importing the server's own list would load the whole server for every command that has a setting. */
const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const satisfies readonly Settings['logLevel'][]

function parseAuditDays(text: string): number {
  if (text === 'none') return Number.POSITIVE_INFINITY
  const days = /^[0-9]{1,3}$/.test(text) ? Number(text) : 0
  if (days < 1) throw new InvalidArgumentError('Days are expected: 1 to 999, or none.')
  return days
}

export function parsePort(text: string): number {
  if (!/^[0-9]{1,5}$/.test(text) || 65_535 < Number(text))
    throw new InvalidArgumentError('A port is wanted: 0 to 65535.')
  return Number(text)
}

/** The books serve so many threads that sell, and the main one and its successors need a place too. */
const WORKERS_MAX = 24

/** Several threads listen at one port, which only Linux shares out among them. */
const CAN_SHARE_PORT = process.platform === 'linux'

function defaultWorkers(): number {
  return CAN_SHARE_PORT ? Math.min(WORKERS_MAX, availableParallelism()) : 1
}

function parseWorkers(text: string): number {
  const workers = /^[0-9]{1,3}$/.test(text) ? Number(text) : 0
  if (workers < 1 || WORKERS_MAX < workers)
    throw new InvalidArgumentError(`A number from 1 to ${WORKERS_MAX} is wanted.`)
  if (1 < workers && !CAN_SHARE_PORT)
    throw new InvalidArgumentError('Several threads can share a port on Linux only. Use 1.')
  return workers
}

/** After so many days a full set has come. */
const WAIT_DAYS_MAX = 60

function parseWaitDays(text: string): number {
  if (!/^[0-9]{1,2}$/.test(text) || WAIT_DAYS_MAX < Number(text))
    throw new InvalidArgumentError(`A number of days from 0 to ${WAIT_DAYS_MAX} is expected.`)
  return Number(text)
}

const KEEP_ALIVE_MAX = 3_600

function parseSeconds(text: string): number {
  if (!/^[0-9]{1,4}$/.test(text) || Number(text) < 1 || KEEP_ALIVE_MAX < Number(text))
    throw new InvalidArgumentError(`A number of seconds from 1 to ${KEEP_ALIVE_MAX} is wanted.`)
  return Number(text)
}

function parseNetworks(text: string): TrustedProxies['networks'] {
  return text.split(/[\s,]+/).flatMap((word) => {
    if (word === '') return []
    const parsed = parseNetwork(word)
    if ('sentence' in parsed) throw new InvalidArgumentError(parsed.sentence)
    return [parsed.network]
  })
}

function readLimits(path: string): LimitSettings {
  const parsed = parseLimits(readGiven(path))
  if ('sentence' in parsed) throw new InvalidArgumentError(parsed.sentence)
  return parsed.limits
}

function readUrlTemplates(path: string): UrlTemplates {
  const parsed = parseUrlTemplates(readGiven(path))
  if ('sentence' in parsed) throw new InvalidArgumentError(parsed.sentence)
  return parsed.templates
}

function readGiven(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new InvalidArgumentError(`${path} cannot be read.`)
  }
}
