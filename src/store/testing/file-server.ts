import { createHash, createHmac } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { S3Access } from '../store-address.ts'

/** What goes wrong with one request. */
export type Fault =
  | { readonly status: number }
  /** Closes the connection after so many bytes of the body. */
  | { readonly dropAfter: number }
  /** Sends nothing. */
  | { readonly silent: true }
  /** Sends the content as it is after something else has happened. */
  | { readonly after: Promise<unknown> }
  /** Sends anything in place of the content. */
  | { readonly spoil: (response: ServerResponse, content: Buffer) => void }

export interface FileServer extends AsyncDisposable {
  readonly url: string
  /** As `GET /bucket/files/…`, with the range if there is one. */
  readonly requests: string[]
  /** Decides which requests fail. */
  fault: (request: string) => Fault | undefined
}

/**
 * Serves the files of a folder with ETags and ranges. With `s3` it is a server of buckets, which are folders in it: it
 * checks the signature and the hash of each request, and also writes, removes and lists.
 */
export async function startFileServer(dir: string, s3?: S3Access): Promise<FileServer> {
  const requests: string[] = []
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const { range } = request.headers
    const text = `${request.method} ${request.url}${range === undefined ? '' : ` ${range}`}`
    requests.push(text)
    const fault = running.fault(text)
    if (fault !== undefined && 'silent' in fault) return
    if (fault !== undefined && 'spoil' in fault) return fault.spoil(response, reply().body ?? Buffer.alloc(0))
    if (fault !== undefined && 'after' in fault) await fault.after
    const answer =
      fault !== undefined && 'status' in fault ? { status: fault.status, body: Buffer.from('<Error/>') } : reply()
    function reply(): Answer {
      const refusal = s3 && checkSignature(request, body, s3)
      if (refusal !== undefined) return { status: 403, body: Buffer.from(`<Error>${refusal}</Error>`) }
      return answerRequest(dir, request, s3 === undefined ? undefined : body)
    }
    send(response, answer, fault !== undefined && 'dropAfter' in fault ? fault.dropAfter : undefined)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const running: FileServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    fault: () => undefined,
    [Symbol.asyncDispose]: () => {
      server.closeAllConnections()
      return new Promise((done) => server.close(() => done()))
    },
  }
  return running
}

interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer
}

function send(response: ServerResponse, { status, headers, body = Buffer.alloc(0) }: Answer, dropAfter?: number): void {
  response.writeHead(status, { ...headers, 'content-length': status === 304 ? 0 : body.length })
  if (dropAfter === undefined) response.end(body)
  else response.write(body.subarray(0, dropAfter), () => response.destroy())
}

/** `written`: the body of a request to a bucket; undefined: the files can only be read. */
function answerRequest(dir: string, { method, url, headers }: IncomingMessage, written: Buffer | undefined): Answer {
  const { pathname, searchParams } = new URL(url!, 'http://host')
  const path = join(dir, decodeURIComponent(pathname))
  if (written !== undefined && method === 'PUT') {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, written)
    return { status: 200 }
  }
  if (written !== undefined && method === 'DELETE') {
    rmSync(path, { force: true })
    return { status: 204 }
  }
  if (written !== undefined && searchParams.get('list-type') === '2')
    return { status: 200, body: list(path, searchParams) }
  if (method !== 'GET') return { status: 405 }
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return { status: 404, body: Buffer.from('no such key') }
  return answerFile(readFileSync(path), headers)
}

function answerFile(content: Buffer, headers: IncomingMessage['headers']): Answer {
  const etag = `"${createHash('md5').update(content).digest('hex')}"`
  if (headers['if-none-match'] === etag) return { status: 304, headers: { etag } }
  const from = Number(/^bytes=([0-9]+)-$/.exec(headers.range ?? '')?.[1] ?? Number.NaN)
  if (Number.isNaN(from) || (headers['if-range'] ?? etag) !== etag)
    return { status: 200, headers: { etag }, body: content }
  const range = `bytes ${from}-${content.length - 1}/${content.length}`
  return { status: 206, headers: { etag, 'content-range': range }, body: content.subarray(from) }
}

/** Few keys in a page, so that a short list has several. */
const PAGE_KEYS = 4

function list(bucket: string, query: URLSearchParams): Buffer {
  const prefix = query.get('prefix') ?? ''
  const after = query.get('continuation-token') ?? ''
  const all = statSync(bucket, { throwIfNoEntry: false }) === undefined ? [] : readdirSync(bucket, { recursive: true })
  const keys = (all as string[])
    .filter((key) => key.startsWith(prefix) && after < key && statSync(join(bucket, key)).isFile())
    .toSorted()
  const page = keys.slice(0, PAGE_KEYS)
  const contents = page.map((key) => {
    const { size, mtime } = statSync(join(bucket, key))
    return `<Contents><Key>${key}</Key><Size>${size}</Size><LastModified>${mtime.toISOString()}</LastModified></Contents>`
  })
  const isTruncated = page.length < keys.length
  const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  return Buffer.from(
    `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
  )
}

/** Returns why a request is refused. Written from the protocol's description, not from the code that signs. */
function checkSignature(request: IncomingMessage, body: Buffer, access: S3Access): string | undefined {
  const { headers } = request
  const pattern = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/
  const [, keyId, scope, signedHeaders, signature] = pattern.exec(headers.authorization ?? '') ?? []
  if (signature === undefined) return 'no signature'
  if (keyId !== access.accessKeyId) return 'another key'
  const time = String(headers['x-amz-date'])
  if (scope !== `${time.slice(0, 8)}/${access.region}/s3/aws4_request`) return `the scope ${scope}`
  if (headers['x-amz-security-token'] !== access.sessionToken) return 'another session'
  const names = signedHeaders!.split(';')
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name))) return signedHeaders
  const bodySha256 = sha256(body)
  if (headers['x-amz-content-sha256'] !== bodySha256) return 'another body'
  const values = Object.fromEntries(names.map((name) => [name, String(headers[name])]))
  const expected = computeSignature(
    { method: request.method!, url: request.url!, headers: values, bodySha256, time },
    access,
  )
  return expected === signature ? undefined : 'another signature'
}

export interface SignedRequest {
  readonly method: string
  readonly url: string
  /** Those that are signed, in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly bodySha256: string
  /** `20130524T000000Z` */
  readonly time: string
}

/** AWS Signature Version 4 of a request to S3. */
export function computeSignature(
  { method, url, headers, bodySha256, time }: SignedRequest,
  { region, secretAccessKey }: Pick<S3Access, 'region' | 'secretAccessKey'>,
): string {
  const { pathname, searchParams } = new URL(url, 'http://host')
  const names = Object.keys(headers).toSorted()
  const query = [...searchParams].map((pair) => pair.map(encode).join('=')).toSorted()
  const canonical = [
    method,
    decodeURIComponent(pathname).split('/').map(encode).join('/'),
    query.join('&'),
    ...names.map((name) => `${name}:${headers[name]!.trim()}`),
    '',
    names.join(';'),
    bodySha256,
  ].join('\n')
  const day = time.slice(0, 8)
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(Buffer.from(canonical))].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce(hmac, Buffer.from(`AWS4${secretAccessKey}`))
  return hmac(key, text).toString('hex')
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}

function sha256(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex')
}
