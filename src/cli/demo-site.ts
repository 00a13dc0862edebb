import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { baseUrl } from '../server/server.ts'
import { http } from '../stdx/node-http.ts'
import { makeWebFile, readWebFiles, type WebFile } from '../stdx/web-files.ts'

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

interface CompressedFile extends WebFile {
  readonly gzip: Buffer
}

function compressFiles(files: ReadonlyMap<string, WebFile>): ReadonlyMap<string, CompressedFile> {
  return new Map(Array.from(files, ([path, file]) => [path, { ...file, gzip: gzipSync(file.body) }]))
}

function formatPolicy({ baseUrl }: DemoPage): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    `connect-src 'self' ${baseUrl}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
}

const HEADERS = { 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding', 'X-Content-Type-Options': 'nosniff' } as const

function serveFiles(page: DemoPage): RequestListener {
  const policy = formatPolicy(page)
  // Read at the first request: removing the types would delay the start of the server.
  let files: ReadonlyMap<string, CompressedFile> | undefined
  return ({ method, url = '/', headers: sent }, response) => {
    files ??= compressFiles(new Map([...readWebFiles(ROOT, ['pages/demo', 'client/src']), describePage(page)]))
    const path = url.split('?', 1)[0]!
    const file = files.get(path === '/' ? PAGE : path)
    if (method !== 'GET' && method !== 'HEAD') {
      response.writeHead(405, { ...HEADERS, Allow: 'GET, HEAD' }).end()
    } else if (file === undefined) {
      response.writeHead(404, { ...HEADERS, 'Content-Type': 'text/plain' }).end('There is no such page. Open /.\n')
    } else {
      // Weak: the compressed file is the same file.
      const etag = `W/${file.etag}`
      if (sent['if-none-match'] === etag) {
        response.writeHead(304, { ...HEADERS, ETag: etag }).end()
        return
      }
      const isCompressed = /\bgzip\b/.test(sent['accept-encoding'] ?? '')
      const body = isCompressed ? file.gzip : file.body
      response.writeHead(200, {
        ...HEADERS,
        ETag: etag,
        'Content-Type': file.type,
        'Content-Length': body.length,
        ...(file.type.startsWith('text/html') && {
          'Content-Security-Policy': policy,
          'Referrer-Policy': 'no-referrer',
        }),
        ...(isCompressed && { 'Content-Encoding': 'gzip' }),
      })
      response.end(method === 'HEAD' ? undefined : body)
    }
  }
}
