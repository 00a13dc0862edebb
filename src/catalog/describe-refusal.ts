import { InputError } from '../stdx/input-error.ts'
import type { ImportDecision } from './decide-import.ts'

type Refusal = Exclude<ImportDecision, { outcome: 'import' | 'already_imported' | 'dated' }>

/** Why an import may not begin, in words that say what to do. */
export function describeRefusal(decision: Refusal, what: string): InputError {
  switch (decision.outcome) {
    case 'no_base':
      return new InputError(
        `${what} holds changes only, and nothing is imported that they could change. Import the full set first.`,
      )
    case 'gap':
      return new InputError(
        `${what} cannot be applied: the changes of ${decision.missing} are missing. Import that day first, or a newer full set. With --allow-gap it is applied without them; answers say data_stale then.`,
      )
    case 'step_back':
      return new InputError(
        `${what} is a step back: the catalog stands at ${decision.applied} already. Nothing was imported.`,
      )
    case 'mixed':
      return new InputError(
        `${what} would mix invented sample data with real data in one catalog. Use another folder (--data DIR) for one of them.`,
      )
  }
}
