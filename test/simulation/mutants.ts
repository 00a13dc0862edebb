import type { Mutant } from './mutant.ts'
import { MUTANTS_OF_BOOKS } from './mutants-of-books.ts'
import { MUTANTS_OF_NODES } from './mutants-of-nodes.ts'
import { MUTANTS_OF_SQL } from './mutants-of-sql.ts'

/** All mutants that the simulation must catch. */
export const MUTANTS: readonly Mutant[] = [...MUTANTS_OF_BOOKS, ...MUTANTS_OF_NODES, ...MUTANTS_OF_SQL]
