import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BuildOptions, build } from 'esbuild'
import { minify } from 'terser'

/*
 * `npm run build -w client` writes dist/:
 *
 *     index.js, elements.js   for bundlers and module scripts; what both need is in one shared file
 *     *.d.ts                  their types
 *     regista.min.js          everything for a plain script tag, as the global `Regista`
 */

const CLIENT = import.meta.dirname
const ROOT = join(CLIENT, '..')

/** Property names inside the client, which pages do not see and browsers do not have. They are shortened everywhere. */
const INTERNAL_NAMES = `
  allNumbers announce arrange begun broken cancel chance close deadlineMs describe discard dispatch dropped element empty ends example
  fill filler firm folded freely highlights house houseNumber inactive isBusy isFree label listbox loading note nowMs
  offline onEvent onFocus pick quota read readQuery request say search show sleep suggestions take texts write
`

/** AbortSignal.any came later than this language level, so browsers of 2024 are needed anyway. */
const SHARED: BuildOptions = {
  absWorkingDir: CLIENT,
  bundle: true,
  target: 'es2022',
  legalComments: 'none',
  mangleProps: new RegExp(`^(${INTERNAL_NAMES.trim().split(/\s+/).join('|')})$`),
}

/** Assigned by hand: what the bundler writes for exports is longer. A page that loads it twice keeps the first. */
const EVERYTHING = `
  import { createRegista, findHighlights, isQuery, RegistaError } from './index.ts'
  import { attachAddress, attachCompany, watch } from './elements.ts'
  globalThis.Regista ??= { createRegista, findHighlights, isQuery, RegistaError, attachAddress, attachCompany, watch }
`

export async function buildClient(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await build({
    ...SHARED,
    entryPoints: ['src/index.ts', 'src/elements.ts'],
    outdir: folder,
    format: 'esm',
    // Both entry points share the sessions of a page.
    splitting: true,
    chunkNames: 'shared',
  })
  writeFileSync(join(folder, 'regista.min.js'), await bundleForScriptTag())
  const tsc = join(ROOT, 'node_modules/.bin/tsc')
  execFileSync(tsc, ['-p', join(CLIENT, 'tsconfig.build.json'), '--outDir', folder], { stdio: 'inherit' })
}

/** The library and the widgets in one minified script. It is ASCII: such scripts have the encoding of the page. */
export async function bundleForScriptTag(): Promise<string> {
  const text = await bundleText({
    stdin: { contents: EVERYTHING, resolveDir: join(CLIENT, 'src'), loader: 'ts' },
    format: 'iife',
  })
  // A second minifier: it gives inner variables the names of outer ones that are not used there. That saves 4 % of the
  // compressed script. No function of ours is a constructor, so all may become arrows, and no template contains an
  // object, so all may become sums (`unsafe`).
  const compress = { passes: 3, hoist_vars: true, unsafe: true, unsafe_arrows: true, lhs_constants: false }
  const { code } = await minify(text, { ecma: 2020, compress, format: { ascii_only: true } })
  return code!
}

/** One minified module: what a page downloads that bundles this entry point itself. */
export function bundleEntry(entry: 'index' | 'elements'): Promise<string> {
  return bundleText({ entryPoints: [`src/${entry}.ts`], format: 'esm', charset: 'utf8' })
}

async function bundleText(options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({ ...SHARED, ...options, minify: true, write: false })
  return outputFiles![0]!.text
}

if (import.meta.main) await buildClient(join(CLIENT, 'dist'))
