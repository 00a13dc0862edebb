import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { ROOT } from '../testing/source-tree.ts'
import { onSmallDisk, type SmallDiskCommand } from '../torture/small-disk.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-small-'))
after(() => rmSync(dir, { recursive: true }))

interface Ended {
  readonly limit: SmallDiskCommand['limit']
  readonly code: unknown
  readonly stdout: string
  readonly stderr: string
}

async function onSmallDiskRun(program: string): Promise<Ended> {
  const { limit, command, args } = onSmallDisk(program, dir)
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => (stdout += chunk))
  child.stderr.on('data', (chunk) => (stderr += chunk))
  const code = await new Promise((resolve) => child.on('close', resolve))
  return { limit, code, stdout, stderr }
}

test('on a full disk import, publish and sync fail with a message and change nothing; with space they work again', async (t) => {
  const { limit, code, stdout, stderr } = await onSmallDiskRun('test/torture/full-disk.ts')
  t.diagnostic(`the room is limited by: ${limit}`)
  assert.equal(code, 0, stderr)
  const { failed } = JSON.parse(stdout) as { failed: Record<'import' | 'publish' | 'sync', number> }
  assert(2 <= failed.import && 2 <= failed.publish && 2 <= failed.sync, stdout)
})

test('keys can be revoked and projects suspended on a full disk, with and without a server', async () => {
  const { code, stdout, stderr } = await onSmallDiskRun('test/torture/revoke-on-full-disk.ts')
  assert.equal(code, 0, stderr)
  assert.match(stdout, /"revoked":10/)
})

test('a server that starts on a full disk waits, says why, and goes on when there is room', async () => {
  const { limit, code, stdout, stderr } = await onSmallDiskRun('test/torture/start-on-full-disk.ts')
  assert.equal(code, 0, stderr)
  const { reports } = JSON.parse(stdout) as { reports: readonly string[] }
  assert.equal(reports.length, limit === 'file system' ? 2 : 0, stdout)
})

for (const args of [['--version'], ['help'], ['sample', '--help'], ['account', 'list'], ['account', 'list', '--json']])
  test(`an output that cannot be written is reported, and is no success: ${args.join(' ')}`, () => {
    if (args[0] === 'account') runRegista(['setup', 'X', '--data', join(dir, 'data')])
    const full = openSync('/dev/full', 'w')
    const { status, stderr } = runRegista([...args, ...(args[0] === 'account' ? ['--data', join(dir, 'data')] : [])], {
      stdio: ['ignore', full, 'pipe'],
    })
    closeSync(full)
    assert.equal(status, 1)
    assert.match(`${stderr}`, /^regista: the output cannot be written: ENOSPC[^\n]+ is not complete\.\n$/)
  })

for (const [name, args] of [
  ['control.db', ['account', 'list']],
  ['control.db', ['key', 'revoke', 'key_1']],
  ['ledger.db', ['usage', '--all']],
  ['ledger.db', ['audit']],
  ['catalog.db', ['publish']],
  ['ledger.db', ['serve', '--port', '0', '--admin-port', '0']],
] as const)
  test(`a database that this user may not read is named, with its owner: ${args[0]}, ${name}`, () => {
    const data = join(dir, `of-another-${name}`)
    mkdirSync(data, { recursive: true })
    writeFileSync(join(data, name), '')
    chmodSync(join(data, name), 0)
    for (const folder of [dir, data]) chmodSync(folder, 0o777)
    // Root may read everything.
    const user = process.getuid!() === 0 ? { uid: 65534, gid: 65534 } : {}
    const { status, stderr } = runRegista([...args, '--data', data], user)
    assert.equal(status, 1)
    assert.match(`${stderr}`, new RegExp(`${name} cannot be read and written by user \\d+: it belongs to user \\d+`))
    assert.doesNotMatch(`${stderr}`, /fault of Regista/)
  })

function runRegista(args: readonly string[], options: Parameters<typeof spawnSync>[2] = {}) {
  return spawnSync(process.execPath, [join(ROOT, 'bin/regista.js'), ...args], { timeout: 60_000, ...options })
}
