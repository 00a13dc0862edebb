import { once } from 'node:events'
import type { IncomingMessage, RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { baseUrl } from '../server/server.ts'
import { http } from '../stdx/node-http.ts'
import { answerFile, makeWebFile, pagePolicy, readWebFiles, type WebAnswer, type WebFile } from '../stdx/web-files.ts'

const ROOT = join(import.meta.dirname, '../..')
const PAGE = '/pages/demo/index.html'
/** The demo's project allows only pages of this machine. */
export const SITE_HOST = '127.0.0.1'

/** What the page is told. */
export interface DemoPage {
  /** Where the API answers, which is another origin. */
  readonly baseUrl: string
  readonly clientId: string
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

function describePage({ baseUrl, clientId, examples }: DemoPage): [path: string, file: WebFile] {
  const body = Buffer.from(JSON.stringify({ base_url: baseUrl, client_id: clientId, examples }))
  return ['/demo.json', makeWebFile('application/json; charset=utf-8', body)]
}

const HEADERS = { 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' } as const

function serveFiles(page: DemoPage): RequestListener {
  const headers = {
    ...HEADERS,
    'content-security-policy': pagePolicy({ connect: page.baseUrl, form: "'self'" }),
  }
  // Read at the first request: removing the types would delay the start of the server.
  let files: ReadonlyMap<string, WebFile> | undefined
  const answer = (request: IncomingMessage): WebAnswer => {
    files ??= new Map([...readWebFiles(ROOT, ['pages/demo', 'client/src']), describePage(page)])
    const path = request.url!.split('?', 1)[0]!
    const file = files.get(path === '/' ? PAGE : path)
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return { status: 405, headers: { ...headers, allow: 'GET, HEAD' }, body: '' }
    if (file !== undefined) return answerFile(file, request, headers)
    const plain = { ...headers, 'content-type': 'text/plain' }
    return { status: 404, headers: plain, body: 'There is no such page. Open /.\n' }
  }
  return (request, response) => {
    const { status, headers, body } = answer(request)
    response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body)
  }
}
