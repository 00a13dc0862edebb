import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Compile } from 'typebox/compile'
import { ApiError } from '../../src/http/schemas/error.ts'
import type { OperationId } from '../../src/http/schemas/prices.ts'
import { RESPONSES } from '../../src/http/schemas/responses.ts'
import { COMMITTED, DOCUMENT, examplesIn, OPERATIONS } from './openapi-document.ts'
import { openApiExamples } from './openapi-examples.ts'
import { documentText } from './write-openapi.ts'

const CREDITS = ['Charged-Units', 'Available-Units', 'Period', 'Reset-At'].map((name) => `X-Credits-${name}`)

describe('src/http/openapi/openapi.json', () => {
  test('equals the output of the code, with real answers of the sample; `npm run openapi` updates it', async () => {
    assert.equal(COMMITTED, documentText(await openApiExamples()))
  })

  test('has the version of the contract', () => assert.equal(DOCUMENT.info.version, '1.0.0-pilot'))

  test('resolves each reference', () => {
    const references = [...COMMITTED.matchAll(/"\$ref": "#\/components\/(\w+)\/([\w-]+)"/g)]
    assert(20 < references.length)
    for (const [where, kind, name] of references) assert(name! in DOCUMENT.components[kind!]!, where)
  })

  test('names each operation once, and each parameter of its path', () => {
    const ids = OPERATIONS.map(({ operation }) => operation.operationId)
    assert.equal(new Set(ids).size, ids.length)
    for (const { path, operation } of OPERATIONS) {
      const inPath = operation.parameters.filter((one) => one.in === 'path').map(({ name }) => name)
      assert.deepEqual(inPath.toSorted(), [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted(), path)
    }
  })

  test('has the statuses and headers of the contract for each operation', () => {
    for (const { operation } of OPERATIONS) {
      const detail = operation.operationId === 'readCompany' ? ['404', '409'] : []
      const statuses = ['200', '400', '401', '403', '405', '413', '429', '503', ...detail].toSorted()
      assert.deepEqual(Object.keys(operation.responses).toSorted(), statuses)
      assert.deepEqual(Object.keys(operation.responses[200]!.headers), ['X-Request-Id', ...CREDITS])
    }
  })

  test('has a real answer of each operation, in its schema', () => {
    const shown = examplesIn().map(({ id, status, example }) => {
      const schema = status === '200' ? RESPONSES[id as OperationId] : ApiError
      assert(Compile(schema).Check(example), `${id} ${status}`)
      return status === '200' ? [id] : []
    })
    assert.deepEqual(shown.flat().toSorted(), Object.keys(RESPONSES).toSorted())
  })
})
