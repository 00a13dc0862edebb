import type { Patch } from './patches.ts'
import { AS_SHIPPED, type Variant } from './variants.ts'

/** A wrong version of the ledger. The simulation must catch it. */
export interface Mutant {
  readonly name: string
  /** What it breaks, in words. */
  readonly breaks: string
  readonly patches: readonly Patch[]
  /** The limits under which it shows soonest. */
  readonly under: Variant
  /** The reason why no world catches it: it does no harm. */
  readonly equivalent?: string
  /** The test file that catches it, run instead of worlds. */
  readonly test?: string
}

export function mutant(name: string, breaks: string, patches: readonly Patch[], under: Variant = AS_SHIPPED): Mutant {
  return { name, breaks, patches, under }
}

/** A mutant that does no harm, and the reason. `test`: runs the changed code, if no world does. */
export function harmless(
  equivalent: string,
  name: string,
  breaks: string,
  patches: readonly Patch[],
  test?: string,
): Mutant {
  return { ...mutant(name, breaks, patches), equivalent, ...(test === undefined ? {} : { test }) }
}

/**
 * A mutant that this test file catches, because worlds never or rarely do, or because it changes SQL for PostgreSQL
 * only.
 */
export function caughtBy(test: string, name: string, breaks: string, patches: readonly Patch[]): Mutant {
  return { ...mutant(name, breaks, patches), test }
}

export function edit(file: string, from: string, to: string): Patch {
  return { file: `src/ledger/${file}`, from, to }
}
