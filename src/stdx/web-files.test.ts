import assert from 'node:assert/strict'
import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readWebFiles } from './web-files.ts'

test('a browser receives pages, styles and script, and nothing else of the folder', () => {
  using dir = mkdtempDisposableSync(join(tmpdir(), 'regista-web-'))
  mkdirSync(join(dir.path, 'pages/deep'), { recursive: true })
  mkdirSync(join(dir.path, 'other'))
  for (const name of ['a.html', 'deep/b.css', 'c.test.ts', 'notes.md', 'tsconfig.json'])
    writeFileSync(join(dir.path, 'pages', name), 'x')
  writeFileSync(join(dir.path, 'pages/d.ts'), "import { e } from './e.ts'\nexport const f: number = e as number\n")
  writeFileSync(join(dir.path, 'other/secret.html'), 'x')
  const files = readWebFiles(dir.path, ['pages'])
  assert.deepEqual([...files.keys()].sort(), ['/pages/a.html', '/pages/d.ts', '/pages/deep/b.css'])
  const script = files.get('/pages/d.ts')!
  assert.equal(script.type, 'text/javascript; charset=utf-8')
  assert.doesNotMatch(script.body.toString(), /number/)
  assert.match(script.body.toString(), /from '.\/e.ts'/)
  assert.notEqual(script.etag, files.get('/pages/a.html')!.etag)
})
