import { resolve } from 'node:path'
import { COUNTRIES } from '../src/records/country.ts'
import {
  createTrials,
  KINDS,
  type Outcome,
  precisionOf,
  recallOf,
  SEEDS,
  sumUp,
  type Trial,
} from '../test/cleaning/measure.ts'
import { openReleaseOf } from '../test/relevance/sample-release.ts'
import { count, flag, readTrialOptions, text, whole } from '../test/testing/trial.ts'
import { MACHINE } from './report.ts'

const chosen = readTrialOptions({
  name: 'bench:clean',
  what: `Clean noisy rows of the current release of a data folder: how many picked records are right, how many are found? The rules were tuned with rows of seed ${SEEDS.tuning}; the figures are those of seed ${SEEDS.judging}.`,
  options: {
    data: text('the data folder', ''),
    rows: count('rows of each country and kind', 20_000),
    seed: whole('the seed of the rows', SEEDS.judging),
    wrong: flag('print every row with a wrong record'),
    missed: flag('print every row with one right record that was not picked'),
  },
})
if (chosen.data === '') {
  process.stderr.write('bench:clean: name the folder with --data\n')
  process.exit(2)
}

const percent = (share: number): string => `${(100 * share).toFixed(2)} %`
console.log('# Cleaning\n')
console.log(`${MACHINE}; command: \`npm run bench:clean -- --data DIR --rows ${chosen.rows} --seed ${chosen.seed}\`\n`)
const release = openReleaseOf(resolve(chosen.data))
for (const kind of KINDS) {
  for (const country of COUNTRIES) {
    const isIn = kind === 'addresses' ? release.addressColumns(country) : release.companyColumns(country)
    if (isIn === undefined) continue
    print(`${kind} ${country}`, createTrials(release, { kind, country, rows: chosen.rows, seed: chosen.seed }))
  }
}

function print(name: string, trials: readonly Trial[]): void {
  // Both take the same part of a warm-up.
  for (const trial of trials.slice(0, 500)) {
    trial.run()
    trial.search()
  }
  const began = process.cpuUsage()
  for (const trial of trials) trial.search()
  const searched = process.cpuUsage(began)
  const outcomes = trials.map((trial) => trial.run())
  const all = process.cpuUsage(began)
  const searchUs = searched.user + searched.system
  const cleanUs = all.user + all.system - searchUs
  const sum = sumUp(trials, outcomes)
  console.log(`## ${name}\n`)
  console.log('| | |\n|---|---|')
  console.log(`| precision of picked records | ${percent(precisionOf(sum))} of ${sum.picked} |`)
  console.log(`| recall of rows with one right record | ${percent(recallOf(sum))} of ${sum.one} |`)
  console.log(
    `| invented rows that get a record | ${percent(sum.inventedPicked / Math.max(1, sum.invented))} of ${sum.invented} |`,
  )
  for (const score of [90, 70]) {
    const scored = sumUp(trials, outcomes, (i) => score <= outcomes[i]!.score)
    console.log(`| right with a score of ${score} and more | ${percent(precisionOf(scored))} of ${scored.picked} |`)
  }
  const perRow = (us: number): string => (us / trials.length).toFixed(0)
  console.log(
    `| processor a row ÷ plain search | ${(cleanUs / searchUs).toFixed(2)} (${perRow(cleanUs)} ÷ ${perRow(searchUs)} µs) |\n`,
  )
  console.log('| rows with | rows | one record | picked | wrong | recall | statuses |\n|---|---|---|---|---|---|---|')
  for (const noise of [...new Set(trials.map((trial) => trial.noise))].sort()) {
    const of = sumUp(trials, outcomes, (i) => trials[i]!.noise === noise)
    const statuses = countStatuses(outcomes.filter((_, i) => trials[i]!.noise === noise))
    console.log(
      `| ${noise} | ${of.rows} | ${of.one} | ${of.picked} | ${of.wrong} | ${of.one === 0 ? '' : percent(recallOf(of))} | ${statuses} |`,
    )
  }
  console.log('')
  for (const [i, { noise, given, right, hasOneRecord }] of trials.entries()) {
    const { picked, status, score } = outcomes[i]!
    const isWrong = picked !== undefined && picked !== right
    if ((chosen.wrong && isWrong) || (chosen.missed && hasOneRecord && picked === undefined))
      console.log(`${noise}: ${JSON.stringify(given)} is ${right}, ${status} ${score} ${picked ?? ''}`)
  }
}

function countStatuses(outcomes: readonly Outcome[]): string {
  const counts = new Map<string, number>()
  for (const { status } of outcomes) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([status, rows]) => `${status} ${rows}`)
    .join(', ')
}
