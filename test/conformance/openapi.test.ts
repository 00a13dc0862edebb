import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { Compile } from 'typebox/compile'
import { ErrorBody } from '../../src/http/schemas/error.ts'
import type { OperationId } from '../../src/http/schemas/prices.ts'
import { RESPONSES } from '../../src/http/schemas/responses.ts'
import { openApiExamples } from './openapi-examples.ts'
import { documentText, OPENAPI_FILE } from './write-openapi.ts'

interface Operation {
  readonly operationId: string
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[]
  readonly responses: Readonly<
    Record<
      string,
      { readonly description: string; headers: object; content?: { 'application/json': { example?: unknown } } }
    >
  >
}

const committed = readFileSync(OPENAPI_FILE, 'utf8')
const document = JSON.parse(committed) as {
  readonly info: { readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: object }
}
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

describe('src/http/openapi/openapi.json', () => {
  test('equals the output of the code, with real answers of the sample; `npm run openapi` updates it', async () => {
    assert.equal(committed, documentText(await openApiExamples()))
  })

  test('has the version of the contract', () => assert.equal(document.info.version, '1.0.0-pilot'))

  test('resolves each reference', () => {
    const references = [...committed.matchAll(/"\$ref": "#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name!)
    assert(20 < references.length)
    for (const name of references) assert(name in document.components.schemas, name)
  })

  test('names each operation once, and each parameter of its path', () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    assert.equal(new Set(ids).size, ids.length)
    for (const { path, operation } of operations) {
      const inPath = operation.parameters.filter((one) => one.in === 'path').map(({ name }) => name)
      assert.deepEqual(inPath.toSorted(), [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted(), path)
    }
  })

  test('has the statuses and headers of the contract for each operation', () => {
    for (const { method, operation } of operations) {
      if (method === 'options') continue
      const detail = operation.operationId === 'readCompany' ? ['404', '409'] : []
      const statuses = ['200', '400', '401', '403', '405', '413', '429', '503', ...detail].toSorted()
      assert.deepEqual(Object.keys(operation.responses).toSorted(), statuses)
      assert.deepEqual(Object.keys(operation.responses[200]!.headers), [
        'X-Request-Id',
        'X-Credits-Charged-Units',
        'X-Credits-Available-Units',
        'X-Credits-Period',
        'X-Credits-Reset-At',
      ])
    }
  })

  test('has a real answer of each operation, in its schema', () => {
    const shown: string[] = []
    for (const { operation } of operations) {
      for (const [status, { content }] of Object.entries(operation.responses)) {
        const example = content?.['application/json'].example
        if (example === undefined) continue
        const schema = status === '200' ? RESPONSES[operation.operationId as OperationId] : ErrorBody
        assert(Compile(schema).Check(example), `${operation.operationId} ${status}`)
        if (status === '200') shown.push(operation.operationId)
      }
    }
    assert.deepEqual(shown.toSorted(), Object.keys(RESPONSES).toSorted())
  })
})
