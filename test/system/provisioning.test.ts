import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { until } from '../../src/stdx/testing/until.ts'
import { regista } from '../testing/regista.ts'
import { runServer } from '../testing/running-server.ts'

const data = mkdtempSync(join(tmpdir(), 'regista-provisioning-'))
after(() => rmSync(data, { recursive: true }))

test('a customer of one call is served by a running server, which the next commands and calls change', async () => {
  const REGISTA_ADMIN_TOKEN = '0123456789abcdef0123456789abcdef'
  await using server = await runServer(data, { args: ['--workers', '2'], env: { REGISTA_ADMIN_TOKEN } })
  const added = await regista(['operator', 'add', 'billing', '--role', 'provision', '--data', data, '--json'])
  const { token } = JSON.parse(added.stdout)
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': 'order-17',
  }
  const asked = { method: 'POST', headers, body: '{"name":"Bakery"}' }
  const made = await fetch(`http://127.0.0.1:${server.adminPort}/admin/v1/customers`, asked)
  assert.equal(made.status, 201)
  const { account, key } = ((await made.json()) as { data: { account: { id: string }; key: { secret: string } } }).data
  const usage = async (): Promise<number> => {
    const answer = await fetch(`http://127.0.0.1:${server.port}/v1/me/usage`, {
      headers: { authorization: `Bearer ${key.secret}`, connection: 'close' },
    })
    await answer.text()
    return answer.status
  }
  await until(async () => (await usage()) === 200, 'the key to be accepted')
  await regista(['account', 'suspend', account.id, '--data', data])
  await until(async () => (await usage()) === 403, 'the account to be suspended')
  const read = await fetch(`http://127.0.0.1:${server.adminPort}/admin/v1/log?account=${account.id}`, {
    headers: { authorization: `Bearer ${REGISTA_ADMIN_TOKEN}` },
  })
  const { data: lines } = (await read.json()) as { data: { who: string; via: string; what: string }[] }
  assert.deepEqual(
    lines.map(({ via, what }) => `${via} ${what}`),
    ['command account.suspend', 'http customer.create'],
  )
  assert.equal(lines[1]!.who, 'billing')
  const onPublicPort = await fetch(`http://127.0.0.1:${server.port}/admin/v1/log`, { headers: { connection: 'close' } })
  assert.equal(onPublicPort.status, 404)
  assert(!server.log().includes(key.secret.slice(4)) && !server.log().includes(token.slice(4)))
})
