import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { openControlDatabase } from '../../src/access/control/control.ts'
import { createCustomer } from '../../src/access/testing/customers.ts'
import { systemClock } from '../../src/stdx/clock.ts'
import { until } from '../../src/stdx/testing/until.ts'
import { publishSample } from '../fuzz/sample-data.ts'
import { runServer } from '../testing/running-server.ts'

/* Runs the texts of docs/operating/proxy.md with the proxies that this machine has, and attacks them. */

const dir = mkdtempSync(join(tmpdir(), 'regista-proxies-'))
after(() => rmSync(dir, { recursive: true }))

const SHOP = 'shop.example'
const TYPED = 'zrkadlovka'
const PAGE = readFileSync('docs/operating/proxy.md', 'utf8')
const blocks = (language: string): string[] =>
  [...PAGE.matchAll(new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``, 'g'))].map(([, block]) => block!)

test('no other document tells how to configure a proxy', () => {
  const documents = readdirSync('docs', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.md'))
  const found = documents.filter((path) => /proxy_pass http|reverse_proxy \d/.test(read(join('docs', path))))
  assert.deepEqual(found, [join('operating', 'proxy.md')])
})

interface Answer {
  /** 0: the connection was closed. */
  readonly status: number
  readonly body: string
  readonly headers: IncomingHttpHeaders
}

/** Where the proxy listens, and the servers behind it. */
interface Ports {
  readonly port: number
  readonly upstreams: readonly number[]
  /** Where they answer /readyz; undefined: at the same port. */
  readonly adminPort?: number | undefined
}

/** Writes the servers of a text as those of this test: the last ones of the text go if the test has fewer. */
function withUpstreams(text: string, upstreams: readonly number[]): string {
  const ours = text.replaceAll(/10\.0\.0\.1(\d):8080/g, (_, n) => `127.0.0.1:${upstreams[n - 1] ?? 0}`)
  return ours.replaceAll(/^ *server \S* ?127\.0\.0\.1:0\b.*\n/gm, '').replaceAll(/ 127\.0\.0\.1:0\b/g, '')
}

/**
 * The addresses and certificates of the page become those of this test; everything else stays. `answers`: what a caller
 * gets when the server refuses the connection, when it closes one that was used before, and when all are down.
 */
const PROXIES = [
  {
    name: 'nginx',
    version: '-v',
    answers: { refused: 502, closed: 502, down: 502 },
    write(folder: string, { port, upstreams }: Ports): string[] {
      const [server, several] = blocks('nginx')
      const site = server!
        .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
        .replaceAll(/ssl_certificate.*\n/g, '\n')
        .replaceAll('/var/log/nginx', folder)
        .replace('127.0.0.1:8080', 'regista')
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${folder}/tmp;`)
      const main = `daemon off; pid ${folder}/pid; events {} http { ${paths.join(' ')}\n${withUpstreams(several!, upstreams)}\n${site}\n}`
      writeFileSync(join(folder, 'nginx.conf'), main)
      return ['-c', join(folder, 'nginx.conf'), '-p', folder, '-e', join(folder, 'start.log')]
    },
  },
  {
    name: 'caddy',
    version: 'version',
    answers: { refused: 200, closed: 502, down: 502 },
    write(folder: string, { port, upstreams }: Ports): string[] {
      const [site, skip, several] = blocks('caddy')
      // Its name before version 2.8.
      const isOld = /^v?2\.[0-7]\./.test(spawnSync('caddy', ['version'], { encoding: 'utf8' }).stdout)
      const log = `log {\n output file ${folder}/access.log\n}\n${isOld ? skip!.replace('log_skip', 'skip_log') : skip}`
      const own = site!
        .replace('api.shop.example {', `http://:${port} {\n bind 127.0.0.1\n ${log}`)
        .replace('127.0.0.1:8080', `127.0.0.1:${upstreams[0]}`)
        .replace(/ {4}reverse_proxy[\s\S]*\n {4}\}\n/, (one) =>
          upstreams.length === 1 ? one : withUpstreams(several!, upstreams).replace(/health_port .*\n/, ''),
        )
      writeFileSync(join(folder, 'Caddyfile'), own.replace('{\n', '{\n admin off\n auto_https off\n'))
      return ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile']
    },
  },
  {
    name: 'haproxy',
    version: '-v',
    answers: { refused: 200, closed: 0, down: 503 },
    write(folder: string, { port, upstreams, adminPort }: Ports): string[] {
      const [text] = blocks('haproxy')
      const own = withUpstreams(text!, upstreams)
        .replace(/bind :443.*/, `bind 127.0.0.1:${port}`)
        .replace('/opt/regista/app/', join(import.meta.dirname, '../../'))
        .replace('check port 9090', adminPort === undefined ? 'check' : `check port ${adminPort}`)
      writeFileSync(join(folder, 'haproxy.cfg'), own)
      return ['-db', '-f', join(folder, 'haproxy.cfg')]
    },
  },
]

