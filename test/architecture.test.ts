import assert from 'node:assert/strict'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import { type SourceText, sourcesBelow } from './testing/source-tree.ts'

/** What each folder of src/ may import. A folder lists only folders above it, so no cycle can be written. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  stdx: [],
  text: ['stdx'],
  records: ['stdx'],
  storage: ['stdx'],
  registries: ['stdx', 'records'],
  sample: ['stdx', 'records'],
  catalog: ['stdx', 'records', 'storage'],
  engine: ['stdx', 'text', 'records'],
  search: ['stdx', 'text', 'records', 'engine'],
  release: ['stdx', 'records', 'storage', 'catalog', 'engine'],
  ledger: ['stdx', 'storage'],
  access: ['stdx', 'storage'],
  http: ['stdx', 'records', 'release', 'search', 'ledger', 'access'],
  // `cli` goes from this row and from the next one when its progress and its errors are passed in.
  importing: ['stdx', 'records', 'registries', 'sample', 'catalog', 'cli'],
  backup: ['stdx', 'storage', 'release', 'ledger'],
  server: ['stdx', 'records', 'storage', 'catalog', 'release', 'ledger', 'access', 'http', 'cli'],
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
    'release',
    'ledger',
    'access',
    'http',
    'importing',
    'backup',
    'server',
  ],
}

/** Vocabularies: their files are words, and are imported one by one. Every other folder is entered by its door, x/x.ts. */
const OPEN = ['stdx', 'text', 'records', 'importing', 'backup', 'server', 'cli']

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

/** `src/catalog/x.ts` → `catalog`; `src/main.ts` → ''. */
function folderOf(path: string): string {
  const parts = path.split('/')
  return parts[0] === 'src' && 2 < parts.length ? parts[1]! : ''
}

/** Tests, and the examples they share, may look behind a door. */
function isForTests(path: string): boolean {
  return path.endsWith('.test.ts') || path.includes('/testing/') || /\/example-[\w-]+\.ts$/.test(path)
}

const imports = sourcesBelow('src').flatMap(importsOf)

test('the table sees the imports there are', () => {
  assert(imports.some(({ from, to }) => from === 'src/main.ts' && to === 'src/cli/commands.ts'))
  assert(100 < imports.length)
})

test('every folder of src/ stands in the table', () => {
  const folders = new Set(sourcesBelow('src').map(({ path }) => folderOf(path)))
  for (const folder of folders)
    assert(folder === '' || folder in MAY_IMPORT, `src/${folder} is not in the table of test/architecture.test.ts`)
})

test('a folder imports only what the table allows', () => {
  for (const { from, fromFolder, to, toFolder } of imports) {
    const testing = isForTests(from)
    if (fromFolder === toFolder || fromFolder === '' || testing) continue
    assert(
      MAY_IMPORT[fromFolder]!.includes(toFolder),
      `${from} imports ${to}: ${fromFolder} may not import ${toFolder}. Move the code, or change the table in a commit that says why.`,
    )
  }
})

test('a folder is entered by its door', () => {
  for (const { from, fromFolder, to, toFolder } of imports) {
    if (fromFolder === toFolder || fromFolder === '' || OPEN.includes(toFolder) || isForTests(from)) continue
    assert.equal(
      to,
      `src/${toFolder}/${toFolder}.ts`,
      `${from} goes past the door of ${toFolder}: import it from src/${toFolder}/${toFolder}.ts.`,
    )
  }
})

test('main.ts knows the command line only', () => {
  for (const { from, toFolder } of imports.filter(({ fromFolder }) => fromFolder === '')) {
    assert(['cli', 'stdx'].includes(toFolder), `${from} imports ${toFolder}; commands live in src/cli.`)
  }
})

test('only storage has a database driver', () => {
  for (const { path, text } of sourcesBelow('src')) {
    if (path.startsWith('src/storage/')) continue
    assert(!/from '(node:sqlite|pg)'/.test(text), `${path} opens a database itself; use src/storage/storage.ts.`)
  }
})

test('the client imports nothing of src/', () => {
  for (const { path, text } of sourcesBelow('client'))
    assert(!/from '[^']*\/src\//.test(text), `${path} reaches into the server.`)
})
