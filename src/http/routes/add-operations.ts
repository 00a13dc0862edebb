import type { FastifyInstance } from 'fastify'
import { type Answering, answerCall, withoutBody } from '../calls/answer-call.ts'
import type { Load } from '../calls/load.ts'
import { preflightAnswer } from '../cors/preflight-answer.ts'
import { isRefused } from '../errors.ts'
import type { HttpPorts } from '../ports.ts'
import { readBody } from '../request/body.ts'
import { RESPONSES } from '../schemas/responses.ts'
import { addRoute } from './add-route.ts'
import type { Route } from './route.ts'
import { ROUTES } from './routes.ts'

export function addOperations(app: FastifyInstance, ports: HttpPorts, load: Load): void {
  for (const route of ROUTES) addOperation(app, { ports, load }, route)
}

function addOperation(
  app: FastifyInstance,
  { ports, load }: Omit<Answering, 'operation'>,
  { id, method, path, handler }: Route,
): void {
  const url = path.replaceAll(/\{(\w+)\}/g, ':$1')
  const work = handler(ports)
  addRoute(app, { method, url, schema: { response: { 200: RESPONSES[id] } } }, ({ raw }, reply) => {
    const serialise = (value: object) => String(reply.serializeInput({ ...value }, '200'))
    return answerCall({ ports, load, operation: id }, { request: raw, response: reply.raw }, async (call) => {
      if (method === 'GET') return await withoutBody(call, () => work(call, { body: NO_BODY, serialise }))
      const body = await readBody(raw, reply.raw)
      return body === 'gone' || isRefused(body) ? body : await work(call, { body, serialise })
    })
  })
  addRoute(app, { method: 'OPTIONS', url }, ({ raw }, reply) =>
    answerCall({ ports, load, operation: 'preflight' }, { request: raw, response: reply.raw }, (call) =>
      withoutBody(call, () => preflightAnswer(ports.access.view(), raw.headers, { method, requestId: call.requestId })),
    ),
  )
}

const NO_BODY = Buffer.alloc(0)
