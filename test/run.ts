import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { delimiter, dirname, join, relative } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { pathToFileURL } from 'node:url'
import { PREPARED, startOwnPostgres } from '../src/storage/testing/postgres.ts'
import { ROOT, sourcesBelow } from './testing/source-tree.ts'

/*
 * Runs all tests, or those of the files and folders that are named, with one PostgreSQL server for all of them.
 */

/**
 * Folders whose test files need no process of their own: they change nothing that another file sees. A start costs more
 * than most of them.
 */
const GROUPED = [
  ...['src/access/', 'src/catalog/', 'src/engine/', 'src/http/', 'src/importing/', 'src/ledger/', 'src/records/'],
  ...['src/registries/', 'src/search/', 'src/server/', 'src/stdx/', 'src/storage/', 'src/store/'],
  ...['src/text/', 'sample/', 'test/ledger/'],
]

/**
 * Hooks of a whole file and replaced timers would act on the other files of a group, and their garbage on a file that
 * measures when garbage is collected.
 */
const ALONE = /^(before|beforeEach|afterEach)\(|\bmock\.|globalThis\.gc|collectGarbage/m

/** Files and groups that are begun first, so that none of them runs alone at the end. */
const LONGEST = [
  'test/ledger-simulation.test.ts',
  'test/ledger/',
  'src/ledger/',
  'test/serving.test.ts',
  'test/conformance/running-service.test.ts',
  'src/release/reuse.test.ts',
  'test/command-line.test.ts',
  'test/conformance/contract.test.ts',
  'test/relevance/relevance.test.ts',
  'test/browser/demo.test.ts',
  'test/accounting-commands.test.ts',
  'test/books-commands.test.ts',
  'test/backup-commands.test.ts',
  'test/full-disk.test.ts',
  'test/slovak-keys.test.ts',
  'test/http-fuzz.test.ts',
  'test/kill-import.test.ts',
]

/** How many files are shown with their times. */
const SHOWN = 20

/** For the files that import a group. */
const GROUPS = join(ROOT, 'node_modules/.cache/test-groups', String(process.pid))

/** What types are stripped from once need not be stripped again in the next process. */
const COMPILED = join(ROOT, 'node_modules/.cache/compiled')

function testFiles(wanted: readonly string[]): string[] {
  const isWanted = (path: string): boolean =>
    wanted.length === 0 || wanted.some((one) => path === one || path.startsWith(`${one.replace(/\/$/, '')}/`))
  const all = ['src', 'sample', 'test', 'client'].flatMap(sourcesBelow).filter(({ path }) => path.endsWith('.test.ts'))
  for (const one of [...wanted, ...LONGEST])
    assert(
      all.some(({ path }) => path === one || path.startsWith(`${one.replace(/\/$/, '')}/`)),
      `no test file is at ${one}`,
    )
  mkdirSync(GROUPS, { recursive: true })
  process.once('exit', () => rmSync(GROUPS, { recursive: true, force: true }))
  const groups = new Map<string, string[]>()
  const alone: string[] = []
  for (const { path, text } of all) {
    if (!isWanted(path)) continue
    const folder = GROUPED.find((one) => path.startsWith(one))
    if (folder === undefined || ALONE.test(text)) alone.push(path)
    else groups.getOrInsertComputed(folder, () => []).push(path)
  }
  const rank = (name: string): number => {
    const place = LONGEST.indexOf(name)
    return place === -1 ? LONGEST.length + (groups.has(name) ? 0 : 1) : place
  }
  return [...groups.keys(), ...alone]
    .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
    .map((name) => (groups.has(name) ? writeGroup(name, groups.get(name)!) : join(ROOT, name)))
}

/** One file that imports all of a folder. */
function writeGroup(folder: string, paths: string[]): string {
  const file = join(GROUPS, `${folder.slice(0, -1).replaceAll('/', '-')}.mjs`)
  const urls = paths.sort().map((path) => pathToFileURL(join(ROOT, path)).href)
  writeFileSync(file, urls.map((url) => `import ${JSON.stringify(url)}\n`).join(''))
  return file
}

/**
 * A folder in memory for the files of all tests, unless the system has none that is large enough. SQLite waits for the
 * disk at each commit, and no test asks whether its data would survive a power cut.
 */
function folderInMemory(): string | undefined {
  const root = '/dev/shm'
  if (!existsSync(root)) return undefined
  const { type, bavail, bsize } = statfsSync(root)
  if (type !== TMPFS || Math.min(bavail * bsize, process.availableMemory()) < MEMORY_MIN_BYTES) return undefined
  const folder = mkdtempSync(join(root, 'regista-tests-'))
  // PostgreSQL runs as another user if we are root.
  chmodSync(folder, 0o711)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}

const TMPFS = 0x01021994

const MEMORY_MIN_BYTES = 4 * 2 ** 30

const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort())
{
  const memory = folderInMemory()
  // No work in the background that no test waits for.
  await using server = await startOwnPostgres({ max_connections: '300', autovacuum: 'off' }, memory)
  process.env[PREPARED] = server.dir
  // Also for the commands and servers that tests start.
  const preload = `--import=${import.meta.resolve('./testing/relative-imports.ts')}`
  process.env.NODE_OPTIONS = [process.env.NODE_OPTIONS, preload].filter(Boolean).join(' ')
  // npm would start an older Node that is first in the path, which cannot load it.
  process.env.PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)
  process.env.NODE_COMPILE_CACHE ??= COMPILED
  // After the start of the server: in some containers no program may be run from memory.
  process.env.TMPDIR = memory ?? tmpdir()
  // Two more than there are processors: many tests wait for timers, disks and processes that they started.
  const concurrency = availableParallelism() + 2
  const events = run({
    files: testFiles(process.argv.slice(2)),
    execArgv: ['--import', import.meta.resolve('./testing/untracked-promises.ts')],
    concurrency,
    signal: stopped.signal,
  })
  events.on('test:fail', () => (process.exitCode = 1))
  const times: { readonly file: string; readonly ms: number }[] = []
  events.on('test:summary', ({ file, duration_ms: ms }) => file !== undefined && times.push({ file, ms }))
  for await (const text of events.compose(spec)) process.stdout.write(text)
  const longest = times.sort((a, b) => b.ms - a.ms).slice(0, SHOWN)
  const lines = longest.map(({ file, ms }) => `  ${(ms / 1000).toFixed(1).padStart(6)} s  ${relative(ROOT, file)}\n`)
  process.stdout.write(`the longest files:\n${lines.join('')}`)
}
if (stopped.signal.aborted) process.exitCode = 1
