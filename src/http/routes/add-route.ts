import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { assert } from '../../stdx/assert.ts'

type Answering = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/**
 * The whole work is done before Fastify looks at bodies and media types: it would look at them too early, in its own words. It routes, and serialises by schema.
 */
export function addRoute(
  app: FastifyInstance,
  route: Omit<RouteOptions, 'handler' | 'onRequest'>,
  answering: Answering,
): void {
  app.route({
    ...route,
    onRequest(request, reply) {
      reply.hijack()
      // What fails even there has written its line in the log, or is about the connection itself: it ends the connection, not the process.
      answering(request, reply).catch(() => request.raw.socket.destroy())
    },
    handler: () => assert(false, 'the answer is on its way already'),
  })
}
