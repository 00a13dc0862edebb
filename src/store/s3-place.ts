import { hash as hashOf } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import aws4 from 'aws4'
import { listBucket } from '../stdx/bucket-listing.ts'
import { systemClock } from '../stdx/clock.ts'
import { fetchPage } from '../stdx/fetch-page.ts'
import type { HttpGet } from '../stdx/http-get.ts'
import { statusError } from '../stdx/http-status.ts'
import { InputError } from '../stdx/input-error.ts'
import { seededRandom } from '../stdx/random.ts'
import { RETRY_POLICY, RetryableError, withRetries } from '../stdx/retry.ts'
import type { Content, PlaceWriter, StorePlace } from './place.ts'
import { requireSafeUrl, type S3Access, type StoreAddress } from './store-address.ts'
import { type WebTools, webPlace } from './web-place.ts'

type BucketAddress = Extract<StoreAddress, { readonly kind: 's3' }>

/** A store in a bucket: requests as to a web server, with a signature of version 4, and a writer. */
export function s3Place(address: BucketAddress, access: S3Access, web: WebTools): StorePlace {
  const root = bucketUrl(address.bucket, access)
  const signedGet: HttpGet = (url, headers, signal) =>
    web.get(url, { ...headers, ...signRequest('GET', url, EMPTY_SHA256, access) }, signal)
  const signed = { ...web, get: signedGet }
  return {
    ...webPlace(`${root}/${address.prefix}`.replace(/\/$/, ''), signed),
    name: `s3://${address.bucket}/${address.prefix}`.replace(/\/$/, ''),
    writer: s3Writer({ root, prefix: address.prefix, access, ...signed }),
  }
}

/** The host of a bucket with dots has no certificate, and servers other than AWS often have one host for all. */
function bucketUrl(bucket: string, { endpoint, region }: S3Access): string {
  if (endpoint !== undefined) {
    const url = URL.parse(endpoint)
    if (url !== null && /^https?:$/.test(url.protocol))
      return `${requireSafeUrl(url).href.replace(/\/$/, '')}/${bucket}`
    throw new InputError(`AWS_ENDPOINT_URL is ${endpoint}. Write https://host, or http:// inside your own network.`)
  }
  const host = `s3.${region}.amazonaws.com`
  return bucket.includes('.') ? `https://${host}/${bucket}` : `https://${bucket}.${host}`
}

const EMPTY_SHA256 = hashOf('sha256', '')

/** Signs the host, the time and the hash of the body: a proxy may change every other header. */
function signRequest(method: string, url: string, bodySha256: string, access: S3Access): Record<string, string> {
  const { host, pathname, search } = new URL(url)
  const { region, accessKeyId, secretAccessKey, sessionToken } = access
  const request = {
    method,
    host,
    path: `${pathname}${search}`,
    service: 's3',
    region,
    headers: { 'x-amz-content-sha256': bodySha256 },
  }
  const { headers } = aws4.sign(request, { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) })
  return headers as Record<string, string>
}

interface Bucket extends WebTools {
  readonly root: string
  readonly prefix: string
  readonly access: S3Access
}

function s3Writer({ root, prefix, access, get, sleep, documentMs }: Bucket): PlaceWriter {
  const retry = { retry: RETRY_POLICY, random: seededRandom(systemClock.nowMs() | 0), sleep }
  const send = (method: 'DELETE' | 'PUT', path: string, content: Content, signal?: AbortSignal): Promise<void> => {
    const limitMs = 'file' in content ? UPLOAD_MS + content.bytes / UPLOAD_BYTES_PER_MS : documentMs
    const request = { method, content, access, limitMs, signal }
    return withRetries(() => sendOnce(`${root}/${prefix}${path}`, request), RETRY_POLICY, { ...retry, signal })
  }
  return {
    put: (path, content, signal) => send('PUT', path, content, signal),
    remove: (path) => send('DELETE', path, { text: '' }),
    async list(folder) {
      const below = `${prefix}${folder}/`
      const tools = { ...retry, get, clock: systemClock }
      const url = `${root}/?list-type=2&prefix=${encodeURIComponent(below)}`
      const objects = await listBucket(url, (page, parse) => fetchPage(page, parse, tools))
      return objects.map(({ key, bytes, modifiedAt }) => ({
        name: key.slice(below.length),
        bytes,
        modifiedMs: Date.parse(modifiedAt),
      }))
    },
  }
}

/** A file may take two minutes, and as long as 100 kB a second need. */
const UPLOAD_MS = 120_000
const UPLOAD_BYTES_PER_MS = 100

interface SentRequest {
  readonly method: 'DELETE' | 'PUT'
  readonly content: Content
  readonly access: S3Access
  readonly limitMs: number
  readonly signal: AbortSignal | undefined
}

/** The bucket compares the body with the signed hash. */
async function sendOnce(url: string, { method, content, access, limitMs, signal }: SentRequest): Promise<void> {
  const hash = 'file' in content ? content.sha256 : hashOf('sha256', content.text)
  const { Host: _, ...headers } = signRequest(method, url, hash, access)
  // A Blob of a file is read while it is sent, and has a length, without which a bucket takes nothing.
  const body = method === 'DELETE' ? null : 'file' in content ? await openAsBlob(content.file) : content.text
  const ends = AbortSignal.any([AbortSignal.timeout(Math.ceil(limitMs)), ...(signal ? [signal] : [])])
  const init = { method, headers, body, redirect: 'manual', signal: ends } as const
  const response = await fetch(url, init).catch((error: Error) => {
    signal?.throwIfAborted()
    const { cause } = error as { readonly cause?: Error }
    throw new RetryableError(`${url}: ${cause?.message || error.message}`)
  })
  await response.body?.cancel()
  if (response.ok || (method === 'DELETE' && response.status === 404)) return
  const header = (name: string): string | undefined => response.headers.get(name) ?? undefined
  throw statusError({ status: response.status, url: new URL(url), header }, systemClock.nowMs())
}
