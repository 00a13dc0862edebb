import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type ByteString, toByteString } from '../../stdx/byte-string.ts'
import { isRejection, type Rejection } from '../errors.ts'
import { NO_PARAMETERS } from '../request/read-parameters.ts'
import type { RequestContext } from '../request-types.ts'
import { JSON_TYPE, SECURITY_HEADERS } from '../response/headers.ts'
import type { ApiResponse } from '../response/response.ts'
import type { ReferenceDocument } from './page/reference-document.ts'
import { PAGE_SCRIPT, PAGE_STYLE, referencePage } from './page/reference-page.ts'

/** A page that describes the API. It needs no credential. */
export interface Document {
  readonly id: 'document'
  readonly method: 'GET'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: ByteString
}

/** Written by `npm run openapi`. A test compares it with the code. */
const DOCUMENT_FILE = new URL('openapi.json', import.meta.url)

export const DOCUMENTS: readonly Document[] = makeDocuments()

function makeDocuments(): Document[] {
  const json = readFileSync(DOCUMENT_FILE, 'utf8')
  const policy = [
    "default-src 'none'",
    `style-src ${hashSource(PAGE_STYLE)}`,
    `script-src ${hashSource(PAGE_SCRIPT)}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
  return [
    {
      id: 'document',
      method: 'GET',
      path: '/openapi.json',
      headers: { 'Content-Type': JSON_TYPE },
      body: toByteString(json),
    },
    {
      id: 'document',
      method: 'GET',
      path: '/docs',
      headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy },
      body: toByteString(referencePage(JSON.parse(json) as ReferenceDocument)),
    },
  ]
}

/** Allows exactly this text of the page itself. */
function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

export function documentResponse(
  { headers, body }: Document,
  context: RequestContext,
  corsHeaders: Readonly<Record<string, string>>,
): ApiResponse | Rejection {
  const parameters = NO_PARAMETERS.read(context)
  if (isRejection(parameters)) return parameters
  const own = { 'Content-Length': `${body.length}`, 'X-Request-Id': context.requestId, ...headers }
  return { status: 200, headers: { ...SECURITY_HEADERS, ...own, ...corsHeaders }, body }
}
