import type { TObject, TSchema } from 'typebox'
import type { Route } from '../routes/route.ts'
import { ROUTES } from '../routes/routes.ts'
import { RESPONSES } from '../schemas/responses.ts'
import { Components } from './components.ts'
import { type Examples, errorResponse, exampleOf } from './error-response.ts'
import { CREDIT_HEADERS, REQUEST_ID_HEADER } from './header-descriptions.ts'
import { preflightOperation } from './preflight-operation.ts'

/** The description of the API, made of the routes and the schemas that the service itself works with. */
export function openApiDocument(examples: Examples): object {
  const components = new Components()
  const paths = Object.fromEntries(
    ROUTES.map((route) => [
      route.path,
      {
        [route.method.toLowerCase()]: operation(route, components, examples),
        options: preflightOperation(route, components),
      },
    ]),
  )
  return {
    openapi: '3.1.1',
    info: {
      title: 'Company and Address Suggestion API',
      version: '1.0.0-pilot',
      description:
        'Suggestions of Slovak and Czech companies and addresses, and a basic detail of one company, from locally stored copies of the official registers. Metered in units: 10 units are 1 credit; only a success is charged.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: components.schemas,
      securitySchemes: {
        serverKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            '`rgk_` and 64 hexadecimal digits. For servers only: never in a URL or in a page. Valid 90 days.',
        },
        browserSession: {
          type: 'http',
          scheme: 'bearer',
          description: '`rgb_` and 64 hexadecimal digits, from createBrowserSession. Bound to IP address and origin.',
        },
      },
    },
  }
}

function operation(route: Route, components: Components, examples: Examples): object {
  const { id, summary, description, scope, bearers, units, body } = route
  const needs = scope === null ? '' : ` Scope: \`${scope}\`.`
  return {
    operationId: id,
    summary,
    description: `${description}${needs} Costs ${units} ${units === 1 ? 'unit' : 'units'}.`,
    security: bearers.map((bearer) => ({ [bearer]: [] })),
    parameters: parametersOf(route, components),
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: components.refer(body) } } },
    }),
    responses: Object.fromEntries([
      ['200', successResponse(route, components, examples)],
      ...errorStatuses(route).map((status) => [String(status), errorResponse(status, route, { components, examples })]),
    ]),
  }
}

function parametersOf({ method, query, pathParameters }: Route, components: Components): object[] {
  const originHeader = {
    ...{ name: 'Origin', in: 'header', required: true, schema: { type: 'string', format: 'uri' } },
    description: 'Exactly an https origin that the project allows. Browsers send it by themselves.',
  }
  return [
    ...(pathParameters === undefined ? [] : parametersIn('path', pathParameters, components)),
    ...parametersIn('query', query, components),
    ...(method === 'POST' ? [originHeader] : []),
  ]
}

function parametersIn(place: 'path' | 'query', schema: TObject, components: Components): object[] {
  const required = (schema.required ?? []) as readonly string[]
  return Object.entries(schema.properties as Record<string, TSchema & { description?: string }>).map(([name, one]) => {
    const { description, ...rest } = components.refer(one) as { description?: string }
    return { name, in: place, required: required.includes(name), ...(description && { description }), schema: rest }
  })
}

function successResponse({ id }: Route, components: Components, examples: Examples): object {
  return {
    description: 'Success. What it cost is charged.',
    headers: { 'X-Request-Id': REQUEST_ID_HEADER, ...CREDIT_HEADERS },
    content: { 'application/json': { schema: components.refer(RESPONSES[id]), ...exampleOf(examples, `${id} 200`) } },
  }
}

/** 404 and 409 are of the detail alone. */
function errorStatuses({ pathParameters }: Route): number[] {
  return [400, 401, 403, ...(pathParameters ? [404] : []), 405, ...(pathParameters ? [409] : []), 413, 429, 503]
}
