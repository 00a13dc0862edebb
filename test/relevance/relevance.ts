import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { isoTime, systemClock } from '../../src/stdx/clock.ts'
import { ROOT } from '../source-tree.ts'
import { flag, sayTrial, text, whole } from '../trial.ts'
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

const said = sayTrial({
  name: 'relevance',
  what: 'Do the right records come first? The README beside it says what is counted. Ends with 1 if a figure fell below its floor in floors.json.',
  options: {
    theme: text('only the cases of themes that have it', ''),
    seeded: whole('queries made by chance', 5000),
    seed: text('where chance begins; final is the one that was never looked at', '1', /^([0-9]{1,15}|final)$/),
    keystrokes: whole('records typed letter by letter', 300),
    failures: flag('every query that failed, and what came'),
    baselines: flag('asks other search engines the same'),
    record: flag('makes these figures the floors'),
    write: flag('puts the tables into bench/results/'),
  },
})

/** PostgreSQL needs tens of milliseconds for a query: it is asked for a part of what we are. */
const BASELINE_SHARE = { seeded: 1000, keystrokes: 40 } as const

/** `final` stands for the one seed that was never looked at. */
const seed = said.seed === 'final' ? FINAL_SEED : Number(said.seed)

interface Questions {
  readonly written: readonly Case[]
  readonly seeded: readonly Case[]
  readonly typed: ReturnType<typeof typings>
}

const themed = readCases(import.meta.dirname).filter(({ theme }) => theme.includes(said.theme))
if (themed.length === 0) {
  progress(`relevance: no case is of a theme that has ${said.theme} in its name`)
  process.exit(2)
}

function questions(documents: Documents, limits: { readonly seeded: number; readonly keystrokes: number }): Questions {
  return {
    written: themed,
    seeded: seededCases(documents, { count: limits.seeded, seed }).filter(({ theme }) => theme.includes(said.theme)),
    typed: said.theme === '' ? typings(documents, { count: limits.keystrokes, seed }) : [],
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
const limits = { seeded: said.seeded, keystrokes: said.keystrokes }
const results: EngineResult[] = []
{
  await using ours = registaSearcher(release, documents)
  results.push(await ask(ours, questions(documents, limits)))
}
if (said.baselines) {
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
if (said.failures) {
  for (const outcome of [...written, ...seeded]) if (!outcome.passed) process.stdout.write(`${failureText(outcome)}\n`)
}
const report = reportText(results)
process.stdout.write(`\n${report}\n`)
if (said.write) {
  const date = isoTime(systemClock.nowMs()).slice(0, 10)
  const command = `npm run relevance -- --seeded ${limits.seeded} --seed ${said.seed}${said.baselines ? ' --baselines' : ''} --write`
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}`
  writeFileSync(
    join(ROOT, `bench/results/relevance-${date}.md`),
    `# Relevance, small sample\n\n${machine}; command: \`${command}\`\n\n${report}\n`,
  )
}
if (said.record)
  writeFileSync(join(import.meta.dirname, 'floors.json'), `${JSON.stringify(floorsOf(written), undefined, 2)}\n`)
else if (said.theme === '') {
  const fallen = belowFloors(written, readFloors())
  for (const line of fallen) progress(line)
  if (fallen.length !== 0) process.exitCode = 1
}
