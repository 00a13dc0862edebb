import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileHead } from './file-head.ts'
import { writtenFiles } from './testing/written-files.ts'

test('gives the first bytes, or all of a shorter file', async () => {
  const [path] = writtenFiles({ 'x.txt': 'abcdef' })
  assert.equal((await fileHead(path!, 3)).toString(), 'abc')
  assert.equal((await fileHead(path!, 100)).toString(), 'abcdef')
})
