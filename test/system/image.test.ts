import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { becomes } from '../conformance/scene.ts'
import { publishFixtures } from '../testing/published-fixtures.ts'
import { ROOT } from '../testing/source-tree.ts'

/*
 * The Dockerfile's instructions run as commands, with a folder for each stage that stands for the root of its image.
 * Not possible here: the images that FROM names (the Node of this test is used), and without root another user.
 */

interface Instruction {
  readonly name: string
  readonly rest: string
}

interface Stage {
  readonly root: string
  cwd: string
  readonly env: Record<string, string>
  user: { readonly uid?: number; readonly gid?: number }
  readonly last: Map<string, string>
}

const isRoot = process.getuid!() === 0
/** The folders that the Dockerfile uses. Others, as in the address of the health check, are no paths of the image. */
const IMAGE_PATH = /(?<![\w./])\/(?=(?:app|build|data|owned)\b)/g

function readInstructions(): Instruction[] {
  const text = readFileSync(join(ROOT, 'deploy/docker/Dockerfile'), 'utf8').replace(/^#.*\n/gm, '')
  return text
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name, rest] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? assert.fail(`not an instruction: ${line}`)
      return { name: name!, rest: rest! }
    })
}

/** Runs all instructions below a folder and returns the last stage. */
function buildImage(dir: string): Stage {
  const stages = new Map<string, Stage>()
  let stage!: Stage
  for (const { name, rest } of readInstructions()) {
    const inRoot = (text: string): string => text.replace(IMAGE_PATH, `${stage.root}/`)
    if (name === 'FROM') {
      const [, from, as] = /^(?:--platform=\$BUILDPLATFORM )?(\S+)(?: AS (\w+))?$/.exec(rest)!
      assert.match(from!, /^node:26-/)
      const root = join(dir, `stage-${stages.size}`)
      mkdirSync(root)
      stage = { root, cwd: root, env: {}, user: {}, last: new Map() }
      stages.set(as ?? 'image', stage)
    } else if (name === 'WORKDIR') {
      stage.cwd = join(stage.root, rest)
      mkdirSync(stage.cwd, { recursive: true })
    } else if (name === 'COPY') {
      const [, from, owner, source, target] = /^(?:--from=(\w+) )?(?:--chown=(\S+) )?(\S+) (\S+)$/.exec(rest)!
      const copied = from === undefined ? undefined : readdirSync(join(stages.get(from)!.root, source!))
      if (from === undefined) copyCheckout(source!, join(stage.cwd, target!))
      else cpSync(join(stages.get(from)!.root, source!), join(stage.root, target!), { recursive: true })
      if (owner !== undefined && isRoot)
        for (const path of copied!) execFileSync('chown', ['-R', owner, join(stage.root, target!, path)])
    } else if (name === 'RUN') {
      assert(stages.get('build') === stage, 'the image of another processor would need emulation')
      execFileSync('/bin/sh', ['-ec', inRoot(rest)], {
        cwd: stage.cwd,
        env: buildEnvironment(stage),
        stdio: 'pipe',
      })
    } else if (name === 'ENV') {
      for (const [, key, value] of rest.matchAll(/(\w+)=(\S+)/g)) stage.env[key!] = inRoot(value!)
    } else if (name === 'USER') {
      const [uid, gid] = rest.split(':').map(Number)
      if (isRoot) stage.user = { uid: uid!, gid: gid! }
    } else stage.last.set(name, inRoot(rest))
  }
  return stage
}

/** What npm downloaded before is not downloaded again. */
function buildEnvironment({ env }: Stage): NodeJS.ProcessEnv {
  const path = [dirname(process.execPath), process.env.PATH].join(':')
  return { HOME: process.env.HOME, PATH: path, npm_config_prefer_offline: 'true', ...env }
}

/** Built, downloaded or invented: large, and no part of a checkout. */
const NOT_COPIED = ['node_modules', 'bench/work', 'data', 'dist', 'dist-packages', 'client/dist']

function copyCheckout(source: string, target: string): void {
  assert.equal(source, '.')
  const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').trim().split('\n')
  for (const path of ignored) assert.doesNotMatch(path, /[*?![#]|^\/|\/$/, 'only plain paths are understood here')
  for (const path of NOT_COPIED) assert(ignored.includes(path), `.dockerignore lets ${path} through`)
  const filter = (path: string): boolean => !ignored.includes(relative(ROOT, path))
  cpSync(ROOT, target, { recursive: true, filter })
  for (const path of NOT_COPIED) assert(!existsSync(join(target, path)), path)
}

/** A command in the form of a JSON array, as HEALTHCHECK, ENTRYPOINT and CMD have it. */
function readCommand(stage: Stage, name: string): string[] {
  return JSON.parse(stage.last.get(name)!.replace(/^[^[]*/, ''))
}

test('the Dockerfile builds from a checkout, and its program serves, is healthy and stops', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'regista-image-'))
  const published = await publishFixtures()
  try {
    chmodSync(dir, 0o755)
    const image = buildImage(dir)
    const data = image.env.REGISTA_DATA!
    assert.deepEqual(readdirSync(data), ['releases'], 'the volume of the releases gets its owner')
    assert(!existsSync(join(image.root, 'app/node_modules/typescript')))
    cpSync(published.folder.dir, join(data, 'releases'), { recursive: true })
    const ports = { REGISTA_PORT: '0', REGISTA_ADMIN_PORT: '0', REGISTA_HOST: '127.0.0.1' }
    const options = { cwd: image.root, ...image.user }
    const env = { PATH: dirname(process.execPath), HOME: '/nonexistent', ...image.env, ...ports }
    const [program, ...args] = [...readCommand(image, 'ENTRYPOINT'), ...readCommand(image, 'CMD')]
    const child = spawn(program!, [...args, '--json'], { ...options, env, stdio: ['ignore', 'pipe', 'inherit'] })
    try {
      const { value: line } = await child.stdout.setEncoding('utf8')[Symbol.asyncIterator]().next()
      const { admin_port: port } = JSON.parse(line)
      const [health, ...rest] = readCommand(image, 'HEALTHCHECK')
      const askHealth = (adminPort: string) =>
        spawnSync(health!, rest, { ...options, env: { ...env, REGISTA_ADMIN_PORT: adminPort } }).status
      await becomes(0, async () => askHealth(String(port)))
      child.kill(image.last.get('STOPSIGNAL') as NodeJS.Signals)
      assert.deepEqual(await once(child, 'exit'), [0, null])
      assert.equal(askHealth(String(port)), 1, 'a server that has ended is not healthy')
    } finally {
      child.kill('SIGKILL')
    }
  } finally {
    published.remove()
    rmSync(dir, { recursive: true })
  }
})
