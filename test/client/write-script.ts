import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { bundleForScriptTag, bundleVerification, VERIFICATION_NAME } from '../../client/build.ts'
import { readManifest } from '../../packaging/manifest.ts'

/** `npm run script`: writes both files of the script that servers of this version send, and the guide's hashes. */
export const SCRIPT_NAME = `regista-${readManifest().version}.min.js`
const FOLDER = new URL('../../src/http/script/versions/', import.meta.url)
export const SCRIPT_FILE = new URL(SCRIPT_NAME, FOLDER)
export const VERIFICATION_FILE = new URL(VERIFICATION_NAME, FOLDER)
export const SCRIPT_DOCUMENT = 'docs/guides/form.md'

/** Of released versions: pages name these bytes with their hash. A release adds its own here. */
export const RELEASED: Readonly<Record<string, string>> = {
  'regista-0.2.0.min.js': 'sha384-NBt/FzaI7aUC1+um4GFrayzzwIxkoIES9vbiDmPXIXwf7C5a86x/McBRG+Mr4oHh',
}

/** The value of the attribute `integrity`. */
export function hashOf(script: string): string {
  return `sha384-${createHash('sha384').update(script).digest('base64')}`
}

/** The guide with this script and its second file. */
export function nameScript(document: string, script: string, verification: string): string {
  return document
    .replace(
      /\/regista-[\d.]+\.min\.js"([^>]+)integrity="[^"]*"/,
      (_, between: string) => `/${SCRIPT_NAME}"${between}integrity="${hashOf(script)}"`,
    )
    .replace(/\/regista-[\d.]+-verify\.min\.js": "[^"]*"/, `/${VERIFICATION_NAME}": "${hashOf(verification)}"`)
}

if (import.meta.main) {
  const script = await bundleForScriptTag()
  if (SCRIPT_NAME in RELEASED) throw new Error(`${SCRIPT_NAME} is released. Raise the version of the package first.`)
  const verification = await bundleVerification()
  writeFileSync(SCRIPT_FILE, script)
  writeFileSync(VERIFICATION_FILE, verification)
  writeFileSync(SCRIPT_DOCUMENT, nameScript(readFileSync(SCRIPT_DOCUMENT, 'utf8'), script, verification))
}
