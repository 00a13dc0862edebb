import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openControlDatabase } from '../../src/access/control/control.ts'
import { createCustomer } from '../../src/access/testing/customers.ts'
import { systemClock } from '../../src/stdx/clock.ts'
import { until } from '../../src/stdx/testing/until.ts'
import { publishSample } from '../fuzz/sample-data.ts'
import { regista } from '../testing/regista.ts'
import { runServer } from '../testing/running-server.ts'

/* What docs/guides/data-protection.md promises. */

const data = mkdtempSync(join(tmpdir(), 'regista-privacy-'))
after(() => rmSync(data, { recursive: true }))

const TYPED = 'zrkadlovka 4711'
const VISITOR = '203.0.113.77'
const ORIGIN = 'https://shop.example'

async function makeCustomer() {
  await using control = await openControlDatabase({ data, databaseUrl: undefined }, 'write')
  return await createCustomer({ database: control, clock: systemClock }, { units: 1000, origins: [ORIGIN] })
}

test('neither log nor metrics nor any file has what was typed, the address of a visitor, a token or a key', async () => {
  await publishSample(data)
  const { clientId, text: key } = await makeCustomer()
  const args = ['--workers', '1', '--trusted-proxies', '127.0.0.1/32', '--log-level', 'debug']
  await using server = await runServer(data, { args })
  const headers = { Origin: ORIGIN, 'X-Forwarded-For': VISITOR }
  await until(async () => (await server.admin('/readyz')).status === 200, 'the server is ready')
  /** A slow machine may be overloaded for a moment. */
  const ask = async (path: string, init: RequestInit) => {
    const answered = await until(async () => {
      const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, init)
      const text = await answer.clone().text()
      return /"(?:overloaded|accounting_unavailable)"/.test(text) ? undefined : answer
    }, 'an answer of a server that is not overloaded')
    return answered!
  }
  const request = (path: string, token: string) =>
    ask(path, { headers: { ...headers, Authorization: `Bearer ${token}` } })
  const created = await ask('/v1/browser-sessions', {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ client_id: clientId }),
  })
  const { data: session } = (await created.json()) as { data: { token: string } }
  const query = new URLSearchParams({ q: TYPED })
  const statuses = []
  let refused = ''
  for (const path of [
    `/v1/autocomplete/addresses?${query}`,
    `/v1/autocomplete/companies?${query}`,
    `/v1/autocomplete/companies?${query}&wrong=1`,
    // The sample has no Czech addresses.
    `/v1/autocomplete/addresses?${query}&country=cz`,
  ]) {
    const { status, headers } = await request(path, session.token)
    statuses.push(status)
    if (status === 400) refused = headers.get('x-request-id')!
  }
  const unknown = `rgb_${'0'.repeat(64)}`
  statuses.push((await request(`/v1/autocomplete/companies?${query}`, unknown)).status)
  statuses.push((await request(`/v1/autocomplete/companies?${query}&key=${key}`, key)).status)
  assert.deepEqual(statuses, [200, 200, 400, 503, 401, 400])

  const found = async () => await regista(['log', '--request', refused, '--data', data])
  const { stdout: line } = await until(found, 'the refused request', ({ stdout }) => stdout !== '')
  assert.match(line, new RegExp(`suggestCompanies: invalid_parameter  prj_\\w+  request ${refused}`))

  const { text: metrics } = await server.admin('/metrics')
  assert.match(metrics, /suggestCompanies/)
  const running = readFiles()
  await server.stop()
  const places = new Map([...running, ...readFiles(), ['the log', server.log()], ['the metrics', metrics]])
  assert.match(server.log(), /rejected a credential/)
  assert(3 < places.size)
  for (const secret of [TYPED, 'zrkadlovka', query.toString(), VISITOR, session.token, key, key.slice(4)])
    for (const [place, text] of places) assert(!text.toLowerCase().includes(secret), `${place} has ${secret}`)
})

/** All files but those of the data itself. */
function readFiles(): [path: string, text: string][] {
  return readdirSync(data, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && !file.parentPath.includes('releases') && !file.name.startsWith('catalog'))
    .map((file) => join(file.parentPath, file.name))
    .map((path) => [path, readFileSync(path, 'latin1')])
}
