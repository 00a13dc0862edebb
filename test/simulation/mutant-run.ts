import { runUntilViolation } from './crew.ts'
import type { Mutant } from './mutant.ts'
import { MUTANTS } from './mutants.ts'

export interface MutantResult {
  readonly mutant: Mutant
  readonly isCaught: boolean
  readonly isEquivalent: boolean
  /** How many seeds were run, the one that caught it included. */
  readonly seeds: number
  readonly message: string
}

/** Runs each mutant until the simulation has caught it, or so many seeds have passed. */
export async function runMutants(
  { seedsMax, only, workers }: { seedsMax: number; only?: string | undefined; workers: number },
  tell: (result: MutantResult) => void = () => undefined,
): Promise<MutantResult[]> {
  const queue = MUTANTS.filter(({ name }) => only === undefined || name === only)
  const results: MutantResult[] = []
  const work = async (): Promise<void> => {
    for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
      const result = await hunt(mutant, seedsMax)
      results.push(result)
      tell(result)
    }
  }
  await Promise.all(Array.from({ length: workers }, work))
  return results.sort((a, b) => MUTANTS.indexOf(a.mutant) - MUTANTS.indexOf(b.mutant))
}

export async function hunt(mutant: Mutant, seedsMax: number): Promise<MutantResult> {
  const seeds = Array.from({ length: seedsMax }, (_, i) => i + 1)
  const patches = [...mutant.under.patches, ...mutant.patches]
  const summary = await runUntilViolation({ patches, seeds, store: mutant.store ?? 'memory' })
  const [violation] = summary.violations
  return {
    ...{ mutant, seeds: summary.seeds, message: violation?.message.split('\n')[0] ?? '' },
    ...{ isCaught: violation !== undefined, isEquivalent: mutant.equivalent !== undefined },
  }
}
