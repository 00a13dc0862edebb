import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { systemClock } from '../../src/stdx/clock.ts'
import { DAY_MS } from '../../src/stdx/time-units.ts'
import { publishSample } from '../fuzz/sample-data.ts'
import { writeChargedAccount } from '../testing/charged-account.ts'
import { regista } from '../testing/regista.ts'
import { type RunningServer, runServer } from '../testing/running-server.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-console-'))
after(() => rmSync(dir, { recursive: true }))

const TOKEN = 'a-token-of-the-operator-with-32-characters'
const RESOURCES = ['accounts', 'nodes', 'sources', 'releases', 'ledger', 'requests', 'refusals', 'keys', 'server']

interface Asked {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly text: string
  readonly json: Record<string, unknown> & { readonly error?: { readonly code: string; readonly message: string } }
}

async function ask(
  { adminPort }: RunningServer,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<Asked> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ host: '127.0.0.1', port: adminPort, path, method, headers }, resolve).on('error', reject).end()
  })
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  const isJson = response.headers['content-type']?.startsWith('application/json') === true && text !== ''
  return { status: response.statusCode!, headers: response.headers, text, json: isJson ? JSON.parse(text) : {} }
}

/** The status line of an answer to these header lines, as they are. */
async function askRaw({ adminPort }: RunningServer, lines: readonly string[]): Promise<string> {
  const socket = connect(adminPort, '127.0.0.1')
  socket.end(`${[`GET /console/api/server HTTP/1.1`, ...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`)
  let text = ''
  for await (const chunk of socket) text += chunk
  return text.split('\r\n')[0]!
}

describe('with nothing at all', () => {
  let server: RunningServer
  before(async () => {
    server = await runServer(join(dir, 'nothing'), { args: ['--workers', '1'] })
  })
  after(() => server[Symbol.asyncDispose]())

  test('every resource answers with JSON that is empty, and says when it was read', async () => {
    for (const resource of RESOURCES) {
      const { status, json, headers } = await ask(server, `/console/api/${resource}`)
      assert.equal(status, 200, resource)
      assert.match(String(json.as_of), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/, resource)
      assert.equal(headers['cache-control'], 'no-store')
    }
    const read = async (resource: string) => (await ask(server, `/console/api/${resource}`)).json
    assert.deepEqual((await read('accounts')).accounts, [])
    assert.deepEqual((await read('sources')).sources, [])
    assert.deepEqual((await read('releases')).releases, [])
    assert.deepEqual((await read('keys')).keys, [])
    assert.deepEqual((await read('refusals')).reasons, [])
    assert.equal(((await read('nodes')).nodes as object[]).length, 1)
    assert.deepEqual((await read('server')).problems, ['nothing is published'])
    assert.equal((await read('ledger')).is_trusted, true)
  })

  test('a wrong path, method, month or account gets an error that says what to do', async () => {
    const cases = [
      ['/console/api', 404, 'The console is at'],
      ['/console/api/', 404, 'with one of: accounts?q='],
      ['/console/api/account', 404, 'with one of: accounts?q='],
      ['/console/api/accounts/acc_none/usage', 404, 'lists them'],
      ['/console/api/accounts/acc_none/projects', 404, 'lists them'],
      ['/console/api/accounts/acc_none/usage?period=2026-13', 400, 'period=2026-11'],
      ['/console/api/accounts/%00/usage', 404, 'with one of: accounts?q='],
      ['/console/nothing.ts', 404, 'The console is at'],
      ['/console/../../package.json', 404, 'The console is at'],
      ['/console/%2e%2e/%2e%2e/package.json', 404, 'The console is at'],
    ] as const
    for (const [path, status, words] of cases) {
      const answer = await ask(server, path)
      assert.equal(answer.status, status, path)
      assert(answer.text.includes(words), `${path}: ${answer.text}`)
    }
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
      assert.equal((await ask(server, '/console/api/server', {}, method)).status, 405, method)
  })

  test('no page or answer allows script, style, frames or connections from elsewhere', async () => {
    for (const path of [
      '/console/',
      '/console/main.ts',
      '/console/style.css',
      '/console/colours.css',
      '/console/api/server',
      '/console/none',
    ]) {
      const { headers } = await ask(server, path)
      const policy = String(headers['content-security-policy'])
      assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'/, path)
      assert(!/unsafe|data:|\*|http/.test(policy), policy)
      assert.match(policy, /frame-ancestors 'none'/)
      assert.equal(headers['x-content-type-options'], 'nosniff', path)
      assert.equal(headers['access-control-allow-origin'], undefined, path)
    }
    assert.equal((await ask(server, '/console')).headers.location, '/console/')
    const { headers } = await ask(server, '/console/main.ts')
    assert.equal((await ask(server, '/console/main.ts', { 'if-none-match': headers.etag! })).status, 304)
  })

  test('only a literal loopback Host sees anything, and health and metrics stay open', async () => {
    const port = server.adminPort
    const cases: readonly [lines: readonly string[], status: number][] = [
      [[`Host: localhost:${port}`], 200],
      [[`Host: 127.0.0.1:${port}`], 200],
      [['Host: [::1]'], 200],
      [['Host: rebound.example.com'], 403],
      [[`Host: 127.0.0.1.example.com:${port}`], 403],
      [['Host: 127.0.0.1', 'Host: rebound.example.com'], 403],
      [['Host: 127.0.0.1', 'Host: 127.0.0.1'], 403],
      [['Host: 127.0.0.1', 'X-Forwarded-For: 203.0.113.7'], 403],
      [['Host: 127.0.0.1', 'Authorization: Bearer x'], 200],
      [[], 400],
    ]
    for (const [lines, status] of cases)
      assert.equal(Number((await askRaw(server, lines)).split(' ')[1]), status, lines.join(', '))
    for (const path of ['/console', '/console/', '/console/main.ts']) {
      const { status, text } = await ask(server, path, { host: 'rebound.example.com' })
      assert.equal(status, 403, path)
      assert.match(text, /ssh -L.*REGISTA_ADMIN_TOKEN/)
    }
    for (const path of ['/healthz', '/metrics'])
      assert.equal((await ask(server, path, { host: 'node-1.internal' })).status, 200)
    assert.equal((await ask(server, '/readyz', { host: 'node-1.internal' })).status, 503)
  })
})

