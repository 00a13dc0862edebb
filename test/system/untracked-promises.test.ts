import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

const dir = mkdtempSync(join(tmpdir(), 'regista-untracked-'))
after(() => rmSync(dir, { recursive: true }))

for (const [name, code] of [
  ['thrown in a callback', 'setImmediate(() => { throw new Error("not caught") })'],
  ['of a promise that is not awaited', 'void Promise.reject(new Error("not caught"))'],
] as const) {
  test(`an error ${name} fails the test file, although promises are not followed`, () => {
    const { status, stdout } = runFile(`test('one', async () => {
      await null
      ${code}
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
    })`)
    assert.match(stdout, /Error: not caught/)
    assert.equal(status, 1)
  })
}

test('promises are not followed, and a test in describe belongs to it', () => {
  const { status, stdout } = runFile(`
    import assert from 'node:assert/strict'
    import { executionAsyncId } from 'node:async_hooks'
    describe('outer', () => {
      test('inner', async () => {
        const id = executionAsyncId()
        await new Promise(setImmediate)
        await null
        assert.equal(executionAsyncId(), 0)
        assert.notEqual(id, 0)
      })
    })`)
  assert.match(stdout, /^ {4}ok 1 - inner$/m)
  assert.equal(status, 0)
})

function runFile(code: string) {
  const file = join(dir, 'one.test.mjs')
  writeFileSync(file, `import { describe, test } from 'node:test'\n${code}\n`)
  const preload = import.meta.resolve('../testing/untracked-promises.ts')
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined }
  return spawnSync(process.execPath, ['--test-reporter=tap', '--import', preload, file], { encoding: 'utf8', env })
}
