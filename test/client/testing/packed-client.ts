import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildClient } from '../../../client/build.ts'
import { ROOT } from '../../testing/source-tree.ts'

/** A folder in which `@regista/client` is installed as npm would install it. */
export interface PackedClient extends Disposable {
  readonly folder: string
  /** The files of the package. */
  readonly files: readonly string[]
  /** Writes files and checks them with TypeScript, strictly. Returns its complaints. */
  check(files: Readonly<Record<string, string>>, options?: object): string
}

/** Builds and packs the client in a temporary folder, so that client/dist is left as it is. */
export async function packClient(): Promise<PackedClient> {
  const folder = mkdtempSync(join(tmpdir(), 'regista-client-'))
  const source = join(folder, 'source')
  mkdirSync(source)
  for (const file of ['package.json', 'README.md', 'LICENSE'])
    copyFileSync(join(ROOT, 'client', file), join(source, file))
  await buildClient(join(source, 'dist'))
  const packed = execFileSync('npm', ['pack', '--json', '--silent', '--pack-destination', folder], { cwd: source })
  const [{ filename, files }] = firstOf(JSON.parse(packed.toString('utf8')) as unknown)
  const target = join(folder, 'node_modules/@regista/client')
  mkdirSync(target, { recursive: true })
  execFileSync('tar', ['-xzf', join(folder, filename), '-C', target, '--strip-components', '1'])
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  return {
    folder,
    files: files.map(({ path }) => path).sort(),
    check: (sources, options) => checkTypes(folder, sources, options),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  }
}

interface PackReport {
  readonly filename: string
  readonly files: readonly { readonly path: string }[]
}

/** Newer versions of npm report an object by package name instead of a list. */
function firstOf(report: unknown): [PackReport] {
  return [Object.values(report as Record<string, PackReport>)[0]!]
}

function checkTypes(folder: string, sources: Readonly<Record<string, string>>, options: object = {}): string {
  for (const [name, text] of Object.entries(sources)) writeFileSync(join(folder, name), text)
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
    module: 'nodenext',
    moduleResolution: 'nodenext',
    exactOptionalPropertyTypes: true,
    ...options,
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: Object.keys(sources) }))
  try {
    execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder], { stdio: 'pipe' })
    return ''
  } catch (error) {
    return String((error as { stdout: Buffer }).stdout)
  }
}
