import { runMutants } from '../simulation/mutant-run.ts'
import { runSeeds, shrinkSeed } from '../simulation/seed-workers.ts'
import { WORLD_STORES } from '../simulation/stores.ts'
import type { Summary } from '../simulation/summary.ts'
import { commitName, mutantTable, mutantVerdict, summaryTable } from '../simulation/tables.ts'
import { variantOf } from '../simulation/variants.ts'
import { count, flag, oneOf, readTrialOptions, text, whole } from '../testing/trial.ts'

const chosen = readTrialOptions({
  name: 'torture:simulation',
  what: 'Simulates the ledger in invented worlds where anything fails, and checks everything after every step.',
  options: {
    seeds: count('how many worlds (2000; for a mutant as many as it is chosen to need)', undefined),
    from: whole('the seed of the first world', 1),
    workers: count('threads that simulate at the same time', 2),
    store: oneOf(
      'the database of the books; on PostgreSQL connections really break, and a world takes seconds',
      WORLD_STORES,
      'sqlite',
    ),
    mutants: flag(
      'wrong versions of the ledger, each until it is caught; ends with 0 if each ended as mutants-of-*.ts say',
    ),
    only: text('the mutant of this name', undefined),
    shrink: whole('the least world in which this seed fails', undefined),
  },
})
const { from, workers, store } = chosen

if (chosen.shrink !== undefined) await printShrunk(chosen.shrink)
else if (chosen.mutants) await hunt()
else await simulate()

async function simulate(): Promise<void> {
  const seeds = chosen.seeds ?? 2_000
  const begunMs = performance.now()
  let toldMs = begunMs
  let reported = 0
  let soFar: Summary | undefined
  const table = (summary: Summary): string =>
    summaryTable(summary, { from, seeds, workers, ms: performance.now() - begunMs })
  // Hours may be enough before the end: what was seen until then is worth a table too.
  process.once('SIGINT', () => {
    console.log(soFar === undefined ? 'Nothing was simulated yet.' : `Stopped.\n${table(soFar)}`)
    process.exit(130)
  })
  const summary = await runSeeds({
    ...{ from, seeds, workers, store },
    progress(now) {
      soFar = now
      for (const { seed, message } of now.violations.slice(reported)) console.log(`seed ${seed}: ${message}`)
      reported = now.violations.length
      if (performance.now() < toldMs + 30_000) return
      toldMs = performance.now()
      const minutes = (performance.now() - begunMs) / 60_000
      console.log(
        `${now.seeds} of ${seeds} seeds, ${now.events} events, ${reported} violations, ${minutes.toFixed(1)} min`,
      )
    },
  })
  console.log(table(summary))
  const [first] = summary.violations
  if (first === undefined) return
  process.exitCode = 1
  // A world over PostgreSQL is not the same twice where its connections are cut.
  if (store !== 'postgres') await printShrunk(first.seed)
}

async function printShrunk(seed: number): Promise<void> {
  const { violation, reduction, window } = await shrinkSeed(seed, variantOf(seed).patches)
  console.log(window.join('\n'))
  console.log(`seed ${seed} (${variantOf(seed).name}), commit ${commitName()}: ${violation.message}`)
  console.log(`the least that fails: ${JSON.stringify(reduction)}`)
}

async function hunt(): Promise<void> {
  const results = await runMutants({ seedsMax: chosen.seeds, only: chosen.only, workers }, (result) => {
    console.log(mutantTable([result]))
  })
  console.log(mutantTable(results))
  console.log(mutantVerdict(results))
  if (results.length === 0 || results.some(({ isAsStated }) => !isAsStated)) process.exitCode = 1
}