test('on an address that is not loopback only the token opens the data, from any host', async () => {
  await using server = await runServer(join(dir, 'token'), {
    args: ['--workers', '1', '--admin-host', '0.0.0.0'],
    env: { REGISTA_ADMIN_TOKEN: TOKEN },
  })
  const codes = async (headers: Readonly<Record<string, string>>): Promise<string> => {
    const { status, json } = await ask(server, '/console/api/accounts', headers)
    return `${status} ${json.error?.code ?? 'read'}`
  }
  assert.equal(await codes({}), '403 token_required')
  assert.equal(await codes({ authorization: `Bearer ${TOKEN}x` }), '403 token_wrong')
  assert.equal(await codes({ authorization: `Bearer ${TOKEN}` }), '200 read')
  assert.equal(await codes({ authorization: `Bearer ${TOKEN}`, host: 'operator.example.com' }), '200 read')
  assert.equal((await ask(server, '/console/', { host: 'operator.example.com' })).status, 200)
  assert(!server.log().includes(TOKEN))
})

test('on an address that is not loopback and without a token the console stays shut, and says how to open it', async () => {
  await using server = await runServer(join(dir, 'shut'), { args: ['--workers', '1', '--admin-host', '0.0.0.0'] })
  for (const path of ['/console/', '/console/api/accounts']) {
    const { status, text } = await ask(server, path)
    assert.equal(status, 403)
    assert.match(text, /does not listen on a loopback address.*REGISTA_ADMIN_TOKEN/)
  }
})

test('with --console off the admin port has health and metrics, and no console for anyone', async () => {
  await using server = await runServer(join(dir, 'off'), {
    args: ['--workers', '1', '--admin-host', '0.0.0.0', '--console', 'off'],
    env: { REGISTA_ADMIN_TOKEN: TOKEN },
  })
  for (const path of ['/console', '/console/', '/console/api/accounts']) {
    const { status, text } = await ask(server, path, { authorization: `Bearer ${TOKEN}` })
    assert.equal(status, 404)
    assert.match(text, /this server runs with --console off/)
  }
  for (const path of ['/healthz', '/metrics']) assert.equal((await ask(server, path)).status, 200)
})

