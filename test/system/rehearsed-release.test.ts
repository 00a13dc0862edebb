import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { packClients } from '../../packaging/client-packages.ts'
import { ROOT } from '../testing/source-tree.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-release-'))
after(() => rmSync(dir, { recursive: true }))

interface Packument {
  readonly name: string
  readonly versions: Record<string, { readonly dist: { readonly integrity: string } }>
  readonly _attachments?: Record<string, { readonly data: string }>
}

/** What npm needs of a registry: it keeps what is published, and refuses a version that it has. */
class Registry {
  readonly kept = new Map<string, Packument>()
  readonly stored: string[] = []
  /** The name of a package whose publication fails once. */
  failing: string | undefined
  readonly #server = createServer(async (request, response) => {
    const name = decodeURIComponent(request.url!.slice(1).split('?')[0]!)
    const answer = (status: number, body: object) => response.writeHead(status).end(JSON.stringify(body))
    if (request.method === 'GET')
      return this.kept.has(name) ? answer(200, this.kept.get(name)!) : answer(404, { error: 'not found' })
    const sent = (await json(request)) as Packument
    if (name === this.failing) {
      this.failing = undefined
      return answer(500, { error: 'out of order' })
    }
    const [version] = Object.keys(sent.versions)
    if (this.kept.get(name)?.versions[version!] !== undefined) return answer(409, { error: 'it is there' })
    const { _attachments, ...rest } = sent
    this.kept.set(name, rest)
    this.stored.push(Object.values(_attachments!)[0]!.data)
    return answer(201, { ok: true })
  })

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`
  }

  [Symbol.dispose](): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}

function packTiny(name: string, text: string): string {
  const source = mkdtempSync(join(dir, 'source-'))
  writeFileSync(join(source, 'package.json'), JSON.stringify({ name, version: '0.3.0', description: text }))
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--pack-destination', packages], { cwd: source, encoding: 'utf8' }),
  ) as [{ readonly filename: string }]
  return readFileSync(join(packages, packed.filename)).toString('base64')
}

const packages = join(dir, 'packages')
mkdirSync(packages)

const registry = new Registry()
const url = await registry.open()
after(() => registry[Symbol.dispose]())

async function publish(): Promise<{ readonly code: unknown; readonly output: string }> {
  const config = join(dir, 'npmrc')
  writeFileSync(config, `//${new URL(url).host}/:_authToken=rehearsal\n`)
  const env = {
    ...process.env,
    npm_config_registry: url,
    npm_config_userconfig: config,
    npm_config_cache: join(dir, 'cache'),
    npm_config_fetch_retries: '0',
  }
  const child = spawn(process.execPath, [join(ROOT, 'packaging/publish-to-npm.ts'), packages], { env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const code = await new Promise((resolve) => child.once('close', resolve))
  return { code, output }
}

test('a release that failed between two packages is run again, and nothing is published twice', async () => {
  const files = [packTiny('regista', 'one'), packTiny('@regista/client', 'one')]
  registry.failing = '@regista/client'
  const first = await publish()
  assert.equal(first.code, 1, first.output)
  assert.match(first.output, /^regista@0\.3\.0: published/m)
  const second = await publish()
  assert.equal(second.code, 0, second.output)
  assert.match(second.output, /^regista@0\.3\.0: was there already[\s\S]*^@regista\/client@0\.3\.0: published/m)
  assert.deepEqual(registry.stored, files, 'the bytes of the packages, each once')
})

test('a package with other bytes than the published ones is refused', async () => {
  packTiny('regista', 'another text')
  const other = await publish()
  assert.equal(other.code, 1)
  assert.match(other.output, /regista@0\.3\.0 is published already, with other bytes/)
})

test('the repository of the client for PHP gets its folder under the tag, and a second run changes nothing', () => {
  const repository = join(dir, 'php.git')
  const who = { GIT_AUTHOR_NAME: 'x', GIT_AUTHOR_EMAIL: 'x', GIT_COMMITTER_NAME: 'x', GIT_COMMITTER_EMAIL: 'x' }
  const options = { encoding: 'utf8', input: '', env: { ...process.env, ...who } } as const
  const git = (...args: string[]) => execFileSync('git', ['-C', repository, ...args], options).trim()
  execFileSync('git', ['init', '--quiet', '--bare', repository])
  const push = (version: string) =>
    execFileSync('sh', [join(ROOT, 'packaging/publish-php.sh'), repository, version], { cwd: ROOT, stdio: 'pipe' })
  push('v0.3.0')
  const tag = git('rev-parse', 'v0.3.0')
  push('v0.3.0')
  assert.equal(git('rev-parse', 'v0.3.0'), tag)
  assert.equal(git('rev-parse', 'refs/heads/main'), tag)
  const folder = execFileSync('git', ['rev-parse', 'HEAD:clients/php'], { cwd: ROOT, encoding: 'utf8' }).trim()
  assert.equal(git('rev-parse', 'v0.3.0^{tree}'), folder)
  push('v0.4.0')
  assert.equal(git('rev-parse', 'v0.4.0^'), tag, 'the next release follows')
  git('update-ref', 'refs/tags/v0.5.0', git('commit-tree', '-m', 'another', git('mktree', '--missing')))
  assert.throws(() => push('v0.5.0'), /with other files/)
})

test('the packages of the clients are the same bytes each time, and pip installs the wheel without a network', async (t) => {
  const [one, two] = [join(dir, 'one'), join(dir, 'two')]
  for (const folder of [one, two]) mkdirSync(folder)
  const made = await packClients(one)
  for (const [i, path] of (await packClients(two)).entries())
    assert(readFileSync(path).equals(readFileSync(made[i]!)), path)
  const target = join(dir, 'site')
  try {
    execFileSync('python3', ['-m', 'pip', '--version'], { stdio: 'ignore' })
  } catch {
    return t.skip('this machine has no pip')
  }
  const install = ['-m', 'pip', 'install', '--quiet', '--no-index', '--no-deps', '--target', target, made[0]!]
  execFileSync('python3', install, { stdio: 'pipe' })
  const printed = execFileSync('python3', ['-c', 'import regista; print(regista.Client.__name__)'], {
    env: { ...process.env, PYTHONPATH: target },
    encoding: 'utf8',
  })
  assert.equal(printed, 'Client\n')
})
