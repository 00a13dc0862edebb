import assert from 'node:assert/strict'
import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { regista } from '../testing/regista.ts'
import { ROOT } from '../testing/source-tree.ts'
import { writeTinySample } from '../testing/tiny-sample.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-demo-'))
const running = new Set<ChildProcess>()
const endAll = (): void => {
  for (const child of running) child.kill('SIGKILL')
}
process.once('exit', endAll)
after(async () => {
  endAll()
  await Promise.all([...running].map((child) => once(child, 'close')))
  rmSync(dir, { recursive: true })
})
const data = join(dir, 'data')
const ANY_PORT = ['--port', '0', '--admin-port', '0', '--page-port', '0']

before(async () => {
  // The demo would invent a larger sample; one that is there it keeps.
  await writeTinySample(join(data, 'sample'))
  mkdirSync(join(data, 'sample.tmp'))
})

/** A demo as a person starts it, in a terminal. */
interface Demo {
  readonly stderr: Readable
  output(): string
  /** Resolves when it has printed all it prints, or has ended before: with its exit code. */
  readonly ready: Promise<'answering' | number | null>
  /** Ctrl-C. Answers the exit code. */
  interrupt(): Promise<number | null>
}

function startDemo(...args: readonly string[]): Demo {
  const child: ChildProcessByStdio<null, Readable, Readable> = spawn(
    process.execPath,
    [join(ROOT, 'bin/regista.js'), 'demo', ...args],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  running.add(child)
  let output = ''
  const answering = new Promise<'answering'>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.includes('Ctrl-C ends it')) resolve('answering')
    })
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child)
    return code as number | null
  })
  return {
    stderr: child.stderr,
    output: () => output,
    ready: Promise.race([answering, ended]),
    async interrupt() {
      child.kill('SIGINT')
      return await ended
    },
  }
}

interface Pasted {
  readonly url: string
  readonly headers: [string, string][]
  readonly body: string | undefined
}

/** The lines to paste, taken apart as a shell and curl would. */
function pastedLines(output: string): Pasted[] {
  return [...output.matchAll(/^ {2}curl (.*)$/gm)].map(([, line]) => {
    const [url, ...more] = [...line!.matchAll(/(-[Hd] )?'([^']*)'(?= |$)/g)].reverse()
    assert.equal([...more.reverse(), url!].map(([word]) => word).join(' '), line, 'all of the line is understood')
    const given = (option: string) => more.filter(([, before]) => before === option).map(([, , text]) => text!)
    const headers = given('-H ').map((text) => text.split(': ') as [string, string])
    return { url: url![2]!, headers, body: given('-d ')[0] }
  })
}

/** On a connection of its own: a slow machine may send on one that the server closes at the same moment. */
function fetchAlone(url: string, options: RequestInit = {}): Promise<Response> {
  const headers = new Headers(options.headers)
  headers.set('Connection', 'close')
  return fetch(url, { ...options, headers })
}

async function send({ url, headers, body }: Pasted): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetchAlone(url, { headers, ...(body === undefined ? {} : { method: 'POST', body }) })
  return { status: response.status, text: await response.text() }
}

function keyIn(output: string): string {
  return /rgk_[0-9a-f]{64}/.exec(output)![0]
}

let firstKey = ''

