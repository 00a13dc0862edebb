import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { LIMIT_MS } from '../../src/stdx/testing/until.ts'
import { ROOT } from './source-tree.ts'

/*
 * Chromium for tests, from the package registry: no download, no apt package. The package brings the program, the
 * libraries that a bare machine lacks, and one font, all compressed; they are unpacked once.
 */

/** The package finds out by this variable that the machine lacks the libraries, and unpacks them too. */
const WITH_LIBRARIES = { AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' }

const UNPACK = "(await import('@sparticuz/chromium')).default.executablePath()"

/** Starts a browser. Closing it removes everything that it wrote. */
export async function openBrowser(): Promise<Browser & AsyncDisposable> {
  const folder = unpackChromium()
  const home = mkdtempSync(join(tmpdir(), 'regista-browser-'))
  writeFileSync(join(home, 'fonts.conf'), fontConfiguration(join(folder, 'fonts'), join(home, 'font-cache')))
  const browser = await chromium.launch({
    timeout: LIMIT_MS,
    executablePath: join(folder, 'chromium'),
    // Root may not use the sandbox. Tests open only their own pages.
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-component-update'],
    env: {
      ...process.env,
      HOME: home,
      FONTCONFIG_PATH: home,
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
    },
  })
  // Playwright's own limit is half a minute, on every machine.
  browser.on('context', (context) => context.setDefaultTimeout(LIMIT_MS))
  browser.once('disconnected', () => rmSync(home, { recursive: true, force: true }))
  return browser
}

/** The folder with the program, its libraries and its fonts. Two processes may unpack at once; the first one wins. */
function unpackChromium(): string {
  const source = dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')))
  const { version } = JSON.parse(readFileSync(join(dirname(source), 'package.json'), 'utf8')) as { version: string }
  const folder = join(ROOT, 'node_modules/.cache', `chromium-${version}`)
  if (existsSync(folder)) return folder
  mkdirSync(dirname(folder), { recursive: true })
  const partial = mkdtempSync(`${folder}-`)
  const env = { ...process.env, ...WITH_LIBRARIES, TMPDIR: partial }
  execFileSync(process.execPath, ['--input-type=module', '--eval', `await ${UNPACK}`], { cwd: ROOT, env })
  try {
    renameSync(partial, folder)
  } catch (error) {
    rmSync(partial, { recursive: true })
    if (!existsSync(folder)) throw error
  }
  return folder
}

/** Only the font of the package, so that every machine draws the same pictures. */
function fontConfiguration(fonts: string, cache: string): string {
  return `<?xml version="1.0"?><fontconfig><dir>${fonts}</dir><cachedir>${cache}</cachedir></fontconfig>\n`
}
