import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFileHead } from './read-file-head.ts'
import { writeTestFiles } from './testing/write-test-files.ts'

test('returns the first bytes, or all of a shorter file', async () => {
  const [path] = writeTestFiles({ 'x.txt': 'abcdef' })
  assert.equal((await readFileHead(path!, 3)).toString(), 'abc')
  assert.equal((await readFileHead(path!, 100)).toString(), 'abcdef')
})
