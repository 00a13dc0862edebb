import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeTestFiles } from '../stdx/testing/write-test-files.ts'
import { sourceFiles } from './source-files.ts'

test('a path that is not a file is refused with what it is', () => {
  const [empty] = writeTestFiles({ 'res_data.csv': '' })
  for (const [path, why] of [
    ['/nowhere/res_data.csv', 'no such file'],
    [import.meta.dirname, 'is a folder'],
    ['/dev/null', 'is a pipe or a device'],
    [empty!, 'is empty'],
  ] as const) {
    assert.throws(
      () => sourceFiles([path]),
      ({ name, message }: Error) => name === 'InputError' && message.startsWith(path) && message.includes(why),
      why,
    )
  }
})
