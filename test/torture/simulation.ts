import { availableParallelism } from 'node:os'
import { MUTANTS } from '../simulation/mutants.ts'
import { findMutant, runInThread } from '../simulation/run-in-threads.ts'
import { count, flag, readTrialOptions, whole } from '../testing/trial.ts'

const chosen = readTrialOptions({
  name: 'torture:simulation',
  what: 'Runs simulated worlds in which servers charge while everything fails, and checks what their clients were told. With --mutants it runs wrong versions of the ledger until a world finds each.',
  options: {
    seeds: count('how many worlds; with --mutants at most so many for each', 2_000),
    from: whole('the first seed', 1),
    mutants: flag('runs the wrong versions'),
  },
})

const SLICE = 100
let failed = 0
if (chosen.mutants) {
  const queue = [...MUTANTS]
  await inParallel(async () => {
    for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
      const found = await findMutant(mutant, chosen.seeds)
      if (found === undefined) failed++
      console.log(
        found === undefined ? `NOT FOUND: ${mutant.name}` : `${mutant.name}: seed ${found.seed}, ${found.message}`,
      )
    }
  })
  console.log(`${MUTANTS.length - failed} of ${MUTANTS.length} wrong versions found`)
} else {
  const totals: Record<string, number> = {}
  let next = chosen.from
  let seeds = 0
  await inParallel(async () => {
    while (next < chosen.from + chosen.seeds) {
      const from = next
      next += SLICE
      const order = { from, count: Math.min(SLICE, chosen.from + chosen.seeds - from) }
      const { violations, counts, seeds: done } = await runInThread(order)
      seeds += done
      failed += violations.length
      for (const { seed, message } of violations) console.log(`seed ${seed}: ${message}`)
      for (const [name, value] of Object.entries(counts)) totals[name] = (totals[name] ?? 0) + value
      if (seeds % 10_000 === 0) console.log(`${seeds} worlds, ${failed} failed`)
    }
  })
  console.log(`${seeds} worlds from seed ${chosen.from}, ${failed} failed`)
  for (const [name, value] of Object.entries(totals)) console.log(`  ${name} ${value}`)
}
if (failed !== 0) process.exitCode = 1

async function inParallel(work: () => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: availableParallelism() }, work))
}
