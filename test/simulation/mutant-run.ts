import type { Mutant } from './mutant.ts'
import { runTest } from './mutant-test.ts'
import { MUTANTS } from './mutants.ts'
import { runUntilViolation } from './seed-workers.ts'

export interface MutantResult {
  readonly mutant: Mutant
  readonly end: MutantEnd
  /** Whether it ended as its author states. */
  readonly isAsStated: boolean
  /** How many seeds were run, including the one that caught it; 0 for a test. */
  readonly seeds: number
  readonly message: string
}

/**
 * `caught`: a world, or its test, found that the ledger is wrong. `broken`: the mutant cannot be loaded, or throws
 * what no ledger throws. A typing error would end like that too, so it proves nothing.
 */
export type MutantEnd = 'caught' | 'not_caught' | 'broken'

const SEEDS_MAX = 2_000

export interface MutantRun {
  /** Overrides the limit of every mutant. */
  readonly seedsMax?: number | undefined
  readonly only?: string | undefined
  readonly workers: number
}

/** Runs each mutant until the simulation has caught it, or `seedsMax` seeds have passed. */
export async function runMutants(
  { seedsMax, only, workers }: MutantRun,
  report: (result: MutantResult) => void = () => undefined,
): Promise<MutantResult[]> {
  const queue = MUTANTS.filter(({ name }) => only === undefined || name === only)
  const results: MutantResult[] = []
  const work = async (): Promise<void> => {
    for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
      const result = await runMutant(mutant, seedsMax)
      results.push(result)
      report(result)
    }
  }
  await Promise.all(Array.from({ length: workers }, work))
  return results.sort((a, b) => MUTANTS.indexOf(a.mutant) - MUTANTS.indexOf(b.mutant))
}

export async function runMutant(mutant: Mutant, seedsMax = SEEDS_MAX): Promise<MutantResult> {
  const { test, under, patches } = mutant
  const { end, seeds, message } =
    test === undefined ? await runWorlds(mutant, seedsMax) : await runTest(test, [...under.patches, ...patches])
  const stated = mutant.equivalent === undefined ? 'caught' : 'not_caught'
  return { mutant, end, isAsStated: end === stated, seeds, message: message.split('\n')[0]! }
}

async function runWorlds(mutant: Mutant, seedsMax: number): Promise<Pick<MutantResult, 'end' | 'seeds' | 'message'>> {
  const seeds = Array.from({ length: seedsMax }, (_, i) => i + 1)
  const patches = [...mutant.under.patches, ...mutant.patches]
  try {
    const summary = await runUntilViolation({ patches, seeds, store: 'sqlite' })
    const [violation] = summary.violations
    if (violation === undefined) return { end: 'not_caught', seeds: summary.seeds, message: '' }
    const end = violation.kind === 'finding' ? 'caught' : 'broken'
    return { end, seeds: summary.seeds, message: violation.message }
  } catch (error) {
    return { end: 'broken', seeds: 0, message: error instanceof Error ? error.message : String(error) }
  }
}
