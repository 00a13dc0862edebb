import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { ROOT } from '../testing/source-tree.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-starting-'))
after(() => rmSync(dir, { recursive: true }))

interface Started {
  readonly child: ChildProcess
  output(): string
  /** Resolves when the server answers; rejects if all of its processes end before. */
  readonly ready: Promise<void>
  /** Resolves when every process that writes to the output has ended. */
  readonly ended: Promise<void>
}

function start(command: string, args: readonly string[]): Started {
  // A group of its own: a failing test can end all of it.
  const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const killAll = (): void => {
    try {
      process.kill(-child.pid!, 'SIGKILL')
    } catch {
      // All of it has ended.
    }
  }
  process.once('exit', killAll)
  let output = ''
  const ready = Promise.withResolvers<void>()
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (/health on .*\n/.test(output)) ready.resolve()
    })
  const ended = once(child, 'close').then(() => {
    process.off('exit', killAll)
    ready.reject(new Error(output))
  })
  return { child, output: () => output, ready: ready.promise, ended }
}

const SERVE = ['--drain-delay', '0', '--port', '0', '--admin-port', '0', '--workers', '1', '--log-level', 'error']

test('serve names its data folder, says that it creates databases there, and that nothing is published', async () => {
  const data = join(dir, 'fresh')
  for (const isFirst of [true, false]) {
    const server = start(process.execPath, ['bin/regista.js', 'serve', '--data', data, ...SERVE])
    await server.ready
    server.child.kill('SIGTERM')
    await server.ended
    assert(server.output().includes(`data folder ${data}\n`), server.output())
    assert.equal(server.output().includes('no accounts and no books yet: creating empty databases'), isFirst)
    assert.match(server.output(), /^nothing is published yet: /m)
  }
})

test('a server that cannot read its release says so, and not that nothing is published', async () => {
  const data = join(dir, 'unreadable')
  mkdirSync(join(data, 'releases'), { recursive: true })
  writeFileSync(join(data, 'releases/current'), '2026-11-22T00-00-00Z\n')
  const server = start(process.execPath, ['bin/regista.js', 'serve', '--data', data, ...SERVE])
  await server.ready
  const [, readyz] = /health on (\S+\/readyz)/.exec(server.output())!
  const { problems } = (await (await fetch(readyz!)).json()) as { problems: string[] }
  server.child.kill('SIGTERM')
  await server.ended
  assert.match(problems.join('\n'), /^release 2026-11-22T00-00-00Z: .* is missing or damaged/)
})

for (const signal of ['SIGTERM', 'SIGHUP', 'SIGKILL'] as const)
  test(`a server that npm started ends when npm ends by ${signal}`, async () => {
    const data = join(dir, signal)
    const npm = start('npm', ['run', 'regista', '--', 'serve', '--data', data, ...SERVE])
    await npm.ready
    npm.child.kill(signal)
    // The output stays open as long as the server has it.
    await npm.ended
    assert(existsSync(join(data, 'control.db')))
  })

test('compiled code is kept in a folder of this user alone, and one that others can write is not used', () => {
  const { NODE_COMPILE_CACHE: _ours, ...others } = process.env
  const env = { ...others, TMPDIR: join(dir, 'tmp') }
  const folder = join(env.TMPDIR, `regista-compiled-${process.getuid?.()}`)
  const run = (): number => {
    // The folder does not exist, which the command says when its code has run.
    const args = [join(ROOT, 'bin/regista.js'), 'account', 'list', '--data', join(dir, 'none')]
    assert.equal(spawnSync(process.execPath, args, { env }).status, 1)
    return readdirSync(folder).length
  }
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o777)
  assert.equal(run(), 0)
  chmodSync(folder, 0o700)
  assert(0 < run())
})