test('of two demos started at once on a new folder one runs, answers all commands that it prints, and needs no reader of its log', async () => {
  const both = [0, 1].map(() => startDemo('--data', data, ...ANY_PORT, '--log-level', 'debug'))
  const outcomes = await Promise.all(both.map(({ ready }) => ready))
  assert.deepEqual(outcomes.toSorted(), [1, 'answering'], both.map((one) => one.output()).join('\n'))
  const [other, demo] = outcomes[0] === 1 ? [both[0]!, both[1]!] : [both[1]!, both[0]!]
  assert.match(other.output(), /^regista: another demo is running on [^\n]+ with --data\.\n$/)
  assert.deepEqual(
    readdirSync(data).filter((name) => name.startsWith('sample')),
    ['sample'],
  )

  const lines = pastedLines(demo.output())
  assert.equal(lines.length, 1)
  for (const line of lines) {
    const { status, text } = await send(line)
    assert.equal(status, 200, `${line.url}: ${text}`)
    if (line.url.includes('/autocomplete/')) assert.match(text, /^\{"data":\[\{"id":/, line.url)
  }
  const [page, docs, console] = [...demo.output().matchAll(/^ {2}[a-z].* {3}(http:\S+)$/gm)].map(([, url]) => url!)
  assert.match(await (await fetchAlone(page!)).text(), /<regista-address/)
  for (const url of [docs!, console!]) assert.equal((await fetchAlone(url)).status, 200, url)
  firstKey = keyIn(demo.output())

  demo.stderr.destroy()
  const stranger = { ...lines[0]!, headers: [['Authorization', `Bearer rgk_${'0'.repeat(64)}`] as [string, string]] }
  assert.equal((await send(stranger)).status, 401, 'of which a line is logged')
  assert.equal((await send(lines[0]!)).status, 200)
  assert.equal(await demo.interrupt(), 0)
})

test('a demo that is started again has the same key; a port in use is reported with instructions', async () => {
  const demo = startDemo('--data', data, ...ANY_PORT)
  assert.equal(await demo.ready, 'answering', demo.output())
  assert.equal(keyIn(demo.output()), firstKey)
  const { port } = new URL(pastedLines(demo.output())[0]!.url)
  const { code, stderr } = await regista(['demo', '--data', join(dir, 'other'), '--port', port])
  assert.equal(code, 1)
  assert.equal(
    stderr,
    `regista: another program uses port ${port}. Stop that program, or choose another port with --port.\n`,
  )
  const pagePort = /:(\d+)\/$/m.exec(demo.output())![1]!
  const args = ['--port', '0', '--admin-port', '0', '--page-port', pagePort]
  assert.equal(
    (await regista(['demo', '--data', join(dir, 'other'), ...args])).stderr,
    `regista: another program uses port ${pagePort}. Stop that program, or choose another port with --page-port.\n`,
  )
  assert(!existsSync(join(dir, 'other')))
  const account = / usage (acc_\w+)/.exec(demo.output())![1]!
  assert.equal(await demo.interrupt(), 0)
  assert.equal((await regista(['usage', account, '--data', data])).code, 0)
})

test('a demo whose release is of an earlier build makes it anew', async () => {
  const releases = join(data, 'releases')
  const before = readFileSync(join(releases, 'current'), 'utf8').trim()
  const path = join(releases, before, 'manifest.json')
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/"formats": "columns \d+/g, '"formats": "columns 0'))
  const demo = startDemo('--data', data, ...ANY_PORT)
  assert.equal(await demo.ready, 'answering', demo.output())
  assert.notEqual(readFileSync(join(releases, 'current'), 'utf8').trim(), before)
  assert.equal(keyIn(demo.output()), firstKey)
  assert.match((await send(pastedLines(demo.output())[0]!)).text, /^\{"data":\[\{"id":/)
  assert.equal(await demo.interrupt(), 0)
})

test('a demo creates no account in a database that the environment names', async () => {
  process.env.REGISTA_DATABASE_URL = 'postgres://regista@127.0.0.1:1/books'
  try {
    const demo = startDemo('--data', join(dir, 'unset'), ...ANY_PORT)
    assert.equal(await demo.ready, 1, demo.output())
    assert.match(demo.output(), /^regista: REGISTA_DATABASE_URL is set, [^\n]+ Unset the variable for the demo\.\n$/)
    assert(!existsSync(join(dir, 'unset')))
  } finally {
    delete process.env.REGISTA_DATABASE_URL
  }
})

test('a demo creates no key for real data', async () => {
  const real = join(dir, 'real')
  cpSync(join(data, 'releases'), join(real, 'releases'), { recursive: true })
  const current = readFileSync(join(real, 'releases/current'), 'utf8').trim()
  const manifest = join(real, 'releases', current, 'manifest.json')
  writeFileSync(manifest, JSON.stringify({ ...JSON.parse(readFileSync(manifest, 'utf8')), invented: false }))
  const demo = startDemo('--data', real, ...ANY_PORT)
  assert.equal(await demo.ready, 1, demo.output())
  assert.match(demo.output(), /^regista: \S+real serves real data\. Name another folder for the demo with --data\.\n$/)
  assert.deepEqual(readdirSync(real), ['releases'])
})

test('a demo adds no account to existing ones', async () => {
  const used = join(dir, 'used')
  assert.equal((await regista(['account', 'create', 'Acme', '--data', used])).code, 0)
  const control = readFileSync(join(used, 'control.db'))
  const demo = startDemo('--data', used, ...ANY_PORT)
  assert.equal(await demo.ready, 1, demo.output())
  assert.match(demo.output(), /^regista: \S+used has accounts that are not the demo's\. Name another folder [^\n]+\n$/)
  assert.deepEqual(readFileSync(join(used, 'control.db')), control)
  assert(!existsSync(join(used, 'demo.json')))
})
