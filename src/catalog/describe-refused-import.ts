import { InputError } from '../stdx/input-error.ts'
import type { ImportDecision } from './decide-import.ts'

type RefusedImport = Exclude<ImportDecision, { outcome: 'import' | 'already_imported' | 'dated' }>

/** Says why an import may not begin, and what to do. */
export function describeRefusedImport(decision: RefusedImport, what: string): InputError {
  switch (decision.outcome) {
    case 'no_base':
      return new InputError(`${what} has only changes, but no full set is imported yet. Import the full set first.`)
    case 'gap':
      return new InputError(
        `${what} cannot be applied: the changes of ${decision.missing} are missing. Import that day first, or a newer full set. With --allow-gap it is applied without them; responses then say data_stale.`,
      )
    case 'step_back':
      return new InputError(
        `${what} is older than the catalog, which has data of ${decision.applied}. Nothing was imported.`,
      )
    case 'mixed':
      return new InputError(
        `${what} would mix invented sample data with real data in one catalog. Use another folder (--data DIR) for one of them.`,
      )
  }
}
