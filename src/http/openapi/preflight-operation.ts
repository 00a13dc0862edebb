import type { Operation } from '../operations/operation.ts'
import type { Components } from './components.ts'
import { describeErrorResponse } from './error-response.ts'
import { REQUEST_ID_HEADER } from './header-descriptions.ts'

const text = { schema: { type: 'string' } }

export function describePreflight(operation: Operation, components: Components): object {
  const { id, method, parameters } = operation
  const header = (name: string, description: string, required: boolean) => ({
    name,
    in: 'header',
    required,
    description,
    schema: { type: 'string' },
  })
  const errors = [400, 403, 413, 429, 503].map((status) => [
    String(status),
    describeErrorResponse(status, operation, { components, examples: {} }),
  ])
  return {
    operationId: `${id}Preflight`,
    summary: 'CORS preflight',
    description: 'Sent by browsers. It is free and needs no credential.',
    security: [],
    parameters: [
      header('Origin', 'An origin that a project allows, exactly.', true),
      header('Access-Control-Request-Method', `The method of the request: ${method}.`, true),
      header('Access-Control-Request-Headers', 'Only Authorization, Content-Type, Accept.', false),
      ...Object.keys(parameters.path?.properties ?? {}).map((name) => ({
        name,
        in: 'path',
        required: true,
        description: 'As in the request. Not checked here.',
        ...text,
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
