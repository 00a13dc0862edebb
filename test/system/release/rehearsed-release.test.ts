import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { packClients } from '../../../packaging/client-packages.ts'
import { readManifest } from '../../../packaging/manifest.ts'
import { packPlugin } from '../../../packaging/plugin.ts'
import { hasProgram } from '../../testing/programs.ts'
import { ROOT } from '../../testing/source-tree.ts'
import { Registry } from './registry.ts'

/*
 * Runs the steps of `release.yml` that publish: npm, git and Subversion are the real ones and talk to this machine; gh,
 * docker and twine are stand-ins.
 */

const dir = mkdtempSync(join(tmpdir(), 'regista-release-'))
after(() => rmSync(dir, { recursive: true }))
const { version } = readManifest()
const TAG = `v${version}`

interface Step {
  readonly name: string
  readonly script: string
}

/** The workflow is YAML of which only this is read: the names of steps, and what they run. */
function readSteps(): readonly Step[] {
  const workflow = readFileSync(join(ROOT, '.github/workflows/release.yml'), 'utf8')
  const parts = workflow.split(/^ {6}- /m).filter((part) => part.startsWith('name: Publish'))
  return parts.map((part) => {
    const [, name, block, line] = /^name: (.*)\n(?:.*\n)*? {8}run: (?:\|\n((?: {10}.*\n)+)|(.*)\n)/.exec(part)!
    return { name: name!, script: block?.replaceAll(/^ {10}/gm, '') ?? line! }
  })
}

const hasSubversion = hasProgram('svn') && hasProgram('svnadmin')
const steps = readSteps().filter(({ name }) => hasSubversion || !name.includes('WordPress.org'))

const packages = join(dir, 'dist-packages')
mkdirSync(packages)
const npmPackages = [packTiny('regista', 'one'), packTiny('@regista/client', 'one')]
await packClients(packages)
await packPlugin(packages)

function packTiny(name: string, text: string): string {
  const source = mkdtempSync(join(dir, 'source-'))
  writeFileSync(join(source, 'package.json'), JSON.stringify({ name, version, description: text }))
  const args = ['pack', '--json', '--pack-destination', packages]
  const [packed] = JSON.parse(execFileSync('npm', args, { cwd: source, encoding: 'utf8' })) as [{ filename: string }]
  return readFileSync(join(packages, packed.filename)).toString('base64')
}

/** The places to which one release goes. */
class World implements Disposable {
  readonly registry = new Registry()
  readonly folder = mkdtempSync(join(dir, 'world-'))
  readonly #php = join(this.folder, 'php.git')
  readonly #plugin = join(this.folder, 'plugin')
  readonly #work = join(this.folder, 'work')
  #env: NodeJS.ProcessEnv = {}

  static async open(): Promise<World> {
    const world = new World()
    await world.#open()
    return world
  }

