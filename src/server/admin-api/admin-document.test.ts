import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ADMIN_OPERATIONS } from '../../http/admin/operations/operations.ts'
import { type Json, makeCustomer, openAdminScene } from '../testing/admin-scene.ts'

/** Each `$ref` of a document leads to something. */
function listReferences(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) => (name === '$ref' ? [String(one)] : listReferences(one)))
}

test('the document has every operation with its role, and real answers fit its schemas', async () => {
  await using scene = await openAdminScene()
  const { status, json } = await scene.ask('/admin/openapi.json', { token: null })
  assert.equal(status, 200)
  const described = Object.entries<object>(json.paths).flatMap(([path, one]) =>
    Object.entries<Json>(one).map(([method, operation]) => `${method} ${path} ${operation.operationId}`),
  )
  const expected = ADMIN_OPERATIONS.map(({ id, method, path }) => `${method.toLowerCase()} ${path} ${id}`)
  assert.deepEqual(described.toSorted(), expected.toSorted())
  for (const reference of listReferences(json)) {
    const found = reference
      .slice(2)
      .split('/')
      .reduce((at: Json, part) => at?.[part], json)
    assert(found !== undefined, reference)
  }
  const { account, project, key } = await makeCustomer(scene)
  await scene.passAccounts()
  const paths = [
    ...['accounts', 'projects', 'log', 'doubts', `accounts/${account.id}`, `projects/${project.id}`],
    ...[`projects/${project.id}/keys`, `accounts/${account.id}/usage`, `accounts/${account.id}/statement`],
  ]
  for (const path of paths) {
    const got = await scene.ask(`/admin/v1/${path}`)
    const template = `/admin/v1/${path.replace(account.id, '{account}').replace(project.id, '{project}')}`
    const schema = json.paths[template].get.responses[200].content['application/json'].schema
    assert.deepEqual(findMisfits(json, schema, got.json), [], `${path}: ${got.text}`)
  }
  const made = { data: { account, project, key, page_line: '' }, meta: { request_id: '0'.repeat(32) } }
  const ofCustomer = json.paths['/admin/v1/customers'].post.responses[201].content['application/json'].schema
  assert.deepEqual(findMisfits(json, ofCustomer, made), [])
  assert.notDeepEqual(findMisfits(json, ofCustomer, { ...made, more: 1 }), [])
})

/** The fields of a value that its schema does not have, those that it lacks, and those of another type. */
function findMisfits(document: Json, schema: Json, value: Json, at = ''): string[] {
  if (schema.$ref !== undefined)
    return findMisfits(document, document.components.schemas[schema.$ref.split('/').at(-1)], value, at)
  const types = [schema.type].flat()
  if (value === null) return types.includes('null') ? [] : [`${at} is null`]
  if (schema.items !== undefined)
    return Array.isArray(value)
      ? value.flatMap((one, i) => findMisfits(document, schema.items, one, `${at}.${i}`))
      : [at]
  if (schema.properties === undefined) return []
  const missing = (schema.required ?? []).filter((name: string) => value[name] === undefined)
  return [
    ...missing.map((name: string) => `${at}.${name} is missing`),
    ...Object.entries(value).flatMap(([name, field]) =>
      schema.properties[name] === undefined
        ? [`${at}.${name} is unknown`]
        : findMisfits(document, schema.properties[name], field, `${at}.${name}`),
    ),
  ]
}