test('a short token ends the start with one line that does not repeat it', async () => {
  process.env.REGISTA_ADMIN_TOKEN = 'too-short-a-token'
  const { code, stderr } = await regista(['serve', '--data', join(dir, 'short'), '--port', '0', '--admin-port', '0'])
  delete process.env.REGISTA_ADMIN_TOKEN
  assert.equal(code, 1)
  assert.match(stderr, /regista: REGISTA_ADMIN_TOKEN must have at least 32 .*openssl rand -hex 32/)
  assert(!stderr.includes('too-short-a-token'))
  // As containers pass secrets; the newline at the end of a file is none of the secret.
  const file = join(dir, 'secret')
  writeFileSync(file, 'also-too-short\n')
  for (const [path, message] of [
    [file, /REGISTA_ADMIN_TOKEN must have at least 32/],
    [join(dir, 'missing'), /REGISTA_ADMIN_TOKEN_FILE names .*missing, which cannot be read/],
    ['/dev/null', /REGISTA_ADMIN_TOKEN_FILE names \/dev\/null, which is empty/],
  ] as const) {
    process.env.REGISTA_ADMIN_TOKEN_FILE = path
    const refused = await regista(['serve', '--data', join(dir, 'tokens')])
    delete process.env.REGISTA_ADMIN_TOKEN_FILE
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, message)
  }
})

test('a webhook without a secret, or with an address that is none, ends the start with one line', async () => {
  const serve = ['serve', '--data', join(dir, 'short'), '--port', '0', '--admin-port', '0', '--alert-webhook']
  const unsigned = await regista([...serve, 'https://alerts.example/regista'])
  assert.equal(unsigned.code, 1)
  assert.match(unsigned.stderr, /regista: --alert-webhook needs REGISTA_ALERT_SECRET, at least 32 characters/)
  const { code, stderr } = await regista([...serve, 'alerts.example'])
  assert.equal(code, 2)
  assert.match(stderr, /alert-webhook.*Write it as https:/)
})

test('an account with 100 000 debits: the month is shown as `regista usage` shows it, and all sums agree', async () => {
  const data = join(dir, 'charged')
  await publishSample(data)
  const { account } = await writeChargedAccount(data, 100_000)
  await using server = await runServer(data, { args: ['--workers', '1'] })
  const usage = (await ask(server, `/console/api/accounts/${account}/usage`)).json as unknown as Usage
  const command = JSON.parse((await regista(['usage', account, '--data', data, '--json'])).stdout)
  assert.equal(usage.requests, 100_000)
  assert.equal(usage.confirmed_units, command.confirmedUnits ?? command.confirmed_units)
  assert.equal(usage.left_units, command.leftUnits ?? command.left_units)
  assert.equal(usage.lines.length, command.lines.length)
  for (const groups of [usage.days, usage.projects, usage.keys, usage.operations, usage.lines])
    for (const field of ['requests', 'confirmed_units'] as const)
      assert.equal(
        groups.reduce((sum, group) => sum + group[field], 0),
        usage[field],
        field,
      )
  assert.deepEqual(usage.projects.map(({ name }) => name).toSorted(), ['Shop', 'prj_earlier'])
  const { accounts } = (await ask(server, '/console/api/accounts')).json as { accounts: (Units & { id: string })[] }
  assert.deepEqual(
    accounts.map(({ id, confirmed_units }) => [id, confirmed_units]),
    [[account, usage.confirmed_units]],
  )
  const { projects } = (await ask(server, `/console/api/accounts/${account}/projects`)).json
  const listed = JSON.parse((await regista(['project', 'list', '--account', account, '--data', data, '--json'])).stdout)
  assert.deepEqual(
    (projects as { id: string; client_id: string; origins: string[] }[]).map((one) => [
      one.id,
      one.client_id,
      one.origins,
    ]),
    (listed as { id: string; client_id: string; origins: string[] }[]).map((one) => [
      one.id,
      one.client_id,
      one.origins,
    ]),
  )
  const { releases, current } = (await ask(server, '/console/api/releases')).json
  assert.deepEqual(
    (releases as { id: string; is_current: boolean }[]).map(({ id, is_current }) => [id, is_current]),
    [[current, true]],
  )
  const { sources, invented } = (await ask(server, '/console/api/sources')).json
  assert.equal(invented, true)
  for (const source of sources as { next_file: { expected_on: string }; observed_on: string }[])
    assert(source.observed_on < source.next_file.expected_on)
  const manifest = join(data, 'releases', String(current), 'manifest.json')
  const text = readFileSync(manifest, 'utf8')
  rmSync(manifest)
  writeFileSync(manifest, text.replaceAll('"formats": "columns ', '"formats": "columns 9'))
  const { releases: others } = (await ask(server, '/console/api/releases')).json
  assert.match((others as { problem: string }[])[0]!.problem, /^companies-cz has the file formats "columns 9/)
})

test('a request is counted with its time, and a refused origin is named, cut and counted', async () => {
  await using server = await runServer(join(dir, 'nothing'), { args: ['--workers', '2'] })
  const long = `https://${'x'.repeat(500)}.example`
  for (const origin of ['https://www.shop.example', 'https://www.shop.example', long])
    await fetch(`http://127.0.0.1:${server.port}/v1/me/usage`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'GET' },
    })
  type Origins = { readonly origin: string; readonly requests: number; readonly last_at: string }[]
  let origins: Origins = []
  // A thread tells the main thread after it has answered.
  for (let tries = 0; origins.reduce((sum, { requests }) => sum + requests, 0) < 3; tries++) {
    assert(tries < 1_000, 'the main thread was not told')
    origins = (await ask(server, '/console/api/refusals')).json.origins as Origins
  }
  assert.deepEqual(
    origins.map(({ origin, requests }) => [origin, requests]),
    [
      ['https://www.shop.example', 2],
      [`${long.slice(0, 100)}…`, 1],
    ],
  )
  const { json } = await ask(server, '/console/api/requests')
  const { requests, p99_ms_at_most } = json.last_minutes as { requests: number; p99_ms_at_most: number }
  assert.equal(requests, 3)
  assert(0 < p99_ms_at_most, String(p99_ms_at_most))
  assert.equal(
    (json.requests as number[]).reduce((sum, count) => sum + count, 0),
    3,
  )
})