  async #open(): Promise<void> {
    const url = await this.registry.open()
    execFileSync('git', ['init', '--quiet', '--bare', this.#php])
    if (hasSubversion) {
      execFileSync('svnadmin', ['create', this.#plugin])
      const folders = ['trunk', 'tags', 'assets'].map((name) => `${pathToFileURL(this.#plugin)}/${name}`)
      execFileSync('svn', ['mkdir', '--quiet', '-m', 'begin', ...folders])
    }
    const bin = join(this.folder, 'bin')
    for (const folder of [bin, this.#work]) mkdirSync(folder)
    for (const tool of ['gh', 'docker', 'pipx']) {
      const script = join(import.meta.dirname, 'stand-in.ts')
      writeFileSync(join(bin, tool), `#!/bin/sh\nexec '${process.execPath}' '${script}' ${tool} "$@"\n`)
      chmodSync(join(bin, tool), 0o755)
    }
    // The steps name both relative to the checkout.
    symlinkSync(join(ROOT, 'packaging'), join(this.#work, 'packaging'))
    symlinkSync(packages, join(this.#work, 'dist-packages'))
    const config = join(this.folder, 'npmrc')
    writeFileSync(config, `//${new URL(url).host}/:_authToken=rehearsal\n`)
    this.#env = {
      ...process.env,
      PATH: `${bin}:${dirname(process.execPath)}:${process.env.PATH}`,
      REHEARSED_WORLD: this.folder,
      GIT_DIR: execFileSync('git', ['rev-parse', '--absolute-git-dir'], { cwd: ROOT, encoding: 'utf8' }).trim(),
      GITHUB_REF_NAME: TAG,
      GITHUB_REPOSITORY: 'Example/regista',
      GITHUB_ACTOR: 'example',
      GITHUB_TOKEN: 'rehearsal',
      PHP_TOKEN: 'rehearsal',
      PHP_REPOSITORY: 'https://php.example/regista.git',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: `url.${pathToFileURL(this.#php)}.insteadOf`,
      GIT_CONFIG_VALUE_0: 'https://x-access-token:rehearsal@php.example/regista.git',
      WORDPRESS_SVN: String(pathToFileURL(this.#plugin)),
      npm_config_registry: url,
      npm_config_userconfig: config,
      npm_config_cache: join(dir, 'cache'),
      npm_config_fetch_retries: '0',
      // Only npm's own registry takes a provenance.
      npm_config_provenance: 'false',
    }
  }

  /** The next command of this kind fails, once. */
  fail(command: string): void {
    const hook = `#!/bin/sh\nrm "$0"\nexit 1\n`
    const hooks: Record<string, string> = {
      'git push': join(this.#php, 'hooks/pre-receive'),
      'svn commit': join(this.#plugin, 'hooks/pre-commit'),
    }
    if (command === 'npm publish') this.registry.failing = '@regista/client'
    else if (hooks[command] === undefined)
      writeFileSync(join(this.folder, `failing-${command.replaceAll(' ', '-')}`), '')
    else {
      writeFileSync(hooks[command], hook)
      chmodSync(hooks[command], 0o755)
    }
  }

  /** Runs the steps until one fails, and returns its name. */
  async run(): Promise<{ readonly failed: string | undefined; readonly output: string }> {
    let output = ''
    for (const { name, script } of steps) {
      const own = script.replace(' --provenance', '')
      const child = spawn('bash', ['-eo', 'pipefail', '-c', own], { cwd: this.#work, env: this.#env })
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
      const code = await new Promise((resolve) => child.once('close', resolve))
      if (code !== 0) return { failed: name, output }
    }
    return { failed: undefined, output }
  }

  /** All that was published, and how often. */
  published() {
    const git = (...args: string[]) => execFileSync('git', ['-C', this.#php, ...args], { encoding: 'utf8' }).trim()
    const kept = ['gh', 'docker', 'pipx'].flatMap((tool) => readFolder(join(this.folder, tool)))
    return {
      npm: this.registry.stored,
      kept: kept.map(([name, content]) => [name, content.toString('base64')]),
      php: { tags: git('tag'), commits: git('rev-list', '--count', 'main'), tree: git('rev-parse', `${TAG}^{tree}`) },
      plugin: hasSubversion ? this.readPlugin() : undefined,
    }
  }

  readPlugin() {
    const svn = (...args: string[]) => execFileSync('svn', args, { encoding: 'utf8' })
    const url = String(pathToFileURL(this.#plugin))
    const revisions = svn('log', '--quiet', url).match(/^r\d+/gm)!.length
    return { revisions, files: svn('list', '--recursive', url) }
  }

  [Symbol.dispose](): void {
    this.registry[Symbol.dispose]()
  }
}

function readFolder(folder: string): (readonly [name: string, content: Buffer])[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name)).sort()
  return paths.map((path) => [path.slice(folder.length), readFileSync(path)] as const)
}

const calm = await World.open()
after(() => calm[Symbol.dispose]())
const first = await calm.run()

test('a release publishes everything once, and a second run of it changes nothing', async () => {
  assert.equal(first.failed, undefined, first.output)
  const published = calm.published()
  assert.deepEqual(published.npm, npmPackages, 'the bytes of the packages')
  assert.deepEqual(
    published.kept.map(([name]) => name),
    [
      ...readdirSync(packages)
        .sort()
        .map((name) => `/assets/${name}`),
      '/release',
      ...[version, 'latest'].map((tag) => `/${encodeURIComponent(`ghcr.io/example/regista:${tag}`)}`),
      ...readdirSync(packages)
        .filter((name) => name.endsWith('.whl'))
        .map((name) => `/${name}`),
    ],
  )
  const php = execFileSync('git', ['rev-parse', 'HEAD:clients/php'], { cwd: ROOT, encoding: 'utf8' }).trim()
  assert.deepEqual(published.php, { tags: TAG, commits: '1', tree: php })
  if (hasSubversion) assert.match(published.plugin!.files, new RegExp(`^tags/${version}/assets/regista.min.js$`, 'm'))
  const second = await calm.run()
  assert.equal(second.failed, undefined, second.output)
  assert.deepEqual(calm.published(), published)
})

test('a release in which each command fails in turn is run again, and is then the same', async () => {
  using world = await World.open()
  const commands = [
    ...['gh release create', 'gh release upload', 'gh release edit', 'docker login', 'docker buildx build'],
    ...['docker buildx imagetools', 'git push', 'pipx run', ...(hasSubversion ? ['svn commit'] : []), 'npm publish'],
  ]
  for (const command of commands) {
    world.fail(command)
    const { failed, output } = await world.run()
    assert(failed !== undefined, `${command} fails: ${output}`)
  }
  const last = await world.run()
  assert.equal(last.failed, undefined, last.output)
  assert.deepEqual(world.published(), calm.published())
})

test('what is published already with other bytes is refused', async () => {
  packTiny('regista', 'another text')
  const { failed, output } = await calm.run()
  assert.equal(failed, 'Publish regista and @regista/client')
  assert.match(output, /regista@\S+ is published already, with other bytes/)
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
