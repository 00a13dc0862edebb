// `npm run torture:simulation -- --seeds N --from SEED --workers W`: simulates the ledger N times and checks everything after every step.
// `--store postgres`: the books are in a real PostgreSQL, whose replies are really cut off; seconds for a world.
// `--mutants [--only name]`: runs wrong versions of it, each until it is caught; ends with 0 if each ended as `mutants-of-*.ts` say, with 1 otherwise. `--shrink SEED`: the least world in which that seed fails.
import { parseArgs } from 'node:util'
import { runSeeds, shrinkSeed } from '../simulation/crew.ts'
import { runMutants } from '../simulation/mutant-run.ts'
import { WORLD_STORES, type WorldStore } from '../simulation/stores.ts'
import type { Summary } from '../simulation/summary.ts'
import { commitName, mutantTable, mutantVerdict, summaryTable } from '../simulation/tables.ts'
import { variantOf } from '../simulation/variants.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    from: { type: 'string', default: '1' },
    workers: { type: 'string', default: '2' },
    store: { type: 'string', default: 'memory' },
    mutants: { type: 'boolean', default: false },
    only: { type: 'string' },
    shrink: { type: 'string' },
  },
})
const from = Number(values.from)
const workers = Number(values.workers)
const store = storeNamed(values.store)

if (values.shrink !== undefined) await printShrunk(Number(values.shrink))
else if (values.mutants) await hunt()
else await simulate()

function storeNamed(name: string): WorldStore {
  const store = WORLD_STORES.find((one) => one === name)
  if (store === undefined) throw new Error(`--store is one of ${WORLD_STORES.join(', ')}`)
  return store
}

async function simulate(): Promise<void> {
  const seeds = Number(values.seeds ?? 2_000)
  const begunMs = performance.now()
  let toldMs = begunMs
  let told = 0
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
      for (const { seed, message } of now.violations.slice(told)) console.log(`seed ${seed}: ${message}`)
      told = now.violations.length
      if (performance.now() < toldMs + 30_000) return
      toldMs = performance.now()
      const minutes = (performance.now() - begunMs) / 60_000
      console.log(`${now.seeds} of ${seeds} seeds, ${now.events} events, ${told} violations, ${minutes.toFixed(1)} min`)
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
  const seedsMax = values.seeds === undefined ? undefined : Number(values.seeds)
  const results = await runMutants({ seedsMax, only: values.only, workers }, (result) => {
    console.log(mutantTable([result]))
  })
  console.log(mutantTable(results))
  console.log(mutantVerdict(results))
  if (results.length === 0 || results.some(({ isAsStated }) => !isAsStated)) process.exitCode = 1
}
