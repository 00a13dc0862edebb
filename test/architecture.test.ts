import assert from 'node:assert/strict'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import { importCycles } from './testing/import-cycles.ts'
import { exportedNames, importedNames, passedOnNames } from './testing/module-names.ts'
import { type SourceText, sourcesBelow } from './testing/source-tree.ts'

/**
 * What each folder of src/ may import. `sample` stands beside src/, because no server needs it: only the command line
 * and tests import it. A folder lists only folders above it, so no cycle of folders can be written.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  stdx: [],
  text: ['stdx'],
  records: ['stdx', 'text'],
  storage: ['stdx'],
  registries: ['stdx', 'records'],
  sample: ['stdx'],
  catalog: ['stdx', 'records', 'storage'],
  engine: ['stdx', 'text', 'records'],
  search: ['stdx', 'text', 'records', 'engine'],
  matching: ['text', 'records'],
  mcp: ['stdx', 'matching'],
  release: ['stdx', 'text', 'records', 'storage', 'catalog', 'engine', 'search'],
  changes: ['stdx', 'text', 'records', 'catalog', 'release'],
  store: ['stdx', 'storage', 'release'],
  ledger: ['stdx', 'storage'],
  access: ['stdx', 'storage'],
  http: ['stdx', 'records', 'storage', 'release', 'search', 'ledger', 'access'],
  importing: ['stdx', 'records', 'storage', 'registries', 'catalog'],
  backup: ['stdx', 'storage', 'release', 'ledger'],
  server: ['stdx', 'records', 'storage', 'registries', 'release', 'store', 'ledger', 'access', 'http'],
  cli: [
    'stdx',
    'text',
    'records',
    'storage',
    'registries',
    'sample',
    'catalog',
    'engine',
    'search',
    'matching',
    'mcp',
    'release',
    'changes',
    'store',
    'ledger',
    'access',
    'http',
    'importing',
    'backup',
    'server',
  ],
}

/** What tests and test support of a folder may import besides. */
const TESTS_MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  // The tests of the writers compare hits with any text, and only the builders of an index take any.
  http: ['catalog', 'engine'],
  changes: ['storage'],
  importing: ['sample'],
  server: ['storage', 'catalog'],
  // The manifest of an invented release names the formats of its files.
  store: ['engine'],
}

/** Doors besides x/x.ts, for folders with several kinds of callers. The README of the folder says what each is for. */
const SIDE_DOORS = [
  'src/access/control/accounts.ts',
  'src/access/control/acts.ts',
  'src/access/control/control.ts',
  'src/access/control/credits.ts',
  'src/access/control/customers.ts',
  'src/access/control/keys.ts',
  'src/access/control/pages.ts',
  'src/access/control/repeats.ts',
  'src/access/control/operators.ts',
  'src/access/control/projects.ts',
  'src/access/control/sessions.ts',
  'src/access/limits/limits.ts',
  'src/access/network/network.ts',
  'src/access/view/view.ts',
  'src/catalog/record-history.ts',
  'src/catalog/snapshot.ts',
  'src/engine/addresses/addresses.ts',
  'src/engine/alike/alike.ts',
  'src/engine/companies/companies.ts',
  'src/http/admin/admin.ts',
  'src/http/errors.ts',
  'src/ledger/account-differences.ts',
  'src/ledger/accounting.ts',
  'src/ledger/calendar.ts',
  'src/ledger/copied-books.ts',
  'src/registries/publications.ts',
  'src/release/copied-release.ts',
  'src/release/detail-rows.ts',
  'src/release/release-folder.ts',
  'src/release/shared-release.ts',
  'src/search/ranking.ts',
  'src/storage/database-url.ts',
  'src/storage/sqlite-in-thread.ts',
  'src/storage/when-available.ts',
  'src/store/store-address.ts',
]

/** A door with more names has more than one kind of callers: give one of them a door of its own. */
const DOOR_NAMES_MAX = 17

/** Vocabularies: their files are imported one by one. Every other folder is entered by its door, x/x.ts. */
const OPEN = ['stdx', 'text', 'records']

interface Import {
  readonly from: string
  readonly fromFolder: string
  readonly to: string
  readonly toFolder: string
}

function importsOf({ path, text }: SourceText): Import[] {
  const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, specifier]) => specifier!)
  return specifiers.map((specifier) => {
    const to = normalize(join(dirname(path), specifier))
    return { from: path, fromFolder: folderOf(path), to, toFolder: folderOf(to) }
  })
}

/** `src/catalog/x.ts` → `catalog`; `sample/names/x.ts` → `sample`; `src/main.ts` → ''. */
function folderOf(path: string): string {
  const parts = path.split('/')
  if (parts[0] === 'sample') return 'sample'
  return parts[0] === 'src' && 2 < parts.length ? parts[1]! : ''
}

