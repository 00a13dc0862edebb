import type { FastifyInstance } from 'fastify'
import { type Answering, answerCall } from '../calls/answer-call.ts'
import type { Load } from '../calls/load.ts'
import { preflightAnswer } from '../cors/preflight-answer.ts'
import type { HttpPorts } from '../ports.ts'
import { RESPONSES } from '../schemas/responses.ts'
import { addRoute } from './add-route.ts'
import type { Route } from './route.ts'
import { ROUTES } from './routes.ts'

export function addOperations(app: FastifyInstance, ports: HttpPorts, load: Load): void {
  for (const route of ROUTES) addOperation(app, { ports, load }, route)
}

function addOperation(
  app: FastifyInstance,
  { ports, load }: Pick<Answering, 'ports' | 'load'>,
  { id, method, path, handler }: Route,
): void {
  const url = path.replaceAll(/\{(\w+)\}/g, ':$1')
  const work = handler(ports)
  addRoute(app, { method, url, schema: { response: { 200: RESPONSES[id] } } }, ({ raw }, reply) => {
    const serialise = (value: object) => String(reply.serializeInput({ ...value }, '200'))
    const answering = { ports, load, operation: id, body: method === 'GET' ? 'refused' : 'taken' } as const
    return answerCall(answering, { request: raw, response: reply.raw }, (call, body) => work(call, { body, serialise }))
  })
  addRoute(app, { method: 'OPTIONS', url }, ({ raw }, reply) =>
    answerCall(
      { ports, load, operation: 'preflight', body: 'refused' },
      { request: raw, response: reply.raw },
      ({ requestId }) => preflightAnswer(ports.access.view(), raw.headers, { method, requestId }),
    ),
  )
}
