import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../test/testing/source-tree.ts'
import { flag, readTrialOptions, text } from '../test/testing/trial.ts'
import { childSeconds } from './child-seconds.ts'
import { FLOORS } from './floors.ts'
import { MACHINE, say, writeReport } from './report.ts'
import {
  dataFolder,
  listFiles,
  listImports,
  sampleArguments,
  sampleFolder,
  sampleName,
  sampleOptions,
  WORK,
} from './sample-data.ts'
import { shuffleWithOneChange } from './shuffle.ts'

const chosen = readTrialOptions({
  name: 'bench:import',
  what: 'Times files of all five registers on their way to a published release, with the real commands as processes of their own, against the floors of the same run.',
  options: {
    ...sampleOptions('national'),
    from: text('a folder with files, in place of a sample of that scale', undefined),
    tree: text('a checkout of other code to measure, in place of this one', ROOT),
    write: flag('puts the tables into bench/results/'),
  },
})
const sample = chosen.from ?? sampleFolder(chosen)
const dataDir = dataFolder(chosen)

interface Run {
  readonly seconds: number
  readonly processorSeconds: number
  readonly peakMb: number
  readonly json: { readonly sets?: readonly ReportedSet[] }
}

interface ReportedSet {
  readonly counts: { readonly [name: string]: unknown } | null
}

/** Runs a command, and measures the most memory that it ever had. */
async function regista(...args: string[]): Promise<Run> {
  const startedMs = performance.now()
  const processorBefore = childSeconds()
  const child = spawn(process.execPath, [join(chosen.tree, 'bin/regista.js'), ...args, '--data', dataDir, '--json'], {
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
    processorSeconds: childSeconds() - processorBefore,
    peakMb: peakKb / 1024,
    json: JSON.parse(output) as Run['json'],
  }
}

function rowsOf(run: Run): number {
  const COUNTED = ['added', 'changed', 'unchanged', 'returned', 'ended', 'kept_newer', 'skipped', 'rejected']
  return (run.json.sets ?? []).reduce(
    (sum, { counts }) => sum + COUNTED.reduce((rows, name) => rows + Number(counts?.[name] ?? 0), 0),
    0,
  )
}

mkdirSync(WORK, { recursive: true })
if (!existsSync(sample)) await regista('sample', '--out', sample, '--seed', '1', ...sampleArguments(chosen).split(' '))
rmSync(dataDir, { recursive: true, force: true })
say(`# Import and publish, ${chosen.from === undefined ? sampleName(chosen) : 'files of --from'}`)
say('')
say(`${MACHINE}; command: \`npm run bench:import -- ${sampleArguments(chosen)}\``)
say('')
say('| source | rows | seconds | processor s | rows/s | floor s | floor / import | again, untouched s | peak MB |')
say('|---|---|---|---|---|---|---|---|---|')
const firstSeconds = new Map<string, number>()
const imports: Run[] = []
const floors: string[] = []
let rows = 0
// The daily comes later.
for (const { source, paths, options } of listImports(sample)) {
  const floor = await FLOORS[source]!(paths)
  const run = await regista('import', source, ...paths, ...options)
  const again = await regista('import', source, ...paths, ...options)
  const count = rowsOf(run)
  rows += count
  imports.push(run)
  firstSeconds.set(source, run.seconds)
  floors.push(`${source} ${(floor / run.seconds).toFixed(2)}`)
  say(
    `| ${source} | ${count} | ${run.seconds.toFixed(1)} | ${run.processorSeconds.toFixed(1)} | ${Math.round(count / run.seconds)} | ${floor.toFixed(1)} | ${(floor / run.seconds).toFixed(2)} | ${again.seconds.toFixed(1)} | ${run.peakMb.toFixed(0)} |`,
  )
}
const published = await regista('publish')

const shuffled: string[] = []
for (const source of ['cz-res', 'sk-addresses']) {
  const [original] = listFiles(join(sample, source), source === 'cz-res' ? /^res_data\.csv$/ : /\.csv$/)
  const others = source === 'cz-res' ? listFiles(join(sample, source)).filter((path) => path !== original) : []
  const dir = join(WORK, `shuffled-${source}`)
  const changed = await shuffleWithOneChange(original!, dir)
  for (const other of others) cpSync(other, join(dir, other.split('/').at(-1)!))
  if (existsSync(join(sample, 'regista-sample.json')))
    cpSync(join(sample, 'regista-sample.json'), join(dir, 'regista-sample.json'))
  const run = await regista('import', source, changed, ...others.map((path) => join(dir, path.split('/').at(-1)!)))
  const { changed: rowsChanged, unchanged } = run.json.sets?.[0]?.counts ?? {}
  const share = Math.round((run.seconds / firstSeconds.get(source)!) * 100)
  shuffled.push(`${source}: ${run.seconds.toFixed(1)} s = ${share} % (${rowsChanged} changed, ${unchanged} unchanged)`)
  rmSync(dir, { recursive: true })
}

// What the shuffled files changed does not belong to the daily.
await regista('publish')
const dailies = listFiles(join(sample, 'sk-rpo'), /^actual_.*\.json\.gz$/)
const daily = await regista('import', 'sk-rpo', dailies[0]!)
const dailyPublish = await regista('publish')
const size = (path: string): number =>
  existsSync(path)
    ? statSync(path).isDirectory()
      ? readdirSync(path).reduce((sum, name) => sum + size(join(path, name)), 0)
      : statSync(path).size
    : 0

const sum = (runs: readonly Run[], of: (run: Run) => number): number => runs.reduce((total, run) => total + of(run), 0)
/** `12.3 s, 20.1 processor s (import 2.0, publish 10.3)` */
const timed = (importing: readonly Run[], publishing: Run): string => {
  const all = [...importing, publishing]
  const [seconds, processor] = [sum(all, (run) => run.seconds), sum(all, (run) => run.processorSeconds)]
  return `${seconds.toFixed(1)} s, ${processor.toFixed(1)} processor s (import ${(seconds - publishing.seconds).toFixed(1)} s, publish ${publishing.seconds.toFixed(1)} s)`
}
const importPeakMb = Math.max(...imports.map((run) => run.peakMb))

say('')
say('| figure | goal | measured |')
say('|---|---|---|')
say(`| files to published release | ≤ 180 s (stretch 120) | ${timed(imports, published)} |`)
say(`| peak memory of publish | ≤ 1 200 MB | ${published.peakMb.toFixed(0)} MB |`)
say(`| peak memory of import | ≤ 1 200 MB | ${importPeakMb.toFixed(0)} MB |`)
say(
  `| a daily of ${rowsOf(daily)} changes | ≤ 15 s | ${timed([daily], dailyPublish)}, peak ${dailyPublish.peakMb.toFixed(0)} MB |`,
)
say(`| import against its floor (inflate, decode, split) | ≥ 0.5 | ${floors.join(', ')} |`)
say(
  `| rows/s over all sources, parse to catalog | ≥ 80 000 (stretch 126 000) | ${Math.round(rows / sum(imports, (run) => run.seconds))} |`,
)
say(`| all rows shuffled, one changed | ≤ 40 % of the first | ${shuffled.join('; ')} |`)
say('')
say(
  `Catalog ${(size(join(dataDir, 'catalog.db')) / 1e6).toFixed(0)} MB, releases ${(size(join(dataDir, 'releases')) / 1e6).toFixed(0)} MB (linked files counted each time).`,
)
if (chosen.write) writeReport('import', chosen)
