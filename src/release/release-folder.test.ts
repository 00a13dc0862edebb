import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { describeKnownError } from '../stdx/known-error.ts'
import { writeTestFiles } from '../stdx/testing/write-test-files.ts'
import { ReleaseFolder } from './release-folder.ts'

test('a folder in place of the name of the current release is reported with its path', () => {
  const [file] = writeTestFiles({ 'catalog.db': '' })
  const dir = dirname(file!)
  mkdirSync(join(dir, 'current'))
  assert.throws(
    () => new ReleaseFolder(dir).currentId(),
    (error) => describeKnownError(error)?.startsWith(`${join(dir, 'current')}: a folder is where`) === true,
  )
})
