// Run on a folder with little room (`onSmallDisk`): fills the disk, with a server and without one, and takes rights
// away all the same.
import assert from 'node:assert/strict'
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { ask } from '../../src/http/testing/ask.ts'
import { until } from '../../src/stdx/testing/until.ts'
import { regista } from '../testing/regista.ts'
import { type RunningServer, runServer } from '../testing/running-server.ts'

const [, , dir, limit] = process.argv as [string, string, string, 'file system' | 'file size']
const data = join(dir, 'data')
const ballast = join(dir, 'ballast')
/** Of 1 MiB of reserve each change takes some pages; a whole evening of them must be possible. */
const REVOCATIONS = 5

const account = await made('account', 'create', 'Example')
await succeed('account', 'verify', account)
const project = await made('project', 'create', '--account', account, '--name', 'Shop')
const keys = []
for (let i = 0; i < 2 * REVOCATIONS + 1; i++) keys.push(await issued())
const { token } = await json<{ token: string }>('operator', 'add', 'anna', '--role', 'operate')

fill()
for (let i = 0; i < REVOCATIONS; i++) await succeed('key', 'revoke', keys.pop()!.id)
assert.equal(
  (await json<{ revoked_at: string | null }[]>('key', 'list', '--project', project)).length,
  2 * REVOCATIONS + 1,
)
rmSync(ballast)

await using server = await runServer(data, { args: ['--workers', '1'] })
for (const { key } of keys) await untilStatus(server, key, 200)
fill()
while (1 < keys.length) {
  const { id, key } = keys.pop()!
  // By HTTP first: its database is opened on the full disk.
  if (keys.length % 2 === 1) await revokeOverHttp(server, id)
  else await succeed('key', 'revoke', id)
  await untilStatus(server, key, 401)
  fill()
}
await succeed('project', 'suspend', project)
await untilStatus(server, keys[0]!.key, 403)
console.log(JSON.stringify({ revoked: 2 * REVOCATIONS, free: statfsSync(dir).bavail }))

/**
 * To the last byte, what the last command left of its reserve included. Where no small disk can be had, nothing may be
 * filled.
 */
function fill(): void {
  if (limit === 'file size') return
  const file = openSync(ballast, 'a')
  try {
    for (const bytes of [65_536, 4_096, 1]) {
      try {
        for (;;) assert.notEqual(writeSync(file, new Uint8Array(bytes)), 0)
      } catch (error) {
        assert.equal((error as { code?: string }).code, 'ENOSPC')
      }
    }
  } finally {
    closeSync(file)
  }
}

async function succeed(...args: readonly string[]): Promise<void> {
  const { code, stderr } = await regista([...args, '--data', data])
  assert.equal(code, 0, `${args.join(' ')}: ${stderr}`)
}

async function json<T>(...args: readonly string[]): Promise<T> {
  const { code, stdout, stderr } = await regista([...args, '--data', data, '--json'])
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout) as T
}

async function made(...args: readonly string[]): Promise<string> {
  return (await json<{ id: string }>(...args)).id
}

async function revokeOverHttp({ adminPort }: RunningServer, id: string): Promise<void> {
  const options = { method: 'POST', headers: { authorization: `Bearer ${token}` } }
  const answer = await fetch(`http://127.0.0.1:${adminPort}/admin/v1/keys/${id}/revoke`, options)
  assert.equal(answer.status, 200, await answer.text())
}

function issued(): Promise<{ id: string; key: string }> {
  return json('key', 'issue', '--project', project, '--scopes', 'usage:read')
}

async function untilStatus({ port }: RunningServer, key: string, status: number): Promise<void> {
  const read = async () => (await ask(port, { path: '/v1/me/usage', key })).status
  await until(read, `status ${status}`, (got) => got === status)
}
