import { spawnSync } from 'node:child_process'
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
import { InputError } from '../src/stdx/input-error.ts'
import { build, DIST } from './build.ts'
import { packClients } from './client-packages.ts'
import { endWithMessage } from './end-with-message.ts'
import { ROOT, readManifest } from './manifest.ts'
import { packPlugin } from './plugin.ts'

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

export async function packageAll(platforms: readonly Platform[]): Promise<string[]> {
  build()
  rmSync(PACKAGES, { recursive: true, force: true })
  mkdirSync(PACKAGES)
  const program = pack(DIST, PACKAGES)
  run(process.execPath, ['build.ts'], join(ROOT, 'client'))
  const client = pack(join(ROOT, 'client'), PACKAGES)
  const plugin = await packPlugin(PACKAGES)
  const clients = await packClients(PACKAGES)
  const archives = platforms.map(makeArchive)
  const sbom = writeSbom()
  const files = [program, client, plugin, ...clients, ...archives, sbom]
  const sums = files.map((path) => `${sha256(path)}  ${basename(path)}\n`)
  writeFileSync(join(PACKAGES, 'SHA256SUMS'), sums.join(''))
  return files
}

/** npm gives each file the same time. */
export function pack(folder: string, target: string): string {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', target]
  const [{ filename }] = JSON.parse(run('npm', args, folder)) as [{ readonly filename: string }]
  return join(target, filename)
}

function makeArchive(platform: Platform): string {
  const name = `regista-${readManifest().version}-${platform}`
  const folder = join(PACKAGES, name)
  layOut(folder, nodeOf(platform))
  const archive = join(PACKAGES, `${name}.tar.gz`)
  const same = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX']
  run('tar', [...same, '--use-compress-program=gzip -9n', '-cf', archive, '-C', PACKAGES, name], ROOT)
  rmSync(folder, { recursive: true })
  return archive
}

/** The built program with its packages, and a Node with its licence: `./regista serve` runs from there. */
export function layOut(folder: string, node: string): void {
  cpSync(DIST, join(folder, 'app'), { recursive: true })
  cpSync(join(node, 'bin/node'), join(folder, 'node'))
  cpSync(join(node, 'LICENSE'), join(folder, 'LICENSE-node'))
  writeFileSync(join(folder, 'regista'), LAUNCHER)
  for (const file of ['regista', 'node']) chmodSync(join(folder, file), 0o755)
}

const LAUNCHER = `#!/bin/sh
# Runs Regista with the Node beside it, from any folder and through links.
self=$(readlink -f -- "$0")
here=\${self%/*}
exec "$here/node" "$here/app/bin/regista.js" "$@"
`

/** The package of the pinned Node: npm has installed that of this machine, and that of another is fetched. */
export function nodeOf(platform: Platform): string {
  const name = `node-${platform}`
  const version = readManifest().optionalDependencies[name]
  const hasVersion = (folder: string): boolean => {
    const manifest = join(folder, 'package.json')
    return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === version
  }
  const installed = join(ROOT, 'node_modules', name)
  if (hasVersion(installed)) return installed
  const folder = join(ROOT, 'node_modules/.cache', name)
  const node = join(folder, 'package')
  if (hasVersion(node)) return node
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  run('npm', ['pack', '--pack-destination', folder, `${name}@${version}`], folder)
  const [packed] = readdirSync(folder).filter((file) => file.endsWith('.tgz'))
  run('tar', ['-xzf', packed!], folder)
  return node
}

function writeSbom(): string {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--omit', 'optional', '--package-lock-only']
  const { serialNumber: _random, ...sbom } = JSON.parse(run('npm', args, ROOT))
  delete sbom.metadata.timestamp
  const path = join(PACKAGES, `regista-${readManifest().version}.cdx.json`)
  writeFileSync(path, `${JSON.stringify(sbom, null, 2)}\n`)
  return path
}

/** What a command prints. If it fails, its user sees what it complained about. */
function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 64 * 2 ** 20 })
  if (status === 0) return stdout
  const reason = error?.message ?? `${stderr}${stdout}`.trim()
  throw new InputError(`${command} ${args.join(' ')} failed in ${cwd}:\n${reason}`)
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
  await endWithMessage(async () => {
    for (const path of await packageAll(platforms)) {
      const { size } = statSync(path)
      console.log(`${basename(path)}  ${(size / 1e6).toFixed(2)} MB`)
      if ((path.endsWith('.tar.gz') ? ARCHIVE_BYTES_MAX : PACKAGE_BYTES_MAX) < size)
        throw new InputError(`${basename(path)} is larger than the goal in packaging/package.ts.`)
    }
  })
}
