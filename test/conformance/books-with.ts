import type { LedgerPort } from '../../src/http/http.ts'
import type { Ledger } from '../../src/ledger/ledger.ts'

/** The real books, with something done in place of one of their operations. */
export function booksWith(changes: (ledger: Ledger) => Partial<LedgerPort>): (ledger: Ledger) => LedgerPort {
  return (ledger) => ({
    reserve: (account, units, subject) => ledger.reserve(account, units, subject),
    debit: (reservation, requestId) => ledger.debit(reservation, requestId),
    cancel: (reservation) => ledger.cancel(reservation),
    usage: (account) => ledger.usage(account),
    ...changes(ledger),
  })
}
