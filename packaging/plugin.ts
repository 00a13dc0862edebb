import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { ROOT, readManifest } from './manifest.ts'
import { PLUGIN, parseTranslations, writeMo } from './plugin-texts.ts'

export const PLUGIN_NAME = 'regista-for-woocommerce'

/** WordPress.org wants what a script is made of beside it. */
const SOURCES = join(ROOT, 'client/src')

/** What the sources have in the place of the version. */
const UNVERSIONED = /\b0\.0\.0\b/g
const VERSIONED = [`${PLUGIN_NAME}.php`, 'readme.txt']

/**
 * Writes the plugin for WooCommerce as WordPress installs it: one folder with the script of the same version, so that
 * only the API is remote. Two runs on one commit make the same bytes.
 */
export async function packPlugin(target: string): Promise<string> {
  const zip = new ZipFile()
  // A fixed time, in the time zone of this machine: the format has none.
  const options = { mtime: new Date(1980, 0, 1), mode: 0o100644, forceDosTimestamp: true }
  for (const [name, content] of listPluginFiles()) zip.addBuffer(content, `${PLUGIN_NAME}/${name}`, options)
  zip.end()
  const path = join(target, `${PLUGIN_NAME}-${readManifest().version}.zip`)
  writeFileSync(path, await buffer(zip.outputStream))
  return path
}

/** The files of the plugin by their names, sorted. */
export function listPluginFiles(): [name: string, content: Buffer][] {
  const { version } = readManifest()
  const script = readFileSync(join(ROOT, `src/http/script/versions/regista-${version}.min.js`))
  const files = new Map<string, Buffer>([['assets/regista.min.js', script]])
  for (const name of readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }))
    if (/(?<!\.test)\.ts$/.test(name)) files.set(`sources/${name}`, readFileSync(join(SOURCES, name)))
  const entries = readdirSync(PLUGIN, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const { parentPath, name: file } of entries) {
    const name = join(parentPath, file).slice(PLUGIN.length + 1)
    const content = readFileSync(join(PLUGIN, name))
    if (name === 'README.md') continue
    files.set(name, VERSIONED.includes(name) ? Buffer.from(content.toString().replace(UNVERSIONED, version)) : content)
    if (name.endsWith('.po')) files.set(name.replace(/po$/, 'mo'), writeMo(parseTranslations(content.toString())))
  }
  return [...files].sort(([a], [b]) => (a < b ? -1 : 1))
}
