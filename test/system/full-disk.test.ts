import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
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
