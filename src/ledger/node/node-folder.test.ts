import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { InputError } from '../../stdx/input-error.ts'
import { openNodeFolder } from './node-folder.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-node-'))
const children: ChildProcess[] = []
after(async () => {
  await Promise.all(children.map(killed))
  rmSync(dir, { recursive: true })
})

const IN_USE = /is in use: another server is running on this data folder\. Stop it first, or give this one/

/** Starts a process that opens the folder, prints its node or the error, and stays until it is killed. */
const OPENING = `
  import { openNodeFolder } from ${JSON.stringify(new URL('./node-folder.ts', import.meta.url).href)}
  let node
  try {
    node = openNodeFolder(process.argv[1]).node
  } catch (error) {
    console['log'](error.name + ': ' + error.message)
    process.exit(0)
  }
  // The folder object is garbage, but its lock must stay.
  for (let n = 0; n < 5; n++) {
    globalThis.gc()
    await new Promise(setImmediate)
  }
  console['log'](node)
  setInterval(() => {}, 1000)
`

interface Opened {
  readonly child: ChildProcess
  readonly output: string
}

async function opening(path: string): Promise<Opened> {
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', OPENING, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  let output = ''
  for await (const chunk of child.stdout) {
    output += chunk
    if (output.endsWith('\n')) break
  }
  return { child, output: output.trimEnd() }
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await exited
}

test('the folder is created for its owner only, with a node id that stays the same', () => {
  const path = join(dir, 'new/data/node')
  const first = openNodeFolder(path)
  assert.match(first.node, /^[0-9a-f]{32}$/)
  assert.equal(statSync(path).mode & 0o777, 0o700)
  assert.equal(readFileSync(join(path, 'identity'), 'latin1'), `${first.node}\n`)
  first.close()
  first.close()
  using second = openNodeFolder(path)
  assert.equal(second.node, first.node)
  assert(!readdirSync(path).includes('identity.new'))
  using other = openNodeFolder(join(dir, 'other/node'))
  assert.notEqual(other.node, first.node)
})

test('a second server is refused while the first one runs, and a killed one leaves nothing to clean up', async () => {
  const path = join(dir, 'two/node')
  let { child, output: node } = await opening(path)
  assert.match(node, /^[0-9a-f]{32}$/)
  for (let round = 0; round < 4; round++) {
    assert.match((await opening(path)).output, IN_USE)
    assert.throws(
      () => openNodeFolder(path),
      (error) => error instanceof InputError && IN_USE.test(error.message),
    )
    await killed(child)
    const next = await opening(path)
    assert.equal(next.output, node)
    child = next.child
  }
  for (const name of readdirSync(path)) if (name.startsWith('lock')) assert.equal(statSync(join(path, name)).size, 0)
})

test('a second attempt in the same process is refused and keeps the lock', async () => {
  const path = join(dir, 'same/node')
  using _folder = openNodeFolder(path)
  for (let n = 0; n < 3; n++) assert.throws(() => openNodeFolder(path), IN_USE)
  assert.match((await opening(path)).output, IN_USE)
})

test('of 20 servers that start at once on a new folder exactly one succeeds', async () => {
  const path = join(dir, 'race/node')
  const all = await Promise.all(Array.from({ length: 20 }, () => opening(path)))
  const winners = all.filter(({ output }) => /^[0-9a-f]{32}$/.test(output))
  assert.equal(winners.length, 1)
  for (const { output } of all) if (output !== winners[0]!.output) assert.match(output, IN_USE)
  assert.equal(readFileSync(join(path, 'identity'), 'latin1'), `${winners[0]!.output}\n`)
})

test('a node whose identity cannot be read gets no other one', () => {
  const path = join(dir, 'damaged/node')
  openNodeFolder(path).close()
  const file = join(path, 'identity')
  for (const content of ['', '\n', 'a'.repeat(32), `${'A'.repeat(32)}\n`, `${'a'.repeat(33)}\n`]) {
    writeFileSync(file, content)
    assert.throws(
      () => openNodeFolder(path),
      (error) => error instanceof InputError && error.message.startsWith(`${file} is damaged: `),
    )
  }
  rmSync(file)
  openNodeFolder(path).close()
})

test('a folder that cannot be used is refused with a message', () => {
  writeFileSync(join(dir, 'file'), '')
  const refused = { name: 'InputError', message: /cannot be used \(E\w+\)\. Check the folder/ }
  assert.throws(() => openNodeFolder(join(dir, 'file/node')), refused)
  assert.throws(() => openNodeFolder('/proc/node'), refused)
})
