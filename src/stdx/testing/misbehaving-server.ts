import { createHash } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One response of the server, with its faults. */
export interface FakeResponse {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** The Content-Length, if not that of the body. `none`: no length, chunked encoding. */
  readonly announce?: number | 'none'
  /** Closes the connection after so many bytes of the body. */
  readonly dropAfter?: number
  /** Sends nothing after so many bytes of the body, and keeps the connection open. */
  readonly stallAfter?: number
  /** Sends nothing, not even a status. */
  readonly silent?: boolean
}

export interface ReceivedRequest {
  /** With the query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
}

/** Produces the response of a path; `nth` counts its requests from 0. */
export type Behaviour = (request: ReceivedRequest, nth: number) => FakeResponse

export interface MisbehavingServer extends AsyncDisposable {
  /** `http://127.0.0.1:port` */
  readonly url: string
  /** Every request so far, in order. */
  readonly requests: readonly ReceivedRequest[]
  /** Sets the response of a path. The query is a part of the path. */
  on(path: string, behaviour: Behaviour): void
}

/** Starts a local HTTP server with the faults of the registers' hosts. */
export async function startMisbehavingServer(): Promise<MisbehavingServer> {
  const behaviours = new Map<string, Behaviour>()
  const counts = new Map<string, number>()
  const requests: ReceivedRequest[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    const nth = counts.get(path) ?? 0
    counts.set(path, nth + 1)
    requests.push({ path, headers: request.headers })
    const behaviour = behaviours.get(path)
    send(response, behaviour?.({ path, headers: request.headers }, nth) ?? { status: 404, body: 'no such file' })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    on: (path, behaviour) => void behaviours.set(path, behaviour),
    [Symbol.asyncDispose]: () => {
      server.closeAllConnections()
      return new Promise((done) => server.close(() => done()))
    },
  }
}

function send(response: ServerResponse, answer: FakeResponse): void {
  if (answer.silent) return
  const body = Buffer.from(answer.body ?? '')
  const length = answer.announce === 'none' ? {} : { 'content-length': String(answer.announce ?? body.length) }
  response.strictContentLength = false
  response.writeHead(answer.status ?? 200, { ...length, ...answer.headers })
  const cut = answer.dropAfter ?? answer.stallAfter
  if (cut === undefined && answer.announce === undefined) {
    response.end(body)
    return
  }
  response.write(body.subarray(0, cut ?? body.length), () => {
    if (answer.stallAfter !== undefined) return
    if (answer.announce === 'none' && cut === undefined) response.end()
    else response.socket?.end()
  })
}

export interface ServedFile {
  readonly body: string | Buffer
  readonly etag?: string
  readonly lastModified?: string
  /** `ignored`: the host always sends the whole file. */
  readonly ranges?: 'honoured' | 'ignored'
}

/** Serves a file with conditional requests and ranges; `wrong` changes the response. */
export function serveFile(file: ServedFile, wrong: (nth: number) => FakeResponse = () => ({})): Behaviour {
  return ({ headers }, nth) => ({ ...correctResponse(file, headers), ...wrong(nth) })
}

function correctResponse(file: ServedFile, requested: IncomingHttpHeaders): FakeResponse {
  const body = Buffer.from(file.body)
  const headers = {
    ...(file.etag === undefined ? {} : { etag: file.etag }),
    ...(file.lastModified === undefined ? {} : { 'last-modified': file.lastModified }),
  }
  const unchanged =
    requested['if-none-match'] === undefined
      ? file.lastModified !== undefined && requested['if-modified-since'] === file.lastModified
      : requested['if-none-match'] === file.etag
  if (unchanged) return { status: 304, headers }
  const from = /^bytes=([0-9]+)-$/.exec(requested.range ?? '')?.[1]
  const validator = requested['if-range']
  const isSame = validator === undefined || validator === file.etag || validator === file.lastModified
  if (from === undefined || file.ranges === 'ignored' || !isSame) return { headers, body }
  const start = Number(from)
  if (body.length <= start) return { status: 416, headers: { ...headers, 'content-range': `bytes */${body.length}` } }
  const range = `bytes ${start}-${body.length - 1}/${body.length}`
  return { status: 206, headers: { ...headers, 'content-range': range }, body: body.subarray(start) }
}

export interface ListedObject {
  readonly key: string
  readonly body: string | Buffer
  /** Default: the MD5 of the body. */
  readonly etag?: string
}

/** Builds a page of a bucket's listing, as S3 does. */
export function listingPage(objects: readonly ListedObject[], next?: string): string {
  const contents = objects.map(({ key, body, etag }) => {
    const dated = `<Key>${key}</Key><LastModified>2026-06-06T05:00:00.000Z</LastModified>`
    const tagged = `<ETag>&quot;${etag ?? md5(body)}&quot;</ETag><Size>${Buffer.byteLength(body)}</Size>`
    return `<Contents>${dated}${tagged}<StorageClass>STANDARD</StorageClass></Contents>`
  })
  const token = next === undefined ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`
  const more = `<Name>bucket</Name><IsTruncated>${next !== undefined}</IsTruncated>${token}`
  const root = '<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">'
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}${more}${contents.join('')}</ListBucketResult>`
}

export function md5(body: string | Buffer): string {
  return createHash('md5').update(body).digest('hex')
}
