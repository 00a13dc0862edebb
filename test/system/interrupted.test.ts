import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposableSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { regista } from '../testing/regista.ts'
import { ROOT } from '../testing/source-tree.ts'
import { writeTinySample } from '../testing/tiny-sample.ts'

for (const signal of ['SIGINT', 'SIGHUP'] as const)
  test(`a real ${signal} ends a command with 130, and leaves no partial release`, async () => {
    using dir = mkdtempDisposableSync(join(tmpdir(), 'regista-interrupted-'))
    const [data, sample] = [join(dir.path, 'data'), join(dir.path, 'sample')]
    await writeTinySample(sample)
    for (const source of ['cz-addresses', 'cz-res', 'sk-addresses', 'sk-rpo']) {
      const files = readdirSync(join(sample, source)).map((name) => join(sample, source, name))
      assert.equal((await regista(['import', source, ...files, '--data', data])).code, 0)
    }
    const child = spawn(process.execPath, [join(ROOT, 'bin/regista.js'), 'publish', '--data', data, '--json'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    let signals = 0
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      // The second one ends any command at once.
      if (text.includes('building') && signals++ === 0) child.kill(signal)
    })
    assert.deepEqual(await once(child, 'close'), [130, null])
    assert.deepEqual(JSON.parse(output), { error: 'interrupted' })
    assert.deepEqual(
      readdirSync(join(data, 'releases')).filter((name) => name.startsWith('.')),
      [],
    )
  })
