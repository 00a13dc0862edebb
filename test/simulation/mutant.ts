import type { Patch } from './patches.ts'
import { AS_SHIPPED, type Variant } from './variants.ts'

/** A wrong version of the ledger. The simulation must find that it is wrong. */
export interface Mutant {
  readonly name: string
  /** What it breaks, in words. */
  readonly breaks: string
  readonly patches: readonly Patch[]
  /** The limits under which it shows soonest. */
  readonly under: Variant
  /** Why no world finds it: it does no harm. */
  readonly equivalent?: string
  /** The test file that finds it, run instead of worlds. */
  readonly test?: string
}

export function mutant(name: string, breaks: string, patches: readonly Patch[], under: Variant = AS_SHIPPED): Mutant {
  return { name, breaks, patches, under }
}

/** It does no harm, and why. `test`: what runs the changed code, if no world does. */
export function harmless(
  equivalent: string,
  name: string,
  breaks: string,
  patches: readonly Patch[],
  test?: string,
): Mutant {
  return { ...mutant(name, breaks, patches), equivalent, ...(test === undefined ? {} : { test }) }
}

/** This test file finds it: what no world does, or does too rarely, and what is wrong with PostgreSQL's own SQL. */
export function caughtBy(test: string, name: string, breaks: string, patches: readonly Patch[]): Mutant {
  return { ...mutant(name, breaks, patches), test }
}

export function edit(file: string, from: string, to: string): Patch {
  return { file: `src/ledger/${file}`, from, to }
}
