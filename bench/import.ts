import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { SCALES } from '../src/sample/sample.ts'
import { ROOT } from '../test/source-tree.ts'
import { flag, oneOf, sayTrial, text } from '../test/trial.ts'
import { FLOORS } from './floors.ts'
import { shuffledWithOneChange } from './shuffle.ts'

const said = sayTrial({
  name: 'bench:import',
  what: 'Times files of all five registers on their way to a published release, with the real commands as processes of their own, against the floors of the same run.',
  options: {
    scale: oneOf('how large a sample', SCALES, 'national'),
    from: text('a folder with files, in place of a sample of that scale', undefined),
    write: flag('puts the tables into bench/results/'),
  },
})
const work = join(ROOT, 'bench/work')
const sample = said.from ?? join(work, `sample-${said.scale}`)
const dataDir = join(work, `data-${said.scale}`)

interface Run {
  readonly seconds: number
  readonly peakMb: number
  readonly json: { readonly sets?: readonly ReportedSet[] }
}

interface ReportedSet {
  readonly counts: { readonly [name: string]: unknown } | null
}

/** Runs a command, and remembers the most memory it ever had. */
async function regista(...args: string[]): Promise<Run> {
  const startedMs = performance.now()
  const child = spawn(process.execPath, [join(ROOT, 'bin/regista.js'), ...args, '--data', dataDir, '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  let peakKb = 0
  const watch = setInterval(() => {
    const status = existsSync(`/proc/${child.pid}/status`) ? readFileSync(`/proc/${child.pid}/status`, 'utf8') : ''
    peakKb = Math.max(peakKb, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0))
  }, 50)
  const code = await new Promise((resolve) => child.on('close', resolve))
  clearInterval(watch)
  if (code !== 0) throw new Error(`regista ${args.join(' ')} ended with ${code}: ${output}`)
  return {
    seconds: (performance.now() - startedMs) / 1000,
    peakMb: peakKb / 1024,
    json: JSON.parse(output) as Run['json'],
  }
}

function filesOf(source: string, wanted = /./): string[] {
  const dir = join(sample, source)
  return readdirSync(dir)
    .filter((name) => wanted.test(name))
    .toSorted()
    .map((name) => join(dir, name))
}

function rowsOf(run: Run): number {
  const COUNTED = [
    'added',
    'changed',
    'unchanged',
    'returned',
    'ended',
    'keptNewer',
    'kept_newer',
    'skipped',
    'rejected',
  ]
  return (run.json.sets ?? []).reduce(
    (sum, { counts }) => sum + COUNTED.reduce((rows, name) => rows + Number(counts?.[name] ?? 0), 0),
    0,
  )
}

/** The biggest files of each source: what is measured against a floor. The daily comes later. */
const IMPORTS: readonly { readonly source: string; readonly files: RegExp; readonly extra?: readonly string[] }[] = [
  { source: 'sk-rpo', files: /^init_.*\.json\.gz$/ },
  { source: 'sk-addresses', files: /\.csv$/ },
  { source: 'cz-addresses', files: /./ },
  { source: 'cz-res', files: /./ },
  { source: 'cz-vr', files: /./ },
]

const lines: string[] = []
const say = (line: string): void => {
  lines.push(line)
  console.log(line)
}

mkdirSync(work, { recursive: true })
if (!existsSync(sample)) await regista('sample', '--out', sample, '--scale', said.scale, '--seed', '1')
rmSync(dataDir, { recursive: true, force: true })
say(`# Import and publish, ${said.scale} sample`)
say('')
say(
  `${cpus().length} × ${cpus()[0]!.model.trim()}, Node ${process.versions.node}, load ${loadavg()[0]!.toFixed(2)} at the start; command: \`npm run bench:import -- --scale ${said.scale}\``,
)
say('')
say('| source | rows | seconds | rows/s | floor s | floor / import | again, untouched s | peak MB |')
say('|---|---|---|---|---|---|---|---|')
const firstSeconds = new Map<string, number>()
let rows = 0
let seconds = 0
let peakMb = 0
for (const { source, files } of IMPORTS) {
  const paths = filesOf(source, files)
  const parts = source === 'sk-rpo' ? ['--parts', String(paths.length)] : []
  const floor = await FLOORS[source]!(paths)
  const run = await regista('import', source, ...paths, ...parts)
  const again = await regista('import', source, ...paths, ...parts)
  const count = rowsOf(run)
  rows += count
  firstSeconds.set(source, run.seconds)
  seconds += run.seconds
  peakMb = Math.max(peakMb, run.peakMb)
  say(
    `| ${source} | ${count} | ${run.seconds.toFixed(1)} | ${Math.round(count / run.seconds)} | ${floor.toFixed(1)} | ${(floor / run.seconds).toFixed(2)} | ${again.seconds.toFixed(1)} | ${run.peakMb.toFixed(0)} |`,
  )
}
const published = await regista('publish')
const importPeakMb = peakMb
peakMb = Math.max(peakMb, published.peakMb)

const shuffled: string[] = []
for (const source of ['cz-res', 'sk-addresses']) {
  const [original] = filesOf(source, source === 'cz-res' ? /^res_data\.csv$/ : /\.csv$/)
  const others = source === 'cz-res' ? filesOf(source).filter((path) => path !== original) : []
  const dir = join(work, `shuffled-${source}`)
  const changed = await shuffledWithOneChange(original!, dir)
  for (const other of others) cpSync(other, join(dir, other.split('/').at(-1)!))
  if (existsSync(join(sample, 'regista-sample.json')))
    cpSync(join(sample, 'regista-sample.json'), join(dir, 'regista-sample.json'))
  const run = await regista('import', source, changed, ...others.map((path) => join(dir, path.split('/').at(-1)!)))
  const { changed: rowsChanged, unchanged } = run.json.sets?.[0]?.counts ?? {}
  const share = Math.round((run.seconds / firstSeconds.get(source)!) * 100)
  shuffled.push(`${source}: ${run.seconds.toFixed(1)} s = ${share} % (${rowsChanged} changed, ${unchanged} unchanged)`)
  rmSync(dir, { recursive: true })
}

// What the shuffled files changed is not the daily's to pay.
await regista('publish')
const dailies = filesOf('sk-rpo', /^actual_.*\.json\.gz$/)
const daily = await regista('import', 'sk-rpo', dailies[0]!)
const dailyPublish = await regista('publish')
const size = (path: string): number =>
  existsSync(path)
    ? statSync(path).isDirectory()
      ? readdirSync(path).reduce((sum, name) => sum + size(join(path, name)), 0)
      : statSync(path).size
    : 0

say('')
say('| figure | goal | measured |')
say('|---|---|---|')
say(`| rows/s over all sources, parse to catalog | ≥ 80 000 (stretch 126 000) | ${Math.round(rows / seconds)} |`)
say(
  `| all sources, files to published release | ≤ 300 s (stretch 180) | ${(seconds + published.seconds).toFixed(0)} s (import ${seconds.toFixed(0)}, publish ${published.seconds.toFixed(0)}) |`,
)
say(
  `| peak memory | ≤ 1 500 MB | ${peakMb.toFixed(0)} MB (import ${importPeakMb.toFixed(0)}, publish ${published.peakMb.toFixed(0)}) |`,
)
say(`| all rows shuffled, one changed | ≤ 40 % of the first | ${shuffled.join('; ')} |`)
say(
  `| a daily (${rowsOf(daily)} changes): import + publish | ≤ 60 s (stretch 15) | ${(daily.seconds + dailyPublish.seconds).toFixed(1)} s (import ${daily.seconds.toFixed(1)}, publish ${dailyPublish.seconds.toFixed(1)}) |`,
)
say('')
say(
  `Catalog ${(size(join(dataDir, 'catalog.db')) / 1e6).toFixed(0)} MB, releases ${(size(join(dataDir, 'releases')) / 1e6).toFixed(0)} MB (linked files counted each time).`,
)
if (said.write) {
  const day = new Date(performance.timeOrigin).toISOString().slice(0, 10)
  writeFileSync(join(ROOT, `bench/results/import-${said.scale}-${day}.md`), `${lines.join('\n')}\n`)
}
