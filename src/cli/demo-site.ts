import { once } from 'node:events'
import type { IncomingMessage, RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { readVerification } from '../http/http.ts'
import { baseUrl } from '../server/server.ts'
import { http } from '../stdx/node-http.ts'
import { answerFile, makeWebFile, pagePolicy, readWebFiles, type WebAnswer, type WebFile } from '../stdx/web-files.ts'

const ROOT = join(import.meta.dirname, '../..')
const PAGE = '/pages/demo/index.html'
/** The demo's project allows only pages of this machine. */
export const SITE_HOST = '127.0.0.1'

/** What the page is told, but for the key. */
export interface DemoPage {
  /** Where the API answers, which is another origin. */
  readonly baseUrl: string
  readonly clientId: string
  /** The address of the operator's console. */
  readonly consoleUrl: string
  /** Stays on this server, as in a real shop. */
  readonly key: string
  /** What a person can type, by country and field. */
  readonly examples: Readonly<Record<string, Readonly<Record<'addresses' | 'companies', readonly string[]>>>>
}

export interface DemoSite extends AsyncDisposable {
  readonly url: string
}

/** The web server of a shop that uses the API: static files on a port of their own. */
export async function openDemoSite(port: number, page: DemoPage): Promise<DemoSite> {
  const server = http.createServer(serveFiles(page)).listen(port, SITE_HOST)
  await once(server, 'listening')
  return {
    url: `${baseUrl(SITE_HOST, (server.address() as AddressInfo).port)}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await server[Symbol.asyncDispose]()
    },
  }
}

function describePage({ baseUrl, clientId, consoleUrl, examples }: DemoPage): [path: string, file: WebFile] {
  const facts = { base_url: baseUrl, client_id: clientId, console_url: consoleUrl, examples }
  const body = Buffer.from(JSON.stringify(facts))
  return ['/demo.json', makeWebFile('application/json; charset=utf-8', body)]
}

/** It has parts of the program, which this site does not serve, so it is sent as servers of the API send it. */
function findVerification(): [path: string, file: WebFile] {
  return ['/client/src/verification.ts', makeWebFile('text/javascript; charset=utf-8', Buffer.from(readVerification()))]
}

/** A page of another site can give its own name this machine's address, but the browser then sends that name. */
const OWN_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i

/** What is left of the month. Only a server key may ask for it, so the page asks its own server. */
async function readUsage({ baseUrl, key }: DemoPage): Promise<WebAnswer> {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
  try {
    const response = await fetch(`${baseUrl}/v1/me/usage`, { headers: { authorization: `Bearer ${key}` } })
    if (!response.ok) return { status: response.status, headers, body: '{}' }
    const { data } = (await response.json()) as { data: { allowance_units: number; confirmed_units: number } }
    const { allowance_units, confirmed_units } = data
    const body = JSON.stringify({ allowance_units, left_units: Math.max(0, allowance_units - confirmed_units) })
    return { status: 200, headers, body }
  } catch {
    return { status: 503, headers, body: '{}' }
  }
}

const FOREIGN_HOST = 'The usage is shown only under a name of this machine. Open the page as 127.0.0.1 or localhost.\n'

const HEADERS = { 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' } as const

function serveFiles(page: DemoPage): RequestListener {
  const headers = {
    ...HEADERS,
    'content-security-policy': pagePolicy({ connect: page.baseUrl, form: "'self'" }),
  }
  // Read at the first request: removing the types would delay the start of the server.
  let files: ReadonlyMap<string, WebFile> | undefined
  const answer = async (request: IncomingMessage): Promise<WebAnswer> => {
    files ??= new Map([
      ...readWebFiles(ROOT, ['pages/demo', 'pages/colours', 'client/src']),
      findVerification(),
      describePage(page),
    ])
    const path = request.url!.split('?', 1)[0]!
    const plain = { ...headers, 'content-type': 'text/plain' }
    const file = files.get(path === '/' ? PAGE : path)
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return { status: 405, headers: { ...headers, allow: 'GET, HEAD' }, body: '' }
    if (path === '/usage.json') {
      if (!OWN_HOST.test(request.headers.host ?? '')) return { status: 403, headers: plain, body: FOREIGN_HOST }
      const usage = await readUsage(page)
      return { ...usage, headers: { ...headers, ...usage.headers } }
    }
    if (file !== undefined) return answerFile(file, request, headers)
    return { status: 404, headers: plain, body: 'There is no such page. Open /.\n' }
  }
  return async (request, response) => {
    const { status, headers, body } = await answer(request)
    response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body)
  }
}
