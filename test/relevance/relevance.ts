/*
 * `npm run relevance [-- --theme NAME --failures --seeded N --seed S --keystrokes N --baselines --record --write]`: do the right records
 * come first? README.md says what is counted. Ends with 1 if a figure fell below its floor in floors.json.
 */
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isoTime, systemClock } from '../../src/stdx/clock.ts'
import { ROOT } from '../source-tree.ts'
import { type Case, readCases } from './case-file.ts'
import { type Documents, documentsOf } from './documents.ts'
import { belowFloors, floorsOf, readFloors } from './floors.ts'
import { fts5Searcher } from './fts5-searcher.ts'
import { countKeystrokes, type Keystrokes, typings } from './keystrokes.ts'
import { FINAL_SEED, seededCases } from './recipe.ts'
import { registaSearcher } from './regista-searcher.ts'
import { type EngineResult, reportText } from './report.ts'
import { openSampleRelease } from './sample-release.ts'
import { failureText, tryCases } from './score.ts'
import type { Searcher } from './searcher.ts'
import { trigramSearcher } from './trigram-searcher.ts'

const { values } = parseArgs({
  options: {
    theme: { type: 'string', default: '' },
    failures: { type: 'boolean', default: false },
    seeded: { type: 'string', default: '5000' },
    seed: { type: 'string', default: '1' },
    keystrokes: { type: 'string', default: '300' },
    baselines: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})

/** PostgreSQL needs tens of milliseconds for a query: it is asked for a part of what we are. */
const BASELINE_SHARE = { seeded: 1000, keystrokes: 40 } as const

/** `final` stands for the one seed that was never looked at. */
const seed = values.seed === 'final' ? FINAL_SEED : Number(values.seed)

interface Questions {
  readonly written: readonly Case[]
  readonly seeded: readonly Case[]
  readonly typed: ReturnType<typeof typings>
}

function questions(documents: Documents, limits: { readonly seeded: number; readonly keystrokes: number }): Questions {
  const wanted = ({ theme }: Case): boolean => theme.includes(values.theme)
  return {
    written: readCases(import.meta.dirname).filter(wanted),
    seeded: seededCases(documents, { count: limits.seeded, seed }).filter(wanted),
    typed: values.theme === '' ? typings(documents, { count: limits.keystrokes, seed }) : [],
  }
}

async function ask(searcher: Searcher, { written, seeded, typed }: Questions): Promise<EngineResult> {
  progress(
    `${searcher.engine}: ${written.length} cases, ${seeded.length} seeded queries, ${typed.length} records letter by letter`,
  )
  const result = {
    engine: searcher.engine,
    written: await tryCases(searcher, written),
    seeded: await tryCases(searcher, seeded),
  }
  const keystrokes: Keystrokes[] = []
  for (const one of typed) keystrokes.push(await countKeystrokes(searcher, one))
  return { ...result, keystrokes }
}

function progress(line: string): void {
  process.stderr.write(`${line}\n`)
}

using release = await openSampleRelease()
const documents = documentsOf(release)
const limits = { seeded: Number(values.seeded), keystrokes: Number(values.keystrokes) }
const results: EngineResult[] = []
{
  await using ours = registaSearcher(release, documents)
  results.push(await ask(ours, questions(documents, limits)))
}
if (values.baselines) {
  const fewer = questions(documents, {
    seeded: Math.min(limits.seeded, BASELINE_SHARE.seeded),
    keystrokes: Math.min(limits.keystrokes, BASELINE_SHARE.keystrokes),
  })
  for (const start of [fts5Searcher, trigramSearcher]) {
    await using searcher = await start(documents)
    results.push(await ask(searcher, fewer))
  }
}

const [{ written, seeded }] = results as [EngineResult]
if (values.failures) {
  for (const outcome of [...written, ...seeded]) if (!outcome.passed) process.stdout.write(`${failureText(outcome)}\n`)
}
const text = reportText(results)
process.stdout.write(`\n${text}\n`)
if (values.write) {
  const date = isoTime(systemClock.nowMs()).slice(0, 10)
  const command = `npm run relevance -- --seeded ${limits.seeded} --seed ${values.seed}${values.baselines ? ' --baselines' : ''} --write`
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}`
  writeFileSync(
    join(ROOT, `bench/results/relevance-${date}.md`),
    `# Relevance, small sample\n\n${machine}; command: \`${command}\`\n\n${text}\n`,
  )
}
if (values.record)
  writeFileSync(join(import.meta.dirname, 'floors.json'), `${JSON.stringify(floorsOf(written), undefined, 2)}\n`)
else if (values.theme === '') {
  const fallen = belowFloors(written, readFloors())
  for (const line of fallen) progress(line)
  if (fallen.length !== 0) process.exitCode = 1
}
