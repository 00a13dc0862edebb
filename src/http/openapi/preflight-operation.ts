import type { Route } from '../routes/route.ts'
import type { Components } from './components.ts'
import { errorResponse } from './error-response.ts'
import { REQUEST_ID_HEADER } from './header-descriptions.ts'

const text = { schema: { type: 'string' } }

/** What a browser asks before it asks. */
export function preflightOperation(route: Route, components: Components): object {
  const { id, method } = route
  const header = (name: string, description: string, required: boolean) => ({
    ...{ name, in: 'header', required, description, schema: { type: 'string' } },
  })
  const errors = [400, 403, 413, 429, 503].map((status) => [
    String(status),
    errorResponse(status, route, { components, examples: {} }),
  ])
  return {
    operationId: `${id}Preflight`,
    summary: 'CORS preflight',
    description: 'Asked by browsers. Costs nothing and needs no bearer.',
    security: [],
    parameters: [
      header('Origin', 'Exactly an allowed https origin.', true),
      header('Access-Control-Request-Method', method, true),
      header('Access-Control-Request-Headers', 'Only Authorization, Content-Type, Accept.', false),
      ...(route.pathParameters ? ['country', 'ico'] : []).map((name) => ({
        ...{ name, in: 'path', required: true, ...text },
      })),
    ],
    responses: {
      204: {
        description: 'The origin and the method are accepted.',
        headers: {
          'X-Request-Id': REQUEST_ID_HEADER,
          'Access-Control-Allow-Origin': text,
          'Access-Control-Allow-Methods': text,
          'Access-Control-Allow-Headers': text,
          'Access-Control-Max-Age': { schema: { type: 'integer' } },
        },
      },
      ...Object.fromEntries(errors),
    },
  }
}
