import type { IncomingMessage } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { Clock } from '../../stdx/clock.ts'
import { answerFile, pagePolicy, readWebFiles, type WebAnswer, type WebFile } from '../../stdx/web-files.ts'
import type { RequestsByMinute } from '../recent-requests.ts'
import type { RefusedOrigin } from '../refused-origins.ts'
import type { AdminToken } from './admin-token.ts'
import { type Admission, admitToData, admitToPage, describeForeignCall } from './admit-request.ts'
import { CONSOLE_STATUS, ConsoleError } from './console-error.ts'
import type { ConsoleQuery } from './console-query.ts'
import type { ConsoleReader } from './console-reader.ts'
import { describeRefusals } from './describe-refusals.ts'
import { describeRequests } from './describe-requests.ts'
import { readSession } from './session-cookie.ts'

export interface ConsolePorts {
  readonly reader: Pick<ConsoleReader, 'read'>
  readonly clock: Clock
  readonly token: AdminToken | undefined
  /** What this server knows of itself, from memory. */
  thisServer(): object
  recentRequests(nowMs: number): RequestsByMinute
  refusedOrigins(nowMs: number): readonly RefusedOrigin[]
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const PAGE_FOLDER = 'pages/console'
const COLOURS_FOLDER = 'pages/colours'

/** The operator's console: a page and its data as JSON. What the page changes goes through `/admin/v1`. */
export class OperatorConsole {
  readonly #ports: ConsolePorts
  /** Read when the server answers already: removing the types would delay its start. */
  #files: ReadonlyMap<string, WebFile> | undefined

  constructor(ports: ConsolePorts) {
    this.#ports = ports
  }

  /** Later, the disk could hang, and with it every answer of the admin port. */
  readPage(): void {
    this.#files ??= readWebFiles(ROOT, [PAGE_FOLDER, COLOURS_FOLDER])
  }

  /** Whether a request target belongs to the console. */
  static isOwn(target: string): boolean {
    return /^\/console(?:[/?]|$)/.test(target)
  }

  /** `listeningOn`: the address of the admin port. `gone`: the client has left. */
  async answer(request: IncomingMessage, listeningOn: string, gone: AbortSignal): Promise<WebAnswer> {
    const url = new URL(`http://console${request.url}`)
    const admission = { listeningOn, token: this.#ports.token }
    const isData = url.pathname.startsWith(`${API}/`)
    try {
      if (isData) await this.#admitToData(request, admission, gone)
      else admitToPage(request, admission)
      if (request.method !== 'GET' && request.method !== 'HEAD')
        throw new ConsoleError('method_not_allowed', 'The console only reads. Use GET.')
      return isData ? json(200, await this.#read(url, gone)) : this.#page(url, request)
    } catch (error) {
      if (!(error instanceof ConsoleError)) throw error
      const { code, message } = error
      return isData ? json(CONSOLE_STATUS[code], JSON.stringify({ error: { code, message } })) : plain(code, message)
    }
  }

  /** Where a token is needed, an operator who has signed in is admitted too. */
  async #admitToData(request: IncomingMessage, admission: Admission, gone: AbortSignal): Promise<void> {
    const session = admission.token === undefined ? undefined : readSession(request)
    if (session === undefined) return admitToData(request, admission)
    const foreign = describeForeignCall(request, admission.listeningOn)
    if (foreign !== undefined) throw new ConsoleError('forbidden', foreign)
    await this.#ports.reader.read({ resource: 'session', secrets: session.secrets }, gone)
  }

  async #read({ pathname, searchParams }: URL, gone: AbortSignal): Promise<string> {
    const { reader, clock, thisServer, recentRequests, refusedOrigins } = this.#ports
    const path = pathname.slice(API.length + 1)
    const [, account, part] = /^accounts\/([a-z0-9_]+)\/(usage|projects)$/.exec(path) ?? []
    if (account !== undefined && part === 'projects') return await reader.read({ resource: part, account }, gone)
    if (account !== undefined) {
      const period = searchParams.get('period') ?? undefined
      return await reader.read({ resource: 'usage', account, period }, gone)
    }
    if (path === 'accounts') {
      const wanted = { text: searchParams.get('q') ?? '', cursor: searchParams.get('cursor') ?? '' }
      return await reader.read({ resource: path, ...wanted }, gone)
    }
    if (path === 'refusals') {
      const nowMs = clock.nowMs()
      return JSON.stringify(describeRefusals(recentRequests(nowMs), refusedOrigins(nowMs), nowMs))
    }
    if (path === 'requests') {
      const nowMs = clock.nowMs()
      return JSON.stringify(describeRequests(recentRequests(nowMs), nowMs))
    }
    if (path === 'server') return JSON.stringify(thisServer())
    const resource = RESOURCES.find((name) => name === path)
    if (resource === undefined)
      throw new ConsoleError('not_found', `Nothing is here. Use ${API}/ with one of: ${PATHS.join(', ')}.`)
    return await reader.read({ resource }, gone)
  }

  #page({ pathname, search }: URL, request: IncomingMessage): WebAnswer {
    // The page names its files relative to the folder, so the address needs the slash.
    if (pathname === '/console')
      return { status: 308, headers: { ...HEADERS, location: `/console/${search}` }, body: '' }
    const name = pathname === '/console/' ? 'index.html' : pathname.slice('/console/'.length)
    this.readPage()
    const [file] = [PAGE_FOLDER, COLOURS_FOLDER].flatMap((folder) => this.#files?.get(`/${folder}/${name}`) ?? [])
    if (file === undefined) throw new ConsoleError('not_found', 'Nothing is here. The console is at /console/.')
    return answerFile(file, request, HEADERS)
  }
}

const API = '/console/api'

const RESOURCES = ['nodes', 'sources', 'releases', 'ledger', 'keys'] as const satisfies readonly Exclude<
  ConsoleQuery['resource'],
  'accounts' | 'usage' | 'projects' | 'call' | 'session'
>[]

const PATHS = [
  'accounts?q=TEXT&cursor=CURSOR',
  ...RESOURCES,
  'accounts/ID/usage?period=YYYY-MM',
  'accounts/ID/projects',
  'requests',
  'refusals',
  'server',
]

const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': pagePolicy({}),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const

function json(status: number, body: string): WebAnswer {
  return { status, headers: { ...HEADERS, 'content-type': 'application/json; charset=utf-8' }, body: `${body}\n` }
}

function plain(code: ConsoleError['code'], message: string): WebAnswer {
  const headers = { ...HEADERS, 'content-type': 'text/plain; charset=utf-8' }
  return { status: CONSOLE_STATUS[code], headers, body: `${message}\n` }
}