function isTest(path: string): boolean {
  return path.endsWith('.test.ts')
}

/** What tests share. */
function isTestSupport(path: string): boolean {
  return path.split('/').includes('testing')
}

/** Tests and what they share may look behind a door. */
function isForTests(path: string): boolean {
  return isTest(path) || isTestSupport(path)
}

function doors(): SourceText[] {
  const folders = Object.keys(MAY_IMPORT).filter((folder) => !OPEN.includes(folder) && folder !== 'cli')
  const paths = [...folders.map(doorOf), ...SIDE_DOORS]
  const sources = product().filter(({ path }) => paths.includes(path))
  assert.deepEqual(sources.map(({ path }) => path).toSorted(), paths.toSorted(), 'every door is there')
  return sources
}

/** The entrance of a folder that every caller may use. */
function doorOf(folder: string): string {
  return folder === 'sample' ? 'sample/sample.ts' : `src/${folder}/${folder}.ts`
}

/** Everything that runs from a checkout but the client and the pages. */
function product(): SourceText[] {
  return ['src', 'sample'].flatMap(sourcesBelow)
}

const imports = product().flatMap(importsOf)

test('the test finds the imports of the source files', () => {
  assert(imports.some(({ from, to }) => from === 'src/main.ts' && to === 'src/cli/commands.ts'))
  assert(100 < imports.length)
})

test('every folder of src/ is in the table', () => {
  const folders = new Set(sourcesBelow('src').map(({ path }) => folderOf(path)))
  for (const folder of folders)
    assert(folder === '' || folder in MAY_IMPORT, `src/${folder} is not in the table of test/architecture.test.ts`)
})

test('a folder imports only what the table allows', () => {
  for (const { from, fromFolder, to, toFolder } of imports) {
    if (fromFolder === toFolder || fromFolder === '') continue
    const allowed = [...MAY_IMPORT[fromFolder]!, ...(isForTests(from) ? (TESTS_MAY_IMPORT[fromFolder] ?? []) : [])]
    assert(
      allowed.includes(toFolder),
      `${from} imports ${to}: ${fromFolder} may not import ${toFolder}. Move the code, or change the table in a commit that says why.`,
    )
  }
})

test('a folder is entered by its door', () => {
  for (const { from, fromFolder, to, toFolder } of imports) {
    if (fromFolder === toFolder || fromFolder === '' || OPEN.includes(toFolder) || isForTests(from)) continue
    const doors = [doorOf(toFolder), ...SIDE_DOORS.filter((door) => folderOf(door) === toFolder)]
    assert(doors.includes(to), `${from} goes past the door of ${toFolder}: import it from ${doors.join(' or ')}.`)
  }
})

test('a door exports few names, each of them by its name', () => {
  for (const { path, text } of doors()) {
    const names = exportedNames(text)
    assert(!names.includes('*'), `${path} exports everything of another file: name what callers need.`)
    assert(
      names.length !== 0 && names.length <= DOOR_NAMES_MAX,
      `${path} exports ${names.length} names: ${names.join()}`,
    )
  }
})

test('every name that a door passes on is imported by code that is no test', () => {
  const code = product().filter(({ path }) => !isForTests(path))
  const used = new Set(
    code.flatMap(({ path, text }) =>
      importedNames(text).map(({ specifier, name }) => `${normalize(join(dirname(path), specifier))} ${name}`),
    ),
  )
  const passedOn = doors().flatMap(({ path, text }) => passedOnNames(text).map((name) => `${path} ${name}`))
  assert(100 < passedOn.length)
  const unused = passedOn.filter((name) => !used.has(name))
  assert.deepEqual(unused, [], 'tests import what only they need from its own file')
})

test('exported names are counted, however they are written', () => {
  const text = [
    "export { a, type B } from './x.ts'\nexport type {\n  C,\n  D,\n} from './y.ts'\nexport { e as f }",
    'export const g = 1\nexport async function h() {}\nexport function* i() {}\nexport abstract class J {}',
    "export interface K {}\nexport type L = 1\nexport * from './z.ts'\nconst m = 1\n  export const n = 1",
  ].join('\n')
  assert.deepEqual(exportedNames(text).toSorted(), ['*', 'B', 'C', 'D', 'J', 'K', 'L', 'a', 'f', 'g', 'h', 'i'])
})

test('no files import each other in a cycle, not even for types', () => {
  const all = [...imports, ...sourcesBelow('client/src').flatMap(importsOf)]
  assert.deepEqual(importCycles(all), [], 'move what both need to a file of its own')
})

