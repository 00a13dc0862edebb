import { Components } from '../openapi/components.ts'
import { REQUEST_ID_HEADER, RETRY_AFTER_HEADER } from '../openapi/header-descriptions.ts'
import { type ObjectSchema, strictObject } from '../schemas/schema.ts'
import { ADMIN_ERRORS, type AdminErrorCode } from './faults.ts'
import type { AdminOperation } from './operation.ts'
import { ADMIN_OPERATIONS } from './operations/operations.ts'
import { AdminErrorBody, AdminMeta } from './schemas.ts'

/** `/admin/openapi.json`, made from the operations and schemas that the server itself uses. */
export function adminDocument(): object {
  const components = new Components()
  const paths: Record<string, Record<string, object>> = {}
  for (const operation of ADMIN_OPERATIONS) {
    paths[operation.path] ??= {}
    paths[operation.path]![operation.method.toLowerCase()] = describe(operation, components)
  }
  const token = { type: 'http', scheme: 'bearer', description: '`rga_…`, from `regista operator add`.' }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Regista: the API of operators',
      version: '1.0.0',
      description:
        'Makes and changes customers. It is served on the admin port only, and every request needs the token of an operator.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ operator: [] }],
    paths,
    components: { ...components.named, securitySchemes: { operator: token } },
  }
}

function describe(operation: AdminOperation, components: Components): object {
  const { id, summary, description, role, body, success, data, hasCsv, isKeyed, parameters } = operation
  const title = `${id[0]!.toUpperCase()}${id.slice(1)}Answer`
  const answer = strictObject({ data, meta: AdminMeta }, { title, description: `The answer of ${id}.` })
  const json = { 'application/json': { schema: components.refer(answer) } }
  return {
    operationId: id,
    summary,
    description: `${description} Role: \`${role}\`.`,
    parameters: [
      ...(parameters.path === undefined ? [] : parametersIn('path', parameters.path, components)),
      ...parametersIn('query', parameters.query, components),
      ...(isKeyed ? [components.add('parameters', 'IdempotencyKey', IDEMPOTENCY_KEY)] : []),
    ],
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: components.refer(body) } } },
    }),
    responses: {
      [success]: {
        description: 'Done.',
        headers: components.referHeaders(REQUEST_ID_HEADER),
        content: { ...json, ...(hasCsv && { 'text/csv': { schema: { type: 'string' } } }) },
      },
      ...Object.fromEntries(STATUSES.map((status) => [status, describeError(status, components)])),
    },
  }
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
  description:
    'A new one for each new request. The same request with the same key is carried out once; its answer is kept for two days, without the key that it had.',
}

function parametersIn(place: 'path' | 'query', schema: ObjectSchema, components: Components): object[] {
  const { required = [] } = schema
  return Object.entries(schema.properties).map(([name, one]) => {
    const { description, ...rest } = components.refer(one) as { description?: string }
    return { name, in: place, required: required.includes(name), ...(description && { description }), schema: rest }
  })
}

const CODES = Object.keys(ADMIN_ERRORS) as AdminErrorCode[]
const STATUSES = [...new Set(CODES.map((code) => ADMIN_ERRORS[code].status))].filter((status) => status !== 405)

function describeError(status: number, components: Components): object {
  // No operation is at an unknown path.
  const codes = CODES.filter((code) => ADMIN_ERRORS[code].status === status && code !== 'not_found')
  const waits = status === 429 || status === 503
  return components.add('responses', `Error${status}`, {
    description: codes.map((code) => `\`${code}\`: ${ADMIN_ERRORS[code].message}`).join(' '),
    headers: components.referHeaders({ ...REQUEST_ID_HEADER, ...(waits && RETRY_AFTER_HEADER) }),
    content: { 'application/json': { schema: components.refer(AdminErrorBody) } },
  })
}
