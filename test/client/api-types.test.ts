import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { API_ERRORS } from '../../src/http/errors.ts'
import { apiTypeFiles, ERROR_CODES_FILE } from './write-api-types.ts'

test('the types of the clients are those of src/http/openapi/openapi.json', () => {
  for (const [path, text] of Object.entries(apiTypeFiles())) {
    assert.equal(readFileSync(path, 'utf8'), text, 'run: npm run api-types')
  }
})

test('the client knows every error code', () => {
  const codes = [...apiTypeFiles()[ERROR_CODES_FILE]!.matchAll(/^ {2}\| '(\w+)'$/gm)].map(([, code]) => code)
  assert.deepEqual(codes, Object.keys(API_ERRORS).sort())
})
