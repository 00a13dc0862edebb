import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { stripTypes } from '../src/stdx/web-files.ts'
import { programManifest, ROOT } from './manifest.ts'

/*
 * `npm run build`: the program as JavaScript in `dist/`, file by file in the same places, so that what finds a file
 * beside itself still does. Node refuses TypeScript below `node_modules`. Types are removed by Node itself, so the
 * JavaScript is what developers run.
 */

export const DIST = join(ROOT, 'dist')

/** Their TypeScript becomes JavaScript. */
const PROGRAM = ['src', 'sample']
/** Sent to browsers by the program, which removes the types of a file when it sends it. */
const PAGES = ['pages', join('client', 'src')]

export function build(): void {
  rmSync(DIST, { recursive: true, force: true })
  for (const folder of PROGRAM)
    for (const path of filesBelow(folder)) {
      if (extname(path) === '.ts')
        write(path.replace(/\.ts$/, '.js'), toJavaScript(readFileSync(join(ROOT, path), 'utf8')))
      else if (extname(path) !== '.md') copy(path)
    }
  for (const folder of PAGES) for (const path of filesBelow(folder)) if (!path.endsWith('tsconfig.json')) copy(path)
  const bin = join('bin', 'regista.js')
  write(bin, toJavaScript(readFileSync(join(ROOT, bin), 'utf8')))
  for (const name of ['README.md', 'LICENSE', 'CHANGELOG.md']) copy(name)
  write('package.json', `${JSON.stringify(programManifest(), null, 2)}\n`)
}

function filesBelow(folder: string): string[] {
  const entries = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8', withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
    .filter((path) => !/\.test\.ts$|(^|\/)testing\//.test(path))
    .sort()
}

/** Imports and the files of threads name JavaScript. */
function toJavaScript(source: string): string {
  return stripTypes(source).replace(/(\bfrom |\bimport\(|\bimport |\bnew URL\()'(\.[^']+)\.ts'/g, "$1'$2.js'")
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(DIST, path)), { recursive: true })
  writeFileSync(join(DIST, path), text)
}

function copy(path: string): void {
  cpSync(join(ROOT, path), join(DIST, path), { recursive: true })
}

if (import.meta.main) build()
