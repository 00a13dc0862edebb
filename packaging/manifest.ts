import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..')

interface Manifest {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly license: string
  readonly dependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
  /** Only in a release: its workflow names the repository. */
  readonly repository?: object
}

/** The manifest of the packed program: only what it needs to run. `regista --version` shows `gitHead`. */
export function programManifest(): object {
  const { name, version, description, license, repository, dependencies } = readManifest()
  return {
    name,
    version,
    gitHead: headCommit(),
    description,
    license,
    repository,
    type: 'module',
    bin: { regista: 'bin/regista.js' },
    engines: { node: '>=26' },
    dependencies,
    // An installation fetches nothing and has the versions of package-lock.json, also of what these packages need.
    bundleDependencies: true,
  }
}

/** Undefined outside of a repository, as in the build of an image. */
function headCommit(): string | undefined {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' })
  return /^[0-9a-f]{40}$/.exec(stdout?.trim() ?? '')?.[0]
}

export function readManifest(): Manifest {
  return JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
}
