import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempDisposableSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../testing/source-tree.ts'

const UNITS = join(ROOT, 'deploy/systemd')

test('a server that ends is started again after two seconds, however often', () => {
  const unit = readFileSync(join(UNITS, 'regista.service'), 'utf8')
  const sections = new Map(unit.split(/^\[/m).map((text) => [text.slice(0, text.indexOf(']')), text.split('\n')]))
  for (const [section, setting] of [
    ['Unit', 'StartLimitIntervalSec=0'],
    ['Service', 'Restart=on-failure'],
    ['Service', 'RestartSec=2'],
  ] as const)
    assert(sections.get(section)?.includes(setting), `[${section}] ${setting}`)
})

test('systemd accepts the units', (t) => {
  using dir = mkdtempDisposableSync(join(tmpdir(), 'regista-units-'))
  const names = readdirSync(UNITS).filter((name) => /\.(service|timer)$/.test(name))
  const copies = names.map((name) => {
    const copy = join(dir.path, name)
    // The program need not be installed here.
    writeFileSync(copy, readFileSync(join(UNITS, name), 'utf8').replaceAll('/opt/regista/regista', '/bin/true'))
    return copy
  })
  assert.notEqual(copies.length, 0)
  const { error, stderr } = spawnSync('systemd-analyze', ['verify', ...copies], { encoding: 'utf8' })
  if (error !== undefined) return t.skip('this machine has no systemd-analyze')
  assert.equal(stderr, '')
})
