import { runSeed } from './chaos.ts'

export interface SeedSummary {
  readonly seeds: number
  readonly violations: readonly { readonly seed: number; readonly message: string }[]
  /** Counters of the ledger, and what clients were told. */
  readonly counts: Readonly<Record<string, number>>
}

/** Runs one world for each seed. `stop`: ends at the first world that fails. */
export async function runSeeds(
  from: number,
  count: number,
  options: { readonly stop?: boolean; readonly each?: (seed: number) => void } = {},
): Promise<SeedSummary> {
  const violations: { seed: number; message: string }[] = []
  const counts: Record<string, number> = {}
  let seeds = 0
  for (let seed = from; seed < from + count; seed++) {
    options.each?.(seed)
    seeds++
    try {
      const world = await runSeed(seed)
      for (const [name, value] of Object.entries({ ...world.tally.counts, ...world.checker.counts }))
        counts[name] = (counts[name] ?? 0) + value
    } catch (error) {
      violations.push({ seed, message: error instanceof Error ? error.message : String(error) })
      if (options.stop === true) break
    }
  }
  return { seeds, violations, counts }
}
