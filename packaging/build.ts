import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { stripTypes } from '../src/stdx/web-files.ts'
import { endWithMessage } from './end-with-message.ts'
import { programManifest, ROOT } from './manifest.ts'
import { copyProductionPackages } from './production-packages.ts'

/*
 * `npm run build`: the program as JavaScript in `dist/`, file by file in the same places, so that what finds a file
 * beside itself still does, with the packages that it needs. Node refuses TypeScript below `node_modules`. Types are
 * removed by Node itself, so the JavaScript is what developers run.
 */

export const DIST = join(ROOT, 'dist')

/** Their TypeScript becomes JavaScript. */
const PROGRAM = ['src', 'sample']
/** Sent to browsers by the program, which removes the types of a file when it sends it. */
const PAGES = ['pages', join('client', 'src')]
/** For the operator. The image is built from a checkout. */
const DEPLOY = ['systemd', 'kubernetes', 'prometheus', 'grafana', 'haproxy'].map((name) => join('deploy', name))

/** README.md and what its links lead to, with the clients that an operator gives to customers. */
const DOCUMENTS = ['docs', join('bench', 'results'), 'clients']
const SINGLE_DOCUMENTS = [
  ...['README.md', 'LICENSE', 'CHANGELOG.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  join('client', 'README.md'),
]

export function build(dist = DIST): void {
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(dist, path)), { recursive: true })
    writeFileSync(join(dist, path), text)
  }
  const copy = (path: string): void => {
    if (extname(path) === '.md') write(path, toPacked(readFileSync(join(ROOT, path), 'utf8')))
    else cpSync(join(ROOT, path), join(dist, path), { recursive: true })
  }
  rmSync(dist, { recursive: true, force: true })
  for (const folder of PROGRAM)
    for (const path of filesBelow(folder)) {
      if (extname(path) === '.ts')
        write(path.replace(/\.ts$/, '.js'), toJavaScript(readFileSync(join(ROOT, path), 'utf8')))
      else copy(path)
    }
  for (const folder of [...PAGES, ...DEPLOY, ...DOCUMENTS])
    for (const path of filesBelow(folder)) if (!/tsconfig\.json$|-dark\.png$/.test(path)) copy(path)
  const bin = join('bin', 'regista.js')
  write(bin, toJavaScript(readFileSync(join(ROOT, bin), 'utf8')))
  for (const name of SINGLE_DOCUMENTS) copy(name)
  write('package.json', `${JSON.stringify(programManifest(), null, 2)}\n`)
  copyProductionPackages(dist)
  setModes(dist)
}

/** Every user may read the program, and its bytes in a package are the same, whatever the umask of the build. */
function setModes(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const isExecutable = entry.isDirectory() || (statSync(path).mode & 0o100) !== 0
    chmodSync(path, isExecutable ? 0o755 : 0o644)
  }
}

function filesBelow(folder: string): string[] {
  const entries = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8', withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
    .filter((path) => !/\.test\.ts$|(^|\/)(testing|__pycache__)\//.test(path))
    .sort()
}

/** Imports and the files of threads name JavaScript. */
function toJavaScript(source: string): string {
  return stripTypes(source).replace(/(\bfrom |\bimport\(|\bimport |\bnew URL\()'(\.[^']+)\.ts'/g, "$1'$2.js'")
}

/** Documents link to sources, which are JavaScript here. A package has each picture once. */
function toPacked(document: string): string {
  return document.replace(/\]\(([^):]+)\.ts\)/g, ']($1.js)').replace(/^ *<source .*-dark\.png">\n/gm, '')
}

if (import.meta.main) await endWithMessage(() => build())
