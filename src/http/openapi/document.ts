import { formatCount } from '../../stdx/format-count.ts'
import type { Operation } from '../operations/operation.ts'
import { OPERATIONS } from '../operations/operations.ts'
import { CompanyParameters } from '../schemas/parameters.ts'
import type { OperationId } from '../schemas/prices.ts'
import { RESPONSES } from '../schemas/responses.ts'
import type { ObjectSchema } from '../schemas/schema.ts'
import { Components } from './components.ts'
import { describeErrorResponse, ERROR_STATUSES, type Examples, exampleOf } from './error-response.ts'
import { writeGuide } from './guide.ts'
import { CREDIT_HEADERS, REQUEST_ID_HEADER } from './header-descriptions.ts'

/** Made from the operations and schemas that the service itself uses. */
export function openApiDocument(examples: Examples): object {
  const components = new Components()
  const paths = Object.fromEntries(
    OPERATIONS.map((operation) => [
      operation.path,
      { [operation.method.toLowerCase()]: describeOperation(operation, components, examples) },
    ]),
  )
  return {
    openapi: '3.1.1',
    info: {
      title: 'Company and Address Suggestion API',
      version: '1.0.0-pilot',
      summary: 'Suggests companies and addresses of Slovakia and Czechia while a person types.',
      description: writeGuide(),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      ...components.named,
      securitySchemes: {
        serverKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            '`rgk_` and 64 hexadecimal digits. Only for servers: never put it in a URL or a web page. Valid for 90 days.',
        },
        browserSession: {
          type: 'http',
          scheme: 'bearer',
          description:
            '`rgb_` and 64 hexadecimal digits, from createBrowserSession. Bound to the IP address and the origin. Valid for 15 minutes.',
        },
      },
    },
  }
}

/** Generators make a group or a class of each. */
const TAGS = {
  Suggestions: 'What a person may mean, while the text is being typed.',
  Companies: 'One company, by its number.',
  Sessions: 'Credentials of web pages.',
  Account: 'The units of an account.',
} as const

const TAG_OF: Readonly<Record<OperationId, keyof typeof TAGS>> = {
  suggestAddresses: 'Suggestions',
  suggestCompanies: 'Suggestions',
  readCompany: 'Companies',
  createBrowserSession: 'Sessions',
  getUsage: 'Account',
}

function describeOperation(operation: Operation, components: Components, examples: Examples): object {
  const { id, summary, description, scope, bearers, price, body } = operation
  const scopeText = scope === null ? '' : ` Scope: \`${scope}\`.`
  return {
    operationId: id,
    tags: [TAG_OF[id]],
    summary,
    description: `${description}${scopeText} Price: ${formatCount(price, 'unit')}.`,
    security: bearers.map((bearer) => ({ [bearer]: [] })),
    parameters: describeParameters(operation, components),
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: components.refer(body) } } },
    }),
    responses: Object.fromEntries([
      ['200', describeSuccess(operation, components, examples)],
      ...errorStatuses(operation).map((status) => [
        String(status),
        describeErrorResponse(status, components, examples),
      ]),
    ]),
  }
}

function describeParameters({ method, parameters }: Operation, components: Components): object[] {
  const originHeader = {
    name: 'Origin',
    in: 'header',
    // Code that is generated for pages would demand a header that browsers let nobody set.
    required: false,
    schema: { type: 'string', format: 'uri' },
    description:
      'The origin of the page, which the project must allow exactly. Browsers add this header, and let no page set it; other programs must send it.',
  }
  return [
    ...(parameters.path === undefined ? [] : parametersIn('path', parameters.path, components)),
    ...parametersIn('query', parameters.query, components).map((one) =>
      one.name in SHARED ? components.add('parameters', one.name, one) : one,
    ),
    ...(method === 'POST' ? [originHeader] : []),
  ]
}

/** The parameters of both suggestions. Generators make a type of each named parameter, so no others have a name. */
const SHARED = CompanyParameters.properties

function parametersIn(place: 'path' | 'query', schema: ObjectSchema, components: Components) {
  const { required = [] } = schema
  return Object.entries(schema.properties).map(([name, one]) => {
    const { description, ...rest } = components.refer(one) as { description?: string }
    return { name, in: place, required: required.includes(name), ...(description && { description }), schema: rest }
  })
}

function describeSuccess({ id }: Operation, components: Components, examples: Examples): object {
  return {
    description: 'Success. The price is charged.',
    headers: components.referHeaders({ ...REQUEST_ID_HEADER, ...CREDIT_HEADERS }),
    content: { 'application/json': { schema: components.refer(RESPONSES[id]), ...exampleOf(examples, `${id} 200`) } },
  }
}

/** Only the company detail has 404 and 409. */
function errorStatuses({ parameters: { path } }: Operation) {
  return ERROR_STATUSES.filter((status) => path !== undefined || (status !== 404 && status !== 409))
}
