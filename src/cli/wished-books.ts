import type { WishedBooks } from '../access/access.ts'
import type { Ledger } from '../ledger/ledger.ts'

/** Carries out on the books what the operator wished for in the control database. */
export function wishedBooks(ledger: Ledger): WishedBooks {
  return {
    async account({ id, state, allowanceUnits }) {
      await ledger.setAllowance(id, allowanceUnits, 'operator')
      await (state === 'verified' ? ledger.resume(id) : ledger.suspend(id))
    },
    /** The operator's word is taken if an audit finds nothing. */
    async trust(word) {
      // It is said of the clock as it is now: the audit may take long.
      const clockAheadMs = await ledger.clockAheadMs()
      const { differencesTotal } = await ledger.audit()
      if (0 < differencesTotal)
        return `not trusted: the audit finds ${differencesTotal} differences; see \`regista audit\``
      const resolved = await ledger.trust({ ...word, clockAheadMs })
      return `trusted again; ${resolved.length} doubts resolved`
    },
  }
}
