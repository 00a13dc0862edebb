import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, normalize } from 'node:path'
import { after, before, test } from 'node:test'
import { build, DIST } from '../../packaging/build.ts'
import { layOut, nodeOf, PACKAGE_BYTES_MAX, type Platform, pack, packageAll } from '../../packaging/package.ts'
import { ROOT } from '../testing/source-tree.ts'
import { writeTinySample } from '../testing/tiny-sample.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-package-'))
const nobody = process.getuid!() === 0 ? { uid: 65_534, gid: 65_534 } : {}
/** The sum of the files' sizes, without Node. Blocks on the disk depend on the file system. */
const INSTALLED_BYTES_MAX = 7.5e6
let files: string[]
before(async () => {
  chmodSync(dir, 0o755)
  files = await packageAll([])
  await writeTinySample(join(dir, 'sample'))
})
after(() => rmSync(dir, { recursive: true, force: true }))

interface PackReport {
  readonly name: string
  readonly files: readonly { readonly path: string }[]
}

/** Runs a command as another user without a home, in another folder. */
function environment(): { readonly cwd: string; readonly env: NodeJS.ProcessEnv } {
  return { cwd: '/', env: { PATH: '/usr/bin:/bin', HOME: '/nonexistent' }, ...nobody }
}

/** The first program imports and publishes; the second finds its data. */
async function assertAnswers(command: readonly [string, ...string[]]): Promise<void> {
  const [program, ...args] = command
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  const shown = execFileSync(program, [...args, '--version'], { ...environment(), encoding: 'utf8' })
  assert.match(
    shown,
    new RegExp(`^regista ${version}\\ncommit [0-9a-z]+\\nformats: release \\d+, books \\d+, control \\d+\\n$`),
  )
  const data = join(dir, 'data')
  cpSync(join(dir, 'sample'), join(data, 'sample'), { recursive: true })
  if (nobody.uid !== undefined) execFileSync('chown', ['-R', '65534:65534', data])
  const ports = ['--port', '0', '--admin-port', '0', '--page-port', '0']
  const child = spawn(program, [...args, 'demo', '--data', data, ...ports], environment())
  try {
    let output = ''
    for await (const text of child.stdout.setEncoding('utf8')) {
      output += text
      if (output.includes('Ctrl-C ends it')) break
    }
    const [, key, url] = /Authorization: Bearer (rgk_[0-9a-f]+)' '(http[^']+autocomplete[^']+)'/.exec(output) ?? []
    const response = await fetch(url!, { headers: { authorization: `Bearer ${key}` } })
    assert.equal(response.status, 200, output)
    const page = /http:\/\/127\.0\.0\.1:\d+\/(?=\s)/.exec(output)![0]
    assert.match(await (await fetch(new URL('/client/src/elements.ts', page))).text(), /defineElements/)
    child.kill('SIGINT')
    await once(child, 'close')
  } finally {
    child.kill('SIGKILL')
  }
}

function sumSizes(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return entries.reduce((sum, { parentPath, name }) => sum + lstatSync(join(parentPath, name)).size, 0)
}

test('the packed program is small, and npm installs it without a network, where nobody may write: it answers', async () => {
  const [program, client] = files
  for (const path of [program, client]) assert(statSync(path!).size <= PACKAGE_BYTES_MAX)
  const prefix = join(dir, 'npm')
  const offline = ['--offline', '--cache', join(dir, 'empty-cache')]
  execFileSync('npm', ['install', '-g', '--prefix', prefix, ...offline, program!], { stdio: 'ignore' })
  const bytes = sumSizes(prefix)
  assert(bytes <= INSTALLED_BYTES_MAX, `${bytes} bytes`)
  execFileSync('chmod', ['-R', 'a-w', prefix])
  await assertAnswers([process.execPath, join(prefix, 'lib/node_modules/regista/bin/regista.js')])
  execFileSync('chmod', ['-R', 'u+w', prefix])
})

for (const [name, folder] of [
  ['regista', DIST],
  ['@regista/client', join(ROOT, 'client')],
] as const)
  test(`npm would publish ${name} with its README, its licence and every file that its documents link to`, () => {
    const args = ['pack', '--dry-run', '--json', '--ignore-scripts']
    const report: unknown = JSON.parse(execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }))
    const [packed] = Object.values(report as Readonly<Record<string, PackReport>>)
    assert.equal(packed!.name, name)
    const paths = packed!.files.map(({ path }) => path)
    for (const path of ['README.md', 'LICENSE', 'package.json']) assert(paths.includes(path), path)
    for (const path of paths.filter((one) => one.endsWith('.md') && !one.startsWith('node_modules/')))
      for (const [, link] of readFileSync(join(folder, path), 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)) {
        const target = normalize(join(dirname(path), link!)).replace(/\/$/, '')
        assert(
          paths.some((one) => one === target || one.startsWith(`${target}/`)),
          `${path}: ${link}`,
        )
      }
  })

test('an archive with its own Node answers as soon as it is unpacked', async () => {
  const folder = join(dir, 'archive')
  layOut(folder, nodeOf(`linux-${process.arch}` as Platform))
  await assertAnswers([join(folder, 'regista')])
})

test('two builds make the same package, whatever the umask', () => {
  const umask = process.umask()
  try {
    // Both at once: a source that is edited while the other tests run makes no difference.
    const built = [umask, 0o077].map((mask) => {
      const folder = join(dir, `built-${mask}`)
      process.umask(mask)
      build(folder)
      return folder
    })
    const [first, second] = built.map((folder) => {
      mkdirSync(`${folder}-packed`)
      return readFileSync(pack(folder, `${folder}-packed`))
    })
    assert(first!.equals(second!))
  } finally {
    process.umask(umask)
  }
})
