import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import { minify } from 'terser'
import * as addressPatterns from '../src/text/address-patterns.ts'
import manifest from './package.json' with { type: 'json' }

/*
 * `npm run build -w client` writes dist/:
 *
 *     index.js, elements.js   for bundlers and module scripts
 *     verification.js         what they load for `verify`
 *     shared-*.js             what several of these need
 *     *.d.ts                  their types
 *     regista.min.js          everything for a plain script tag, as the global `Regista`
 *     regista-*-verify.min.js what it loads for `verify`
 */

const CLIENT = import.meta.dirname
const ROOT = join(CLIENT, '..')

/**
 * Property names inside the client and the comparison, which pages do not see and browsers do not have. They are
 * shortened everywhere.
 */
const INTERNAL_NAMES = `
  allNumbers announce arrange begun broken cancel chance close deadlineMs describe discard dispatch dropped element empty ends example
  exampleInInput   fill filler firm folded freely highlights house houseNumber inactive isBusy isFree label listbox loading note nowMs
  offline onEvent onFocus partly pick quota read readQuery request say search show sleep suggestions take texts write
  allows before best codes comparison digits field first fit hasDistrict hasDot hide idle penalties raw requires result
  road second segment spaceFollows statuses suffix to tokens words
`

/** AbortSignal.any came later than this language level, so browsers of 2024 are needed anyway. */
const SHARED: BuildOptions = {
  absWorkingDir: CLIENT,
  bundle: true,
  target: 'es2022',
  legalComments: 'none',
  mangleProps: new RegExp(`^(${INTERNAL_NAMES.trim().split(/\s+/).join('|')})$`),
}

/** The second file of the script: of the same version, beside the first one. */
export const VERIFICATION_NAME = `regista-${manifest.version}-verify.min.js`

const VERIFICATION = '*/verification.ts'

/** A page may load the script from any origin and folder, so the script must know its own address. */
const LOAD_BESIDE_SCRIPT: Plugin = {
  name: 'load-beside-script',
  setup({ onLoad }) {
    const contents = `
      const address = globalThis.document?.currentScript?.src
      export const loadVerification = async () => import(new URL('${VERIFICATION_NAME}', address))`
    onLoad({ filter: /load-verification\.ts$/ }, () => ({ contents }))
  },
}

/**
 * The browser needs no fast table of the program's reader of addresses, and no pattern in parts. A group
 * without a name need not say that it is none, where no number of a group is used.
 */
const SHORTEN_READER: Plugin = {
  name: 'shorten-reader',
  setup({ onLoad, onResolve }) {
    const path = join(ROOT, 'src/text/compact-words.ts')
    onResolve({ filter: /\/(words|fold-letters)\.ts$/ }, () => ({ path }))
    const contents = Object.entries(addressPatterns).map(([name, { source, flags }]) => {
      const short = source.includes('(?<label>') ? source.replaceAll('(?:', '(') : source
      return `export const ${name} = /${short}/${flags}\n`
    })
    onLoad({ filter: /address-patterns\.ts$/ }, () => ({ contents: contents.join('') }))
  },
}

/** Assigned by hand: what the bundler writes for exports is longer. A page that loads it twice keeps the first. */
const EVERYTHING = `
  import { createRegista, findHighlights, isQuery, RegistaError } from './index.ts'
  import { attachAddress, attachCompany, measurePause, watch } from './elements.ts'
  globalThis.Regista ??= { createRegista, findHighlights, isQuery, RegistaError, attachAddress, attachCompany, measurePause, watch }
`

export async function buildClient(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await build({
    ...SHARED,
    entryPoints: ['src/index.ts', 'src/elements.ts', 'src/verification.ts'],
    outdir: folder,
    format: 'esm',
    // The entry points share the sessions of a page.
    splitting: true,
    chunkNames: 'shared-[hash]',
  })
  writeFileSync(join(folder, 'regista.min.js'), await bundleForScriptTag())
  writeFileSync(join(folder, VERIFICATION_NAME), await bundleVerification())
  writeTypes(folder)
}

/** The comparison has types of `src`, which no type of the package names. */
function writeTypes(folder: string): void {
  const all = mkdtempSync(join(tmpdir(), 'regista-types-'))
  const tsc = join(ROOT, 'node_modules/.bin/tsc')
  try {
    execFileSync(tsc, ['-p', join(CLIENT, 'tsconfig.build.json'), '--outDir', all], { stdio: 'inherit' })
    cpSync(join(all, 'client/src'), folder, { recursive: true, filter: (path) => !path.includes('verification') })
  } finally {
    rmSync(all, { recursive: true })
  }
}

/** The library and the widgets in one minified script. It is ASCII: such scripts have the encoding of the page. */
export async function bundleForScriptTag(): Promise<string> {
  const text = await bundleText({
    stdin: { contents: EVERYTHING, resolveDir: join(CLIENT, 'src'), loader: 'ts' },
    format: 'iife',
    plugins: [LOAD_BESIDE_SCRIPT],
  })
  return await shorten(text)
}

/** The second file of the script: a module, because a page may allow no other way to load it. */
export async function bundleVerification(): Promise<string> {
  const plugins = [SHORTEN_READER]
  return await shorten(
    await bundleText({
      entryPoints: ['src/verification.ts'],
      format: 'esm',
      charset: 'utf8',
      plugins,
    }),
    true,
  )
}

async function shorten(text: string, isModule = false): Promise<string> {
  // A second minifier: it gives inner variables the names of outer ones that are not used there. That saves 4 % of the
  // compressed script. No function of ours is a constructor, so all may become arrows, and no template contains an
  // object, so all may become sums (`unsafe`).
  const hoists = isModule ? { hoist_funs: true, pure_getters: true } : { hoist_vars: true }
  const compress = { passes: 3, ...hoists, unsafe: true, unsafe_arrows: true, lhs_constants: false }
  // Modules are UTF-8.
  const format = { ascii_only: !isModule }
  const { code } = await minify(text, { ecma: 2020, module: isModule, compress, format })
  return code!
}

/** One minified module: what a page downloads that bundles this entry point itself. */
export function bundleEntry(entry: 'index' | 'elements'): Promise<string> {
  return bundleText({ entryPoints: [`src/${entry}.ts`], format: 'esm', charset: 'utf8', external: [VERIFICATION] })
}

async function bundleText(options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({ ...SHARED, ...options, minify: true, write: false })
  return outputFiles![0]!.text
}

if (import.meta.main) await buildClient(join(CLIENT, 'dist'))
