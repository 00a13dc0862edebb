import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isRejection, type Rejection } from '../errors.ts'
import { NO_PARAMETERS } from '../request/read-parameters.ts'
import type { RequestContext } from '../request/request-context.ts'
import { JSON_TYPE, SECURITY_HEADERS } from '../response/headers.ts'
import type { ApiResponse } from '../response/response.ts'
import { PAGE_STYLE, type ReferenceDocument, referencePage } from './reference-page.ts'

/** A page that describes the API. It needs no credential. */
export interface Document {
  readonly id: 'document'
  readonly method: 'GET'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The committed document. A test compares it with the code. */
const DOCUMENT_FILE = new URL('../../../docs/reference/openapi.json', import.meta.url)

export const DOCUMENTS: readonly Document[] = makeDocuments()

function makeDocuments(): Document[] {
  const json = readFileSync(DOCUMENT_FILE, 'utf8')
  const style = createHash('sha256').update(PAGE_STYLE).digest('base64')
  const policy = `default-src 'none'; style-src 'sha256-${style}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  return [
    { id: 'document', method: 'GET', path: '/openapi.json', headers: { 'Content-Type': JSON_TYPE }, body: json },
    {
      ...{ id: 'document', method: 'GET', path: '/docs' },
      headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy },
      body: referencePage(JSON.parse(json) as ReferenceDocument),
    },
  ]
}

export function documentResponse({ headers, body }: Document, context: RequestContext): ApiResponse | Rejection {
  const parameters = NO_PARAMETERS.read(context)
  if (isRejection(parameters)) return parameters
  return { status: 200, headers: { ...SECURITY_HEADERS, 'X-Request-Id': context.requestId, ...headers }, body }
}
