import { drawPlan, type Reduction } from './plan.ts'
import { runSeed, type SeedReport } from './run-seed.ts'
import type { FoundViolation } from './summary.ts'
import type { Failure } from './violation.ts'

/** How many of the last events are printed. */
const WINDOW_SIZE = 80

/**
 * Looks for the smallest world that still fails: without a kind of fault, with fewer nodes, or with fewer requests.
 */
export async function shrink(
  seed: number,
): Promise<{ violation: FoundViolation; reduction: Reduction; window: readonly string[] }> {
  let reduction: Reduction = {}
  let report = await runSeed(seed)
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false
    for (const smaller of smallerThan(seed, reduction)) {
      const next = await runSeed(seed, { reduction: smaller })
      if (next.violation === undefined) continue
      reduction = smaller
      report = next
      isSmaller = true
      break
    }
  }
  const { window } = await runSeed(seed, { reduction, windowSize: WINDOW_SIZE })
  return { violation: { seed, ...failure(report) }, reduction, window }
}

function smallerThan(seed: number, reduction: Reduction): Reduction[] {
  const { faults, nodes, requests } = drawPlan(seed, reduction)
  const without = reduction.without ?? []
  const calmer = [...faults.keys()].map((kind) => ({ ...reduction, without: [...without, kind] }))
  const fewerNodes = 1 < nodes ? [{ ...reduction, nodes: nodes - 1 }] : []
  const fewerRequests = 4 < requests ? [{ ...reduction, requests: Math.floor(requests / 2) }] : []
  return [...calmer, ...fewerNodes, ...fewerRequests]
}

function failure({ violation }: SeedReport): Failure {
  return violation ?? { kind: 'error', message: 'does not fail again' }
}
