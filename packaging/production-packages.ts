import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { InputError } from '../src/stdx/input-error.ts'
import { ROOT } from './manifest.ts'

interface LockedPackage {
  readonly version: string
  readonly dev?: boolean
  readonly optional?: boolean
  readonly devOptional?: boolean
  readonly link?: boolean
}

/** Copies the packages that the program needs to run, in the versions of the lock file, only what it reads. */
export function copyProductionPackages(target: string): void {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  rmSync(join(target, 'node_modules'), { recursive: true, force: true })
  for (const [path, { version, dev, optional, devOptional, link }] of Object.entries(packages)) {
    if (!path.startsWith('node_modules/') || dev || optional || devOptional || link) continue
    requireInstalled(path, version)
    const source = join(ROOT, path)
    const isWanted = (file: string) => file === source || isNeededToRun(relative(source, file))
    // node_modules, or a package in it, may be a link.
    cpSync(source, join(target, path), { recursive: true, dereference: true, filter: isWanted })
  }
}

function requireInstalled(path: string, version: string): void {
  const manifest = join(ROOT, path, 'package.json')
  const installed: unknown = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).version : undefined
  if (installed === version) return
  const found = installed === undefined ? 'is not installed' : `is installed in version ${installed}`
  throw new InputError(`${path} ${found}, but package-lock.json has version ${version}. Run npm ci, then try again.`)
}

/** Everything but tests, documents, types and source maps. Readmes stay: some packages have their licence there. */
function isNeededToRun(path: string): boolean {
  return (
    !/^(node_modules|tests?|docs|examples?|benchmarks?|\.github)$/.test(path) &&
    !/\.(map|[cm]?ts)$/.test(basename(path))
  )
}
