import type { Charge, Ledger } from '../../ledger/ledger.ts'
import type { LedgerPort } from '../ports.ts'

/** The real books, with something done in place of one of their operations. */
export function booksWith(changes: (ledger: Ledger) => Partial<LedgerPort>): (ledger: Ledger) => LedgerPort {
  return (ledger) => ({
    knownRefusal: (account, units) => ledger.knownRefusal(account, units),
    charge: (request) => ledger.charge(request),
    usage: (account) => ledger.usage(account),
    credits: (account) => ledger.credits(account),
    ...changes(ledger),
  })
}

/** A charge that begins when this has come about; withdrawn before, it never does. */
export function chargeAfter(begins: Promise<unknown>, charge: () => Charge): Charge {
  let begun: Charge | undefined
  const withdrawn = Promise.withResolvers<{ readonly outcome: 'withdrawn' }>()
  let isWithdrawn = false
  const outcome = begins.then(() => {
    if (isWithdrawn) return { outcome: 'withdrawn' } as const
    begun = charge()
    return begun.outcome
  })
  return {
    outcome: Promise.race([outcome, withdrawn.promise]),
    withdraw() {
      if (begun !== undefined) return begun.withdraw()
      isWithdrawn = true
      withdrawn.resolve({ outcome: 'withdrawn' })
    },
  }
}
