import { readdirSync, readFileSync } from 'node:fs'

/** The form widgets and the library in one script, as pages of shops load them from this server, or its second file. */
export interface Script {
  readonly path: string
  readonly text: string
  /** How long a browser may use it without asking again. */
  readonly cache: string
}

/**
 * One script for each version, and its second file: a page that names a version with its hash must find both after an
 * update of the server. `npm run script` writes those of the present version.
 */
const FOLDER = new URL('./versions/', import.meta.url)

const FOR_EVER = 'public, max-age=31536000, immutable'
/** A page that names no version gets a new one within the hour. */
const AN_HOUR = 'public, max-age=3600'

export function readScripts(): Script[] {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.min.js'))
  const versions = names.sort(compareVersions).map((name) => {
    return { path: `/${name}`, text: readFileSync(new URL(name, FOLDER), 'utf8'), cache: FOR_EVER }
  })
  const newest = versions.findLast((script) => !isSecond(script))!
  return [...versions, { ...newest, path: '/regista.min.js', cache: AN_HOUR }]
}

/** The second file of the present version, for pages that load the sources of the widgets. */
export function readVerification(): string {
  return readScripts().findLast(isSecond)!.text
}

/** The file that the script loads for the attribute `verify`. */
function isSecond({ path }: Script): boolean {
  return path.endsWith('-verify.min.js')
}

/** `regista-0.10.0.min.js` comes after `regista-0.9.0.min.js`. */
function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true })
}
