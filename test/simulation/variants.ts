import type { Patch } from './patches.ts'

/** The ledger with other limits, so that rare situations happen often. */
export interface Variant {
  readonly name: string
  readonly patches: readonly Patch[]
}

const LIMITS = 'src/ledger/books/limits.ts'

export const AS_SHIPPED: Variant = { name: 'as shipped', patches: [] }

export const NARROW_HOLD: Variant = {
  name: 'a hold of 12 units and a lease of 3 s',
  patches: [
    { file: LIMITS, from: 'LEASE_MS = 15_000', to: 'LEASE_MS = 3_000' },
    { file: LIMITS, from: 'HOLD_MAX = 100', to: 'HOLD_MAX = 12' },
    { file: LIMITS, from: 'EXPOSURE_MIN = 10', to: 'EXPOSURE_MIN = 3' },
    { file: LIMITS, from: 'STEADY_MS = 120_000', to: 'STEADY_MS = 0' },
    { file: LIMITS, from: 'FINAL_MS = 86_400_000', to: 'FINAL_MS = 70_000' },
  ],
}

export const SHORT_LEASE: Variant = {
  name: 'a lease of 3 s',
  patches: [
    { file: LIMITS, from: 'LEASE_MS = 15_000', to: 'LEASE_MS = 3_000' },
    { file: LIMITS, from: 'SETTLING_MS = 60_000', to: 'SETTLING_MS = 10_000' },
    { file: LIMITS, from: 'STEADY_MS = 120_000', to: 'STEADY_MS = 3_000' },
    { file: LIMITS, from: 'FINAL_MS = 86_400_000', to: 'FINAL_MS = 12_000' },
  ],
}

const OF_SEED: readonly Variant[] = [AS_SHIPPED, NARROW_HOLD, AS_SHIPPED, SHORT_LEASE]

/** Half of the seeds run the ledger as it is shipped. */
export function variantOf(seed: number): Variant {
  return OF_SEED[seed % OF_SEED.length]!
}

export const VARIANTS: readonly Variant[] = [AS_SHIPPED, NARROW_HOLD, SHORT_LEASE]
