import { writeSync } from 'node:fs'
import type { Ledger } from '../../src/ledger/ledger.ts'
import { STUCK } from './exit-codes.ts'

/** The ledger in the thread that opened it, or the client in one that joined. */
export type Charging = Pick<Ledger, 'knownRefusal' | 'charge'>

interface Patience extends Disposable {
  watch(ledger: Charging): Charging
}

/**
 * Ends the thread if a question to the ledger stays without an answer. Seconds are counted by a timer, so those in
 * which the process was stopped are not among them.
 */
export function answersWithin(seconds: number): Patience {
  const open = new Map<object, { readonly what: string; readonly since: number }>()
  let now = 0
  const timer = setInterval(() => {
    now++
    const overdue = [...open.values()].filter(({ since }) => seconds < now - since)
    if (overdue.length === 0) return
    writeSync(
      2,
      `${overdue.length} of ${open.size} stay without an answer: ${overdue
        .slice(0, 5)
        .map(({ what }) => what)
        .join(', ')}\n`,
    )
    process.exit(STUCK)
  }, 1000)

  async function watched<T>(what: string, answer: T | Promise<T>): Promise<T> {
    const question = {}
    open.set(question, { what, since: now })
    try {
      return await answer
    } finally {
      open.delete(question)
    }
  }
  return {
    watch: (ledger) => ({
      knownRefusal: (account, units) => ledger.knownRefusal(account, units),
      charge(request) {
        const charge = ledger.charge(request)
        return { ...charge, outcome: watched(`charge ${request.units} to ${request.account}`, charge.outcome) }
      },
    }),
    [Symbol.dispose]: () => clearInterval(timer),
  }
}
