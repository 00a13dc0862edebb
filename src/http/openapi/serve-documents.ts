import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { Answer } from '../answer/answer.ts'
import { JSON_TYPE, SECURITY_HEADERS } from '../answer/headers.ts'
import { type Answering, answerCall } from '../calls/answer-call.ts'
import type { Load } from '../calls/load.ts'
import { preflightAnswer } from '../cors/preflight-answer.ts'
import { isRefused } from '../errors.ts'
import type { HttpPorts } from '../ports.ts'
import { parameterReader } from '../request/read-parameters.ts'
import { addRoute } from '../routes/add-route.ts'
import { NoParameters } from '../schemas/parameters.ts'
import { PAGE_STYLE, type ReferenceDocument, referencePage } from './reference-page.ts'

/** The committed document, which a test holds against the code. */
const DOCUMENT_FILE = new URL('../../../docs/reference/openapi.json', import.meta.url)

/** The description of the API, as a document at /openapi.json and to be read at /docs: both from this server alone. */
export function addDocuments(app: FastifyInstance, ports: HttpPorts, load: Load): void {
  const json = readFileSync(DOCUMENT_FILE, 'utf8')
  const page = referencePage(JSON.parse(json) as ReferenceDocument)
  const style = createHash('sha256').update(PAGE_STYLE).digest('base64')
  const policy = `default-src 'none'; style-src 'sha256-${style}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  addDocument(app, { ports, load }, { url: '/openapi.json', headers: { 'Content-Type': JSON_TYPE }, body: json })
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy }
  addDocument(app, { ports, load }, { url: '/docs', headers, body: page })
}

function addDocument(
  app: FastifyInstance,
  { ports, load }: Pick<Answering, 'ports' | 'load'>,
  { url, headers, body }: { readonly url: string } & Pick<Answer, 'headers'> & { readonly body: string },
): void {
  const readQuery = parameterReader(NoParameters)
  addRoute(app, { method: ['GET', 'OPTIONS'], url }, ({ raw, method }, reply) =>
    answerCall(
      { ports, load, operation: 'document', body: 'refused' },
      { request: raw, response: reply.raw },
      ({ requestId, query }) => {
        if (method === 'OPTIONS') return preflightAnswer(ports.access.view(), raw.headers, { method: 'GET', requestId })
        const given = readQuery(query)
        if (isRefused(given)) return given
        return { status: 200, headers: { ...SECURITY_HEADERS, 'X-Request-Id': requestId, ...headers }, body }
      },
    ),
  )
}
