import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { delimiter, dirname, join, relative } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { pathToFileURL } from 'node:url'
import { PATIENCE } from '../src/stdx/testing/until.ts'
import { PREPARED, startOwnPostgres } from '../src/storage/testing/postgres.ts'
import { endSilentProcesses } from './testing/silent-processes.ts'
import { ROOT, sourcesBelow } from './testing/source-tree.ts'

/*
 * Runs the tests of the first room, or those of the files and folders that are named, with one PostgreSQL for all
 * of them. Each folder is one process.
 */

/** The second room: tests whose subject is a process. `npm test` is without it, `npm run test:system` has only it. */
const SYSTEM = 'test/system'

/** Folders with few tests, which share one process. A start costs more than they do. */
const SMALL = ['src/backup', 'src/cli', 'src/records', 'src/text', 'client/src', 'test/client']

/**
 * Hooks of a whole file and replaced timers would act on the other files of a group, and their garbage on a file that
 * measures when garbage is collected.
 */
const ALONE = /^(before|beforeEach|afterEach)\(|\bmock\.|globalThis\.gc|collectGarbage/m

/** Files and groups that are begun first, so that none of them runs alone at the end. */
const LONGEST = [
  'test/ledger',
  'test',
  'test/conformance',
  'src/ledger',
  'test/relevance',
  'src/release',
  'test/system/serving.test.ts',
  'test/system/fleet/rolling.test.ts',
  'test/system/running-service.test.ts',
  'test/system/fleet/faults.test.ts',
]

/** No test of a process ended for so long: the process is ended. */
const SILENCE_MAX_MS = 300_000

/** How many files are shown with their times. */
const SHOWN = 20

/** For the files that import a group. */
const GROUPS = join(ROOT, 'node_modules/.cache/test-groups', String(process.pid))

/** What types are stripped from once need not be stripped again in the next process. */
const COMPILED = join(ROOT, 'node_modules/.cache/compiled')

/** Only the entry files of processes, and which of them runs a test file. */
function chooseFiles(wanted: readonly string[]): { readonly entries: string[]; readonly entryOf: Map<string, string> } {
  const isBelow = (path: string, one: string): boolean => path === one || path.startsWith(`${one.replace(/\/$/, '')}/`)
  const isWanted = (path: string): boolean =>
    wanted.length === 0 ? !isBelow(path, SYSTEM) : wanted.some((one) => isBelow(path, one))
  const all = ['src', 'sample', 'test', 'client'].flatMap(sourcesBelow).filter(({ path }) => path.endsWith('.test.ts'))
  for (const one of [...wanted, ...LONGEST])
    assert(
      all.some(({ path }) => isBelow(path, one)),
      `no test file is at ${one}`,
    )
  mkdirSync(GROUPS, { recursive: true })
  process.once('exit', () => rmSync(GROUPS, { recursive: true, force: true }))
  const groups = Map.groupBy(
    all.filter(({ path }) => isWanted(path)),
    ({ path, text }) => (ALONE.test(text) || isBelow(path, SYSTEM) ? path : groupOf(path)),
  )
  const rank = (name: string): number => (LONGEST.includes(name) ? LONGEST.indexOf(name) : LONGEST.length)
  const names = [...groups.keys()].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
  const entryOf = new Map<string, string>()
  const entries = names.map((name) => {
    const paths = groups.get(name)!.map(({ path }) => path)
    const entry = name.endsWith('.test.ts') ? join(ROOT, name) : writeGroup(name, paths)
    for (const path of paths) entryOf.set(join(ROOT, path), entry)
    return entry
  })
  return { entries, entryOf }
}

/** `src/text/words.test.ts` belongs to src/text, `test/guides.test.ts` to test. */
function groupOf(path: string): string {
  const folder = /^(?:src|test|client)\/[^/]+(?=\/)|^[^/]+/.exec(path)![0]
  return SMALL.includes(folder) ? 'small' : folder
}

/** One file that imports all of a folder. */
function writeGroup(folder: string, paths: string[]): string {
  const file = join(GROUPS, `${folder.replaceAll('/', '-')}.mjs`)
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
  const starts = join(GROUPS, 'starts')
  const { entries, entryOf } = chooseFiles(process.argv.slice(2))
  process.env.REGISTA_TEST_STARTS = starts
  const preloads = ['./testing/untracked-promises.ts', './testing/counted-starts.ts']
  const execArgv = preloads.flatMap((path) => ['--import', import.meta.resolve(path)])
  const events = run({ files: entries, execArgv, concurrency, signal: stopped.signal })
  using silent = endSilentProcesses(events, {
    limitMs: SILENCE_MAX_MS * PATIENCE,
    processOf: (file) => entryOf.get(file) ?? file,
  })
  events.on('test:fail', () => (process.exitCode = 1))
  const times: { readonly file: string; readonly ms: number }[] = []
  events.on('test:summary', ({ file, duration_ms: ms }) => file !== undefined && times.push({ file, ms }))
  for await (const text of events.compose(spec)) process.stdout.write(text)
  const longest = times.sort((a, b) => b.ms - a.ms).slice(0, SHOWN)
  const lines = longest.map(({ file, ms }) => `  ${(ms / 1000).toFixed(1).padStart(6)} s  ${relative(ROOT, file)}\n`)
  process.stdout.write(`the longest files:\n${lines.join('')}`)
  const byTests = existsSync(starts) ? readFileSync(starts, 'utf8').split('\n').length - 1 : 0
  process.stdout.write(`processes: ${silent.started()} of test files, ${byTests} that tests started\n`)
}
if (stopped.signal.aborted) process.exitCode = 1
