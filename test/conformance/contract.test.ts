import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { ROOT } from '../source-tree.ts'
import { exampleRelease } from './example-release.ts'
import type { Scene, Sentence } from './sentence.ts'
import { ACCESS_AND_ERRORS, ENDPOINTS } from './sentences-of-endpoints.ts'
import { RESOURCES, SERVICE } from './sentences-of-service.ts'
import { startService } from './service.ts'

/*
 * The contract, sentence by sentence. A sentence is proved here over a real port, or by a test elsewhere that must exist; or it says why no test can ask.
 */

let scene: Scene
before(async () => {
  const service = await startService({ release: await exampleRelease() })
  scene = { service, customer: await service.customer() }
})
after(() => scene.service[Symbol.asyncDispose]())

const SECTIONS: Readonly<Record<string, readonly Sentence[]>> = {
  'the service': SERVICE,
  'the resources': RESOURCES,
  'the endpoints': ENDPOINTS,
  'access and errors': ACCESS_AND_ERRORS,
}

for (const [section, sentences] of Object.entries(SECTIONS)) {
  describe(section, () => {
    for (const [promise, proof] of sentences) {
      if (typeof proof === 'function') test(promise, () => proof(scene))
    }
  })
}

test('every other sentence names a test that there is, or says why there is none', () => {
  const others = Object.values(SECTIONS)
    .flat()
    .flatMap(([promise, proof]) => (typeof proof === 'function' ? [] : [{ promise, ...proof }]))
  const named = others.filter((one) => 'test' in one)
  const names = testNames([...new Set(named.map(({ file }) => file))])
  for (const { promise, file, test: name } of named)
    assert(names[file]!.includes(name), `${promise}: there is no test "${name}" in ${file}`)
  for (const one of others) assert('test' in one || one.because !== '', one.promise)
})

function testNames(files: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const lister = join(ROOT, 'test/conformance/list-tests.ts')
  const { stdout, stderr } = spawnSync(process.execPath, [lister, ...files], { cwd: ROOT, encoding: 'utf8' })
  assert.notEqual(stdout, '', stderr)
  return JSON.parse(stdout)
}
