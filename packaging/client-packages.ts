import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { ROOT, readManifest } from './manifest.ts'

const PYTHON = join(ROOT, 'clients/python')
const PHP = join(ROOT, 'clients/php')

/** The clients for Python and PHP as pip and Composer take them. Two runs on one commit make the same bytes. */
export async function packClients(target: string): Promise<string[]> {
  const { version } = readManifest()
  const wheel = join(target, `regista_client-${version}-py3-none-any.whl`)
  const php = join(target, `regista-client-php-${version}.zip`)
  await writeZip(wheel, listWheel(version))
  await writeZip(php, listFiles(PHP))
  return [wheel, php]
}

/** A wheel is a zip of the modules, with what pip has to know: https://packaging.python.org. Ours needs no build. */
function listWheel(version: string): [name: string, content: Buffer][] {
  const info = `regista_client-${version}.dist-info`
  const files = [
    ...listFiles(join(PYTHON, 'regista')).map(([name, content]) => [`regista/${name}`, content] as [string, Buffer]),
    [`${info}/METADATA`, Buffer.from(describePython(version))],
    [
      `${info}/WHEEL`,
      Buffer.from('Wheel-Version: 1.0\nGenerator: regista\nRoot-Is-Purelib: true\nTag: py3-none-any\n'),
    ],
  ] as [string, Buffer][]
  const record = files.map(([name, content]) => `${name},sha256=${hash(content)},${content.length}\n`)
  return [...files, [`${info}/RECORD`, Buffer.from(`${record.join('')}${info}/RECORD,,\n`)]]
}

function describePython(version: string): string {
  const project = readFileSync(join(PYTHON, 'pyproject.toml'), 'utf8')
  const read = (field: string): string => new RegExp(`^${field} = "(.*)"$`, 'm').exec(project)![1]!
  const fields = [
    'Metadata-Version: 2.1',
    `Name: ${read('name')}`,
    `Version: ${version}`,
    `Summary: ${read('description')}`,
    'License: Apache-2.0',
    `Requires-Python: ${read('requires-python')}`,
    'Description-Content-Type: text/markdown',
  ]
  return `${fields.join('\n')}\n\n${readFileSync(join(PYTHON, 'README.md'), 'utf8')}`
}

function hash(content: Buffer): string {
  return createHash('sha256').update(content).digest('base64url')
}

function listFiles(folder: string): [name: string, content: Buffer][] {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('__pycache__'))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
  return names.sort().map((name) => [name, readFileSync(join(folder, name))])
}

async function writeZip(path: string, files: readonly (readonly [string, Buffer])[]): Promise<void> {
  const zip = new ZipFile()
  const options = { mtime: new Date(1980, 0, 1), mode: 0o100644, forceDosTimestamp: true }
  for (const [name, content] of files) zip.addBuffer(content, name, options)
  zip.end()
  writeFileSync(path, await buffer(zip.outputStream))
}
