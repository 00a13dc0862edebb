import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..')

interface Manifest {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly license: string
  readonly dependencies: Readonly<Record<string, string>>
}

/** The manifest of the packed program: only what it needs to run. */
export function programManifest(): object {
  const { name, version, description, license, dependencies } = readManifest()
  const engines = { node: '>=26' }
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    bin: { regista: 'bin/regista.js' },
    engines,
    dependencies,
  }
}

export function readManifest(): Manifest {
  return JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
}
