import { readFileSync } from 'node:fs'
import { LIMIT_NAMES, LIMITS, type LimitName } from '../../access/limits/limits.ts'
import { API_ERRORS, ERROR_CODES } from '../errors.ts'

const GUIDE_FILE = new URL('../../../docs/api.md', import.meta.url)

/** The text before the operations, in CommonMark: the guide, then every error and every limit. */
export function writeGuide(): string {
  const guide = readFileSync(GUIDE_FILE, 'utf8').replace(/^# .*\n+/, '')
  return [guide.trimEnd(), errorSection(), limitSection()].join('\n\n')
}

function errorSection(): string {
  const rows = ERROR_CODES.map((code) => `| ${API_ERRORS[code].status} | \`${code}\` | ${API_ERRORS[code].message} |`)
  return [
    '## Errors',
    'No error is charged. `error.code` is for programs, `error.message` for programmers: it may say more than this table.',
    ['| status | code | message |', '|---|---|---|', ...rows].join('\n'),
  ].join('\n\n')
}

function limitSection(): string {
  const rows = LIMIT_NAMES.map((name) => `| ${SUBJECTS[name]} | ${formatRate(name)} | ${LIMITS[name].burst} |`)
  return [
    '## Limits',
    'Beyond a limit the answer is 429 `rate_limited` with `Retry-After`. These are the defaults; the operator may have others.',
    ['| what | per second | at once |', '|---|---|---|', ...rows].join('\n'),
    'A query has 2 to 120 characters and at most 480 bytes, a URL at most 2 048 characters, a body at most 16 KiB.',
  ].join('\n\n')
}

function formatRate(name: LimitName): string {
  const { rate } = LIMITS[name]
  return rate === 0 ? '–' : String(Number(rate.toPrecision(3)))
}

const SUBJECTS: Readonly<Record<LimitName, string>> = {
  ip: 'requests of one address (IPv4, or /64 of IPv6)',
  ip_guesses: 'unknown keys and broken tokens of one address',
  key: 'requests of one server key',
  account: 'requests of all server keys of an account',
  details: 'readCompany of one credential',
  usage: 'getUsage of one key',
  session: 'requests of one browser session',
  session_life: 'requests of one browser session in its whole life',
  project_sessions: 'requests of all browser sessions of a project',
  mint_ip: 'new sessions of one address',
  mint_network: 'new sessions of one network (/24, or /48 of IPv6)',
  mint_project: 'new sessions of one project',
  concurrent: 'requests of one account in progress',
}
