import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { acceptsGzip } from '../../stdx/accepts-gzip.ts'
import { type ByteString, toByteString } from '../../stdx/byte-string.ts'
import { readProgramVersion } from '../../stdx/program-version.ts'
import { isRejection, type Rejection } from '../errors.ts'
import { NO_PARAMETERS } from '../request/read-parameters.ts'
import type { ApiResponse, RequestContext } from '../request-types.ts'
import { JSON_TYPE, SECURITY_HEADERS } from '../response/headers.ts'
import { readScripts } from '../script/script.ts'
import type { ReferenceDocument } from './page/reference-document.ts'
import { PAGE_SCRIPT, PAGE_STYLE, referencePage } from './page/reference-page.ts'

/** A page that describes the API, or the script of forms. It needs no credential. */
export interface Document {
  readonly id: 'document'
  readonly method: 'GET'
  readonly path: string
  readonly status: 200 | 302
  readonly headers: Readonly<Record<string, string>>
  readonly body: ByteString
  /** With gzip, from the first request on that takes it: each thread has its own, and most never send one. */
  readonly compressed: () => ByteString
}

/** Written by `npm run openapi`. A test compares it with the code. */
const DOCUMENT_FILE = new URL('openapi.json', import.meta.url)

/** Every page may read it and compare its hash, for which a browser needs the second header. */
const FOR_EVERY_PAGE = { 'Cross-Origin-Resource-Policy': 'cross-origin', 'Access-Control-Allow-Origin': '*' } as const

export const DOCUMENTS: readonly Document[] = makeDocuments()

function makeDocuments(): Document[] {
  const json = readFileSync(DOCUMENT_FILE, 'utf8')
  const policy = [
    "default-src 'none'",
    `style-src ${hashSource(PAGE_STYLE)}`,
    `script-src ${hashSource(PAGE_SCRIPT)}`,
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
  return [
    ...['/', '/docs/'].map((path) => makeDocument(path, '', { Location: '/docs' })),
    makeDocument('/openapi.json', json, { 'Content-Type': JSON_TYPE, 'Cache-Control': 'no-cache', ...FOR_EVERY_PAGE }),
    makeDocument('/docs', referencePage(JSON.parse(json) as ReferenceDocument, readProgramVersion().version), {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
    }),
    ...readScripts().map(({ path, text, cache }) =>
      makeDocument(path, text, {
        'Content-Type': 'text/javascript; charset=utf-8',
        'Cache-Control': cache,
        ...FOR_EVERY_PAGE,
      }),
    ),
  ]
}

function makeDocument(path: string, text: string, headers: Document['headers']): Document {
  let compressed: ByteString | undefined
  return {
    id: 'document',
    method: 'GET',
    path,
    status: 'Location' in headers ? 302 : 200,
    // Weak, because it is the same with gzip and without.
    headers: 'Cache-Control' in headers ? { ...headers, ETag: `W/"${sha256(text).slice(0, 16)}"` } : headers,
    body: toByteString(text),
    compressed: () => (compressed ??= gzipSync(text, { level: 9 }).toString('latin1') as ByteString),
  }
}

/** Allows exactly this text of the page itself. */
function hashSource(text: string): string {
  return `'sha256-${sha256(text)}'`
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}

export function documentResponse(
  { status, headers, body, compressed }: Document,
  context: RequestContext,
  corsHeaders: Readonly<Record<string, string>>,
): ApiResponse | Rejection {
  const parameters = NO_PARAMETERS.read(context)
  if (isRejection(parameters)) return parameters
  const all: Record<string, string> = { ...SECURITY_HEADERS, ...corsHeaders, ...headers }
  all['X-Request-Id'] = context.requestId
  all.Vary = 'Origin, Accept-Encoding'
  if (isKept(headers.ETag, context.request.headers['if-none-match'])) {
    return { status: 304, headers: all, body: toByteString('') }
  }
  const isCompressed = body !== '' && acceptsGzip(context.request.headers['accept-encoding'])
  const sent = isCompressed ? compressed() : body
  all['Content-Length'] = `${sent.length}`
  if (isCompressed) all['Content-Encoding'] = 'gzip'
  return { status, headers: all, body: sent }
}

/** Whether the client has this version. It lists one or more tags, which a proxy may have made strong. */
function isKept(etag: string | undefined, ifNoneMatch: string | undefined): boolean {
  return etag !== undefined && ifNoneMatch?.includes(etag.replace('W/', '')) === true
}
