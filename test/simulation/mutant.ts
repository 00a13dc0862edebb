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
  /** For one of the SQL: where the books are kept. */
  readonly store?: 'sqlite'
  /** Why it does no harm. */
  readonly equivalent?: string
}

export function mutant(name: string, breaks: string, patches: readonly Patch[], under: Variant = AS_SHIPPED): Mutant {
  return { name, breaks, patches, under }
}

/** It does no harm, and why. */
export function harmless(equivalent: string, name: string, breaks: string, patches: readonly Patch[]): Mutant {
  return { ...mutant(name, breaks, patches), equivalent }
}

/** One of the SQL. */
export function inSqlite(name: string, breaks: string, patches: readonly Patch[]): Mutant {
  return { ...mutant(name, breaks, patches), store: 'sqlite' }
}

export function edit(file: string, from: string, to: string): Patch {
  return { file: `src/ledger/${file}`, from, to }
}