test('src/ and sample/ import nothing from test/ or bench/', () => {
  for (const { from, to } of imports)
    assert(/^(src|sample)\//.test(to), `${from} imports ${to}: move what is needed to a folder testing/ in src.`)
})

test('only tests and test support import a folder testing/', () => {
  for (const { from, to } of imports.filter(({ to }) => isForTests(to)))
    assert(isForTests(from), `${from} imports ${to}, which is for tests only.`)
})

test('test support is in a folder testing/', () => {
  const support = /(^|\/)(example|plain|recording|written)-[\w-]+\.ts$|[-/]fixtures?\.ts$/
  for (const { path } of ['src', 'sample', 'test'].flatMap(sourcesBelow)) {
    if (isForTests(path)) continue
    assert(!support.test(path), `${path} looks like test support: move it to a folder testing/.`)
  }
})

test('main.ts imports only the command line', () => {
  for (const { from, toFolder } of imports.filter(({ fromFolder }) => fromFolder === '')) {
    assert(['cli', 'stdx'].includes(toFolder), `${from} imports ${toFolder}; commands live in src/cli.`)
  }
})

test('only storage has a database driver', () => {
  for (const { path, text } of product()) {
    if (path.startsWith('src/storage/')) continue
    assert(!/from '(node:sqlite|pg)'/.test(text), `${path} opens a database itself; use src/storage/storage.ts.`)
  }
})

test('properties have their seed from one file', () => {
  const all = ['src', 'sample', 'test', 'client', 'bench'].flatMap(sourcesBelow)
  const naming = all.filter(({ text }) => text.includes("'fast-check'")).map(({ path }) => path)
  assert.deepEqual(naming, ['src/stdx/testing/properties.ts', 'test/architecture.test.ts'])
})

test('the server loads no browser functions with node:http', () => {
  for (const { path, text } of sourcesBelow('src')) {
    const isValue = /^(import|export) (?!type )[^']* from '(node:)?http'|\bimport\('(node:)?http'\)/m.test(text)
    assert(!isValue || /\.test\.ts$|\/testing\//.test(path), `${path}: take \`http\` from src/stdx/node-http.ts.`)
  }
})

/**
 * A browser compares addresses as `regista clean` does. The build of the client bundles these files of src, with the
 * patterns as they are after they were put together.
 */
const COMPARES_ADDRESSES: Readonly<Record<string, string>> = {
  'client/src/verification/verify-address.ts': 'src/matching/',
  'client/build.ts': 'src/text/address-patterns.ts',
}

test('the client imports nothing from src/ or sample/, but one file imports the comparison of addresses, and the build its patterns', () => {
  for (const { path, text } of sourcesBelow('client')) {
    const reached = text.matchAll(/from '[./]*\/((?:src|sample)\/[^']+)/g)
    for (const [, to] of reached) {
      const allowed = COMPARES_ADDRESSES[path]
      assert(allowed !== undefined && to!.startsWith(allowed), `${path} reaches into the server.`)
    }
  }
})

/** What stands in these folders: each imports only what stands before it. The files of sample/ itself have no order. */
const ORDER: Readonly<Record<string, readonly string[]>> = {
  sample: ['files', 'names', 'geography', 'points', 'companies', 'rpo', 'vr'],
  'src/http': [
    ...['errors.ts', 'connection.ts', 'lingering.ts', 'connection-end.ts', 'script', 'schemas', 'sources-meta.ts'],
    ...['suggestions', 'served-release.ts', 'ports.ts', 'request-types.ts', 'request', 'response', 'cors'],
    ...[
      'operations',
      'steps',
      'openapi',
      'admin',
      'router.ts',
      'handle-request.ts',
      'dispatch.ts',
      'broken-requests.ts',
    ],
    ...['server.ts', 'http.ts'],
  ],
}

test('no import inside sample/ or src/http goes up', () => {
  for (const [folder, order] of Object.entries(ORDER)) {
    const place = (path: string): number => {
      const at = order.indexOf(path.slice(folder.length + 1).split('/')[0]!)
      assert(at !== -1 || folder === 'sample', `${path} has no place in the order of test/architecture.test.ts`)
      return at
    }
    const isInside = (path: string): boolean => path.startsWith(`${folder}/`) && !isForTests(path)
    for (const { from, to } of imports.filter(({ from, to }) => isInside(from) && isInside(to)))
      assert(place(from) === -1 || place(to) <= place(from), `${from} imports ${to}, which stands above it`)
  }
})

test('programs of test/ and bench/ use the sample through its door', () => {
  for (const { from, to, toFolder } of ['test', 'bench'].flatMap(sourcesBelow).flatMap(importsOf))
    assert(toFolder !== 'sample' || to === doorOf('sample'), `${from} imports ${to}: import sample/sample.ts.`)
})
