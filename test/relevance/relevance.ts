import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { SCALES } from '../../sample/sample.ts'
import { COUNTRIES } from '../../src/records/country.ts'
import { isoTime, systemClock } from '../../src/stdx/clock.ts'
import { ROOT } from '../testing/source-tree.ts'
import { flag, oneOf, readTrialOptions, text, whole } from '../testing/trial.ts'
import { type Case, readCases } from './case-file.ts'
import { type Documents, documentsOf } from './documents.ts'
import { belowFloors, floorsOf, readFloors } from './floors.ts'
import { fts5Searcher } from './fts5-searcher.ts'
import { judgeCase } from './judge.ts'
import { countKeystrokes, type Keystrokes, typings } from './keystrokes.ts'
import { FINAL_SEED, makeSeededCases, type SeededCase } from './recipe.ts'
import { registaSearcher } from './regista-searcher.ts'
import { type EngineResult, reportText } from './report.ts'
import { type AskAll, ruleTable } from './rule-trial.ts'
import { openReleaseOf, openSampleRelease, SAMPLE_OF_CASES, type SampleOf } from './sample-release.ts'
import { failureText, tryCases } from './score.ts'
import { KINDS, type Searcher } from './searcher.ts'
import { trigramSearcher } from './trigram-searcher.ts'

const chosen = readTrialOptions({
  name: 'relevance',
  what: 'Do the right records come first? The README beside it says what is counted. Ends with 1 if a figure fell below its floor in floors.json.',
  options: {
    scale: oneOf('of which sample; the written cases are of the small one of model 1', SCALES, 'small'),
    model: oneOf('how the sample is invented: 1 for the small sample, else 2, if not given', ['1', '2'], undefined),
    data: text('a data folder with a release of that sample, instead of making one', ''),
    theme: text('only the cases of themes that have it', ''),
    seeded: whole('queries made by chance', 5000),
    seed: text('where chance begins; final is the one that was never looked at', '1', /^([0-9]{1,15}|final)$/),
    keystrokes: whole('records typed letter by letter', 300),
    failures: flag('every query that failed, and what came'),
    baselines: flag('asks SQLite FTS5 and PostgreSQL the same'),
    fts5: flag('asks SQLite FTS5 alone the same'),
    without: text('only: what a rule gains, harms and costs, or all of them', ''),
    record: flag('makes these figures the floors'),
    write: flag('puts the tables into bench/results/'),
  },
})

/**
 * PostgreSQL needs tens of milliseconds for a query, and seconds for the whole country, so it gets only a part of the
 * queries.
 */
const BASELINE_SHARE = { small: { seeded: 1000, keystrokes: 40 }, national: { seeded: 200, keystrokes: 0 } } as const

const MODEL_OF = { '1': 1, '2': 2 } as const

const sample: SampleOf = {
  scale: chosen.scale,
  model:
    chosen.model === undefined
      ? chosen.scale === SAMPLE_OF_CASES.scale
        ? SAMPLE_OF_CASES.model
        : 2
      : MODEL_OF[chosen.model],
}
const isOfCases = sample.scale === SAMPLE_OF_CASES.scale && sample.model === SAMPLE_OF_CASES.model

/** `final` is the seed that was never used before the final report. */
const seed = chosen.seed === 'final' ? FINAL_SEED : Number(chosen.seed)

interface Questions {
  readonly written: readonly Case[]
  readonly seeded: readonly SeededCase[]
  /** The records that come first by the written order. */
  readonly right: ReadonlyMap<Case, readonly string[]>
  readonly typed: ReturnType<typeof typings>
}

const themed = (isOfCases ? readCases(import.meta.dirname) : []).filter(({ theme }) => theme.includes(chosen.theme))
if (isOfCases && themed.length === 0 && !chosen.theme.startsWith('seeded')) {
  progress(`relevance: no case is of a theme that has ${chosen.theme} in its name`)
  process.exit(2)
}

