import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { bundleForScriptTag } from '../../client/build.ts'
import { readManifest } from '../../packaging/manifest.ts'

/** `npm run script`: writes the script that servers of this version send, and its hash into the guide. */
export const SCRIPT_NAME = `regista-${readManifest().version}.min.js`
export const SCRIPT_FILE = new URL(`../../src/http/script/versions/${SCRIPT_NAME}`, import.meta.url)
export const SCRIPT_DOCUMENT = 'docs/guides/form.md'

/** Of released versions: pages name these bytes with their hash. A release adds its own here. */
export const RELEASED: Readonly<Record<string, string>> = {
  'regista-0.2.0.min.js': 'sha384-NBt/FzaI7aUC1+um4GFrayzzwIxkoIES9vbiDmPXIXwf7C5a86x/McBRG+Mr4oHh',
}

/** The value of the attribute `integrity`. */
export function hashOf(script: string): string {
  return `sha384-${createHash('sha384').update(script).digest('base64')}`
}

/** The guide with this script. */
export function nameScript(document: string, script: string): string {
  return document.replace(
    /\/regista-[\d.]+\.min\.js"([^>]+)integrity="[^"]*"/,
    (_, between: string) => `/${SCRIPT_NAME}"${between}integrity="${hashOf(script)}"`,
  )
}

if (import.meta.main) {
  const script = await bundleForScriptTag()
  if (SCRIPT_NAME in RELEASED) throw new Error(`${SCRIPT_NAME} is released. Raise the version of the package first.`)
  writeFileSync(SCRIPT_FILE, script)
  writeFileSync(SCRIPT_DOCUMENT, nameScript(readFileSync(SCRIPT_DOCUMENT, 'utf8'), script))
}