test('a refused request is counted under its reason', async () => {
  await using server = await runServer(join(dir, 'nothing'), { args: ['--workers', '2'] })
  for (let i = 0; i < 12; i++) await fetch(`http://127.0.0.1:${server.port}/v1/${i % 3 === 0 ? 'me/usage' : 'nowhere'}`)
  const { reasons } = (await ask(server, '/console/api/refusals')).json
  assert.deepEqual(
    (reasons as { code: string; requests: number }[]).map(({ code, requests }) => [code, requests]),
    [
      ['not_found', 8],
      ['unauthorized', 4],
    ],
  )
})

interface Units {
  readonly requests: number
  readonly confirmed_units: number
}

interface Usage extends Units {
  readonly left_units: number
  readonly days: readonly Units[]
  readonly projects: readonly (Units & { readonly name: string })[]
  readonly keys: readonly Units[]
  readonly operations: readonly Units[]
  readonly lines: readonly Units[]
}

test('a metric counts the keys that expire within two weeks and have no successor', async () => {
  const folder = join(dir, 'keys')
  const { project_id: project } = JSON.parse((await regista(['setup', 'Shop', '--data', folder, '--json'])).stdout)
  const json = ['--data', folder, '--json']
  const issue = async (name: string, days: number): Promise<string> => {
    const options = ['--project', project, '--scopes', 'usage:read', '--name', name, '--days', `${days}`]
    return JSON.parse((await regista(['key', 'issue', ...options, ...json])).stdout).id
  }
  await issue('soon', 3)
  await issue('later', 15)
  assert.equal((await regista(['key', 'rotate', await issue('rotated', 3), ...json])).code, 0)
  const ended = await issue('ended', 3)
  {
    using database = new DatabaseSync(join(folder, 'control.db'))
    const endsMs = systemClock.nowMs() - DAY_MS / 2
    database.prepare('update control_key set expires_at_ms = ? where id = ?').run(endsMs, ended)
  }
  await using server = await runServer(folder, { args: ['--workers', '1'] })
  assert.match((await server.admin('/metrics')).text, /^regista_keys_expiring 1$/m)
})
