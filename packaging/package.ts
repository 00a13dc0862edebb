import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { build, DIST } from './build.ts'
import { ROOT, readManifest } from './manifest.ts'

/*
 * `npm run package`: everything that a release of the program consists of, in `dist-packages/`. Two runs on one commit
 * make the same bytes: npm and tar write fixed times, and the SBOM has neither its time nor its random number.
 */

export const PACKAGES = join(ROOT, 'dist-packages')

export const PACKAGE_BYTES_MAX = 3e6
const ARCHIVE_BYTES_MAX = 60e6

/** Those for which npm has a Node of its own. */
const PLATFORMS = ['linux-x64', 'linux-arm64'] as const
export type Platform = (typeof PLATFORMS)[number]

export function packageAll(platforms: readonly Platform[]): string[] {
  build()
  rmSync(PACKAGES, { recursive: true, force: true })
  mkdirSync(PACKAGES)
  const program = pack(DIST)
  execFileSync(process.execPath, ['build.ts'], { cwd: join(ROOT, 'client'), stdio: 'ignore' })
  const client = pack(join(ROOT, 'client'))
  const archives = platforms.map(makeArchive)
  const sbom = writeSbom()
  const files = [program, client, ...archives, sbom]
  const sums = files.map((path) => `${sha256(path)}  ${basename(path)}\n`)
  writeFileSync(join(PACKAGES, 'SHA256SUMS'), sums.join(''))
  return files
}

/** npm gives each file the same time. */
function pack(folder: string): string {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', PACKAGES]
  const [{ filename }] = JSON.parse(npm(args, folder)) as [{ readonly filename: string }]
  return join(PACKAGES, filename)
}

function makeArchive(platform: Platform): string {
  const name = `regista-${readManifest().version}-${platform}`
  const folder = join(PACKAGES, name)
  layOut(folder, nodeOf(platform))
  const archive = join(PACKAGES, `${name}.tar.gz`)
  const same = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner', '--mode=go-w']
  execFileSync('tar', [...same, '--use-compress-program=gzip -9n', '-cf', archive, '-C', PACKAGES, name])
  rmSync(folder, { recursive: true })
  return archive
}

/** The built program, the packages that it needs, and a Node: `./regista serve` runs from there. */
export function layOut(folder: string, node: string): void {
  const app = join(folder, 'app')
  cpSync(DIST, app, { recursive: true })
  for (const path of productionPackages()) cpSync(join(ROOT, path), join(app, path), { recursive: true })
  cpSync(node, join(folder, 'node'))
  writeFileSync(join(folder, 'regista'), LAUNCHER)
  for (const file of ['regista', 'node']) chmodSync(join(folder, file), 0o755)
}

const LAUNCHER = `#!/bin/sh
# Runs Regista with the Node beside it, from any folder and through links.
self=$(readlink -f -- "$0")
here=\${self%/*}
exec "$here/node" "$here/app/bin/regista.js" "$@"
`

/** Paths from the root, as npm has installed them. */
function productionPackages(): string[] {
  const found = npm(['ls', '--omit=dev', '--omit=optional', '--all', '--parseable'], ROOT).split('\n')
  return found.flatMap((path) => {
    const [, name] = /(node_modules\/.+)$/.exec(path) ?? []
    return name === undefined || statSync(path).isSymbolicLink() || /node_modules\/(node-linux|@regista)/.test(name)
      ? []
      : [name]
  })
}

/** npm has installed the Node of this machine; that of another is fetched. */
function nodeOf(platform: Platform): string {
  const installed = join(ROOT, 'node_modules', `node-${platform}`, 'bin/node')
  if (existsSync(installed)) return installed
  const { optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const folder = join(ROOT, 'node_modules/.cache', `node-${platform}`)
  const node = join(folder, 'package/bin/node')
  if (existsSync(node)) return node
  mkdirSync(folder, { recursive: true })
  npm(['pack', '--pack-destination', folder, `node-${platform}@${optionalDependencies[`node-${platform}`]}`], folder)
  const [packed] = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  execFileSync('tar', ['-xzf', packed!], { cwd: folder })
  return node
}

function writeSbom(): string {
  const text = npm(
    ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--omit', 'optional', '--package-lock-only'],
    ROOT,
  )
  const { serialNumber: _random, ...sbom } = JSON.parse(text)
  delete sbom.metadata.timestamp
  const path = join(PACKAGES, `regista-${readManifest().version}.cdx.json`)
  writeFileSync(path, `${JSON.stringify(sbom, null, 2)}\n`)
  return path
}

function npm(args: readonly string[], cwd: string): string {
  return execFileSync('npm', args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}

function sha256(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { platform: { type: 'string', multiple: true } } })
  const platforms = values.platform ?? PLATFORMS
  const isKnown = (name: string): name is Platform => (PLATFORMS as readonly string[]).includes(name)
  if (!platforms.every(isKnown)) {
    console.error(`A platform is one of: ${PLATFORMS.join(', ')}.`)
    process.exit(2)
  }
  for (const path of packageAll(platforms)) {
    const { size } = statSync(path)
    console.log(`${basename(path)}  ${(size / 1e6).toFixed(2)} MB`)
    if ((path.endsWith('.tar.gz') ? ARCHIVE_BYTES_MAX : PACKAGE_BYTES_MAX) < size)
      throw new Error(`${basename(path)} is too large`)
  }
}
