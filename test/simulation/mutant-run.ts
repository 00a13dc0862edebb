import type { Mutant } from './mutant.ts'
import { runTest } from './mutant-test.ts'
import { MUTANTS } from './mutants.ts'
import { runUntilViolation } from './seed-workers.ts'

export interface MutantResult {
  readonly mutant: Mutant
  readonly end: MutantEnd
  /** Whether it ended as its author says. */
  readonly isAsStated: boolean
  /** How many seeds were run, the one that caught it included; 0 for a test. */
  readonly seeds: number
  readonly message: string
}

/**
 * `caught`: a world, or its test, saw that the ledger is wrong. `broken`: the mutant is no ledger at all, because it cannot be loaded or throws what no ledger
 * throws; a typing error would end like that too, so it proves nothing.
 */
export type MutantEnd = 'caught' | 'not_caught' | 'broken'

const SEEDS_MAX = 2_000

export interface MutantRun {
  /** For all of them, whatever they say. */
  readonly seedsMax?: number | undefined
  readonly only?: string | undefined
  readonly workers: number
}

/** Runs each mutant until the simulation has caught it, or so many seeds have passed. */
export async function runMutants(
  { seedsMax, only, workers }: MutantRun,
  tell: (result: MutantResult) => void = () => undefined,
): Promise<MutantResult[]> {
  const queue = MUTANTS.filter(({ name }) => only === undefined || name === only)
  const results: MutantResult[] = []
  const work = async (): Promise<void> => {
    for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
      const result = await runMutant(mutant, seedsMax)
      results.push(result)
      tell(result)
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
