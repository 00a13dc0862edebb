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
import { cleanPublicList, type ListedRow, PUBLIC_LISTS } from '../test/cleaning/public-lists.ts'
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
    lists: text('a folder with public lists: clean their rows in place of noisy ones', ''),
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
const options = chosen.lists === '' ? `--rows ${chosen.rows} --seed ${chosen.seed}` : '--lists LISTS'
console.log(`${MACHINE}; command: \`npm run bench:clean -- --data DIR ${options}\`\n`)
const release = openReleaseOf(resolve(chosen.data))
if (chosen.lists !== '') await printLists(resolve(chosen.lists))
for (const kind of chosen.lists === '' ? KINDS : []) {
  for (const country of COUNTRIES) {
    const isIn = kind === 'addresses' ? release.addressColumns(country) : release.companyColumns(country)
    if (isIn === undefined) continue
    print(`${kind} ${country}`, createTrials(release, { kind, country, rows: chosen.rows, seed: chosen.seed }))
  }
}

/** Found: of the rows whose record is in the release. */
async function printLists(dir: string): Promise<void> {
  console.log('| list | rows | right with 90 and more | with 70 to 89 | of ended, by name | found | statuses |')
  console.log('|---|---|---|---|---|---|---|')
  for (const list of PUBLIC_LISTS) {
    const rows = await cleanPublicList(release, dir, list)
    if (rows === undefined) continue
    const inRegister = rows.filter((row) => row.isInRegister)
    const found = inRegister.filter(({ picked, status }) => picked !== undefined && status !== 'ended')
    const share = (isCounted: (row: ListedRow) => boolean): string => {
      const picked = rows.filter((row) => row.picked !== undefined && isCounted(row))
      const right = picked.filter(({ isRight }) => isRight).length
      return picked.length === 0 ? 'none' : `${percent(right / picked.length)} of ${picked.length}`
    }
    const figures = [
      share(({ score }) => 90 <= score),
      share(({ score, status }) => 70 <= score && score < 90 && status !== 'ended'),
      share(({ score, status }) => score < 70 && status === 'ended'),
      `${percent(found.length / Math.max(1, inRegister.length))} of ${inRegister.length}`,
    ]
    console.log(`| ${list.name} | ${rows.length} | ${figures.join(' | ')} | ${countStatuses(rows)} |`)
    for (const { given, status, score, picked, isRight, isInRegister } of rows)
      if ((chosen.wrong && picked !== undefined && !isRight) || (chosen.missed && isInRegister && picked === undefined))
        console.log(`${status} ${score}: ${JSON.stringify(given)} ${picked ?? ''}`)
  }
  console.log('')
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

function countStatuses(outcomes: readonly Pick<Outcome, 'status'>[]): string {
  const counts = new Map<string, number>()
  for (const { status } of outcomes) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([status, rows]) => `${status} ${rows}`)
    .join(', ')
}