for (const { name, version, answers, write } of PROXIES) {
  const isThere = spawnSync(name, [version]).error === undefined
  describe(`the text for ${name}`, { skip: isThere ? false : `this machine has no ${name}` }, () => {
    test('lets no caller invent its address or its host', async () => {
      const seen: IncomingHttpHeaders[] = []
      await using upstream = await listen((headers) => void seen.push(headers))
      await using proxy = await start(upstream.port)
      await proxy.ask('/', {
        Host: SHOP,
        'X-Forwarded-For': '198.51.100.7',
        'X-Forwarded-Host': 'evil.example',
        Forwarded: 'for=198.51.100.7;host=evil.example',
      })
      const [headers] = seen
      assert.equal(headers!.host, SHOP)
      assert.equal(headers!['x-forwarded-host'], SHOP)
      assert.equal(headers!['x-forwarded-for']?.toString().split(',').at(-1)?.trim(), '127.0.0.1')
      assert(!String(headers!['x-forwarded-for']).includes('198.51.100.7'))
      assert.equal(headers!.forwarded || undefined, undefined)
    })

    test('sends no request twice, also when a connection ends without an answer', async () => {
      let left = 1
      let requests = 0
      await using upstream = await listen((_headers, kill) => {
        requests++
        if (left-- <= 0) kill()
      })
      await using proxy = await start(upstream.port)
      // The first one leaves a connection that the second could use.
      assert.equal((await proxy.ask('/', { Host: SHOP })).status, 200)
      assert.equal((await proxy.ask('/', { Host: SHOP })).status, answers.closed)
      assert.equal(requests, 2)
    })

    test('with several servers asks the next one as the page says, and never after a request was sent', async () => {
      const seen = { killing: 0, answering: 0 }
      await using killing = await listen((_headers, kill) => {
        seen.killing++
        kill()
      })
      await using answering = await listen(() => void seen.answering++)
      {
        await using proxy = await start(await freePort(), answering.port)
        const statuses = [await proxy.ask('/', { Host: SHOP }), await proxy.ask('/', { Host: SHOP })]
        assert.deepEqual(new Set(statuses.map(({ status }) => status)), new Set([answers.refused, 200]))
      }
      seen.answering = 0
      await using proxy = await start(killing.port, answering.port)
      // Caddy chooses by chance.
      for (let asked = 1; seen.killing === 0 || seen.answering === 0; asked++) {
        const before = seen.killing
        const { status } = await proxy.ask('/', { Host: SHOP })
        assert.equal(status, seen.killing === before ? 200 : 502)
        assert.equal(seen.killing + seen.answering, asked)
        assert(asked < 100)
      }
    })

    // nginx asks no upstream for its readiness.
    if (name !== 'nginx')
      test('sends nothing to a server whose /readyz says 503', async () => {
        const seen = { leaving: 0, staying: 0 }
        const readiness = { status: 200 }
        await using leaving = await listen(() => void seen.leaving++, readiness)
        await using staying = await listen(() => void seen.staying++)
        await using proxy = await start(leaving.port, staying.port)
        readiness.status = 503
        // Until the proxy has asked.
        for (let quiet = 0, asked = 0; quiet < 20; asked++) {
          const before = seen.leaving
          assert.equal((await proxy.ask('/', { Host: SHOP })).status, 200)
          quiet = seen.leaving === before ? quiet + 1 : 0
          assert(asked < 1_000)
          await setTimeout(20)
        }
      })

    test('keeps the session of a page from other hosts, and what was typed out of its logs', async () => {
      const data = join(dir, `${name}-data`)
      await publishSample(data)
      const { clientId } = await makeCustomer(data)
      await using server = await runServer(data, { args: ['--workers', '1', '--trusted-proxies', '127.0.0.1/32'] })
      await using proxy = await startBefore({ upstreams: [server.port], adminPort: server.adminPort })
      try {
        const origin = { Host: SHOP, Origin: `https://${SHOP}`, 'Content-Type': 'application/json' }
        const made = await proxy.ask('/v1/browser-sessions', origin, JSON.stringify({ client_id: clientId }))
        assert.equal(made.status, 200, made.body)
        const session = { Authorization: `Bearer ${JSON.parse(made.body).data.token}` }
        const script = { ...session, 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'cors' }
        const path = `/v1/autocomplete/companies?q=${TYPED}`
        assert.equal((await proxy.ask(path, { ...script, Host: SHOP })).status, 200)
        for (const lie of [
          {},
          { 'X-Forwarded-Host': SHOP },
          { 'x-forwarded-host': `evil.example, ${SHOP}` },
          { Forwarded: `for=127.0.0.1;host=${SHOP}` },
        ]) {
          const { status, body } = await proxy.ask(path, { ...script, ...lie, Host: 'evil.example' })
          assert.deepEqual([status, JSON.parse(body).error.code], [403, 'origin_not_allowed'], JSON.stringify(lie))
        }
      } finally {
        await server.stop()
      }
      const { status, body, headers } = await proxy.ask(`/v1/autocomplete/companies?q=${TYPED}`, { Host: SHOP })
      assert.equal(status, answers.down)
      if (name === 'haproxy') {
        const { code, retry_after_seconds: seconds } = JSON.parse(body).error
        assert.deepEqual(
          [code, headers['retry-after'], headers['access-control-allow-origin']],
          ['overloaded', `${seconds}`, '*'],
        )
        assert.equal(headers['content-type'], 'application/json')
      }
      await proxy.stop()
      const logs = [proxy.output(), ...readdirSync(proxy.folder).map((file) => read(join(proxy.folder, file)))].join('')
      assert(!logs.includes(TYPED), logs)
      if (name === 'caddy') assert.match(read(join(proxy.folder, 'access.log')), /"uri":"\/v1\/browser-sessions"/)
      else assert.match(logs, /GET \/v1\/autocomplete\/companies 200/)
    })
  })

  function start(...upstreams: number[]) {
    return startBefore({ upstreams })
  }

  async function startBefore(servers: Omit<Ports, 'port'>) {
    const folder = mkdtempSync(join(dir, `${name}-`))
    mkdirSync(join(folder, 'tmp'))
    const port = await freePort()
    const child = spawn(name, write(folder, { port, ...servers }), {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (said) => (output += said))
    const exited = once(child, 'exit')
    const remove = (): void => void child.kill('SIGKILL')
    process.once('exit', remove)
    const stop = async (): Promise<void> => {
      child.kill('SIGTERM')
      process.off('exit', remove)
      await exited
    }
    await untilListening(port, child, () => output)
    return { folder, output: () => output, stop, ask: askAt(port), [Symbol.asyncDispose]: stop }
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    // A folder.
    return ''
  }
}

async function makeCustomer(data: string) {
  await using control = await openControlDatabase({ data, databaseUrl: undefined }, 'write')
  const origins = [`https://${SHOP}`]
  return await createCustomer({ database: control, clock: systemClock }, { units: 1000, origins })
}

/** `fetch` sets Host and the headers of a browser itself. */
function askAt(port: number) {
  return async (path: string, headers: Readonly<Record<string, string>>, body?: string): Promise<Answer> => {
    const request = httpRequest({ host: '127.0.0.1', port, path, headers, method: body === undefined ? 'GET' : 'POST' })
    request.end(body)
    const [response] = await once(request, 'response').catch(() => [undefined])
    if (response === undefined) return { status: 0, body: '', headers: {} }
    return { status: response.statusCode, body: await text(response), headers: response.headers }
  }
}

/** `readiness`: what it answers at /readyz. */
async function listen(hear: (headers: IncomingHttpHeaders, kill: () => void) => void, readiness = { status: 200 }) {
  const server = createServer((request, response) => {
    if (request.url === '/readyz') return void response.writeHead(readiness.status).end()
    hear(request.headers, () => request.socket.destroy())
    response.end('answer')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await server[Symbol.asyncDispose]()
    },
  }
}

async function freePort(): Promise<number> {
  await using server = await listen(() => undefined)
  return server.port
}

async function untilListening(port: number, child: ChildProcess, output: () => string): Promise<void> {
  await until(async () => {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the proxy ended: ${output()}`)
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    return isOpen
  }, 'the proxy')
}