function questions(documents: Documents, limits: { readonly seeded: number; readonly keystrokes: number }): Questions {
  const seeded = makeSeededCases(documents, { count: limits.seeded, seed }).filter(({ theme }) =>
    theme.includes(chosen.theme),
  )
  progress(`${seeded.length} seeded queries: looking for what must come first`)
  return {
    written: themed,
    seeded,
    right: judgeCase(documents, seeded),
    typed: chosen.theme === '' ? typings(documents, { count: limits.keystrokes, seed }) : [],
  }
}

/** The first queries of each kind. A baseline is slower and gets fewer. */
function fewerOf(all: Questions, limits: { readonly seeded: number; readonly keystrokes: number }): Questions {
  const perKind = limits.keystrokes * KINDS.length * COUNTRIES.length
  const spread = Math.max(1, Math.floor(all.typed.length / Math.max(1, perKind)))
  return {
    ...all,
    seeded: all.seeded.slice(0, limits.seeded),
    typed: all.typed.filter((_, i) => i % spread === 0).slice(0, perKind),
  }
}

async function ask(searcher: Searcher, { written, seeded, right, typed }: Questions): Promise<EngineResult> {
  progress(
    `${searcher.engine}: ${written.length} cases, ${seeded.length} seeded queries, ${typed.length} records letter by letter`,
  )
  const result = {
    engine: searcher.engine,
    written: await tryCases(searcher, written),
    seeded: await tryCases(searcher, seeded, right),
  }
  const keystrokes: Keystrokes[] = []
  for (const one of typed) keystrokes.push(await countKeystrokes(searcher, one))
  return { ...result, keystrokes }
}

function progress(line: string): void {
  process.stderr.write(`${line}\n`)
}

using release = chosen.data === '' ? await openSampleRelease(sample) : openReleaseOf(chosen.data)
const documents = documentsOf(release)
const all = questions(documents, { seeded: chosen.seeded, keystrokes: chosen.keystrokes })
if (chosen.without !== '') {
  const asked = [...all.written, ...all.seeded]
  const ask: AskAll = async (rules) => {
    await using searcher = registaSearcher(release, rules)
    return (await tryCases(searcher, asked, all.right)).map(({ rightRank }) => rightRank)
  }
  const texts = asked.map(({ query }) => query.text)
  process.stdout.write(`${await ruleTable(chosen.without, texts, ask)}\n`)
  process.exit()
}
const results: EngineResult[] = []
{
  await using ours = registaSearcher(release)
  results.push(await ask(ours, all))
}
if (chosen.baselines || chosen.fts5) {
  const fewer = fewerOf(all, BASELINE_SHARE[sample.scale === 'national' ? 'national' : 'small'])
  for (const start of chosen.baselines ? [fts5Searcher, trigramSearcher] : [fts5Searcher]) {
    await using searcher = await start(documents)
    results.push(await ask(searcher, fewer))
  }
}

const [{ written, seeded }] = results as [EngineResult]
if (chosen.failures) {
  for (const outcome of [...written, ...seeded]) if (!outcome.passed) process.stdout.write(`${failureText(outcome)}\n`)
}
const report = reportText(results)
process.stdout.write(`\n${report}\n`)
if (chosen.write) {
  const date = isoTime(systemClock.nowMs()).slice(0, 10)
  const of = `--scale ${sample.scale} --model ${sample.model}`
  const command = `npm run relevance -- ${of} --seeded ${chosen.seeded} --seed ${chosen.seed}${chosen.baselines ? ' --baselines' : chosen.fts5 ? ' --fts5' : ''} --write`
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}`
  writeFileSync(
    join(ROOT, `bench/results/relevance-${sample.scale}-model-${sample.model}-${date}.md`),
    `# Relevance, ${sample.scale} sample, model ${sample.model}\n\n${machine}; command: \`${command}\`\n\n${report}\n`,
  )
}
if (chosen.record)
  writeFileSync(join(import.meta.dirname, 'floors.json'), `${JSON.stringify(floorsOf(written), undefined, 2)}\n`)
else if (isOfCases && chosen.theme === '') {
  const fallen = belowFloors(written, readFloors())
  for (const line of fallen) progress(line)
  if (fallen.length !== 0) process.exitCode = 1
}
