import type { WishedBooks } from '../access/access.ts'
import type { Ledger } from '../ledger/ledger.ts'

export type LedgerForWishes = Pick<Ledger, 'setAllowance' | 'resume' | 'suspend' | 'clockAheadMs' | 'audit' | 'trust'>

/** Carries out on the books what the operator wished for in the control database. One for each ledger: it remembers of which clock each word was said. */
export function wishedBooks(ledger: LedgerForWishes): WishedBooks {
  const clocks = new ClocksOfWords(ledger)
  return {
    async account({ id, state, allowanceUnits }) {
      await ledger.setAllowance(id, allowanceUnits, 'operator')
      await (state === 'verified' ? ledger.resume(id) : ledger.suspend(id))
    },
    hear: (numbers) => clocks.hear(numbers),
    /** The operator's word is taken if an audit finds nothing. */
    async trust({ number, who, why }) {
      const clockAheadMs = await clocks.of(number)
      const { differencesTotal } = await ledger.audit()
      if (0 < differencesTotal)
        return `not trusted: the audit finds ${differencesTotal} differences; see \`regista audit\``
      const resolved = await ledger.trust({ who, why, clockAheadMs })
      return `trusted again; ${resolved.length} doubts resolved`
    },
  }
}

/**
 * How far the books' clock was ahead when a word was first heard. It is said of that clock, and of no later one, however long it waits behind the audits of others,
 * and however often it is tried. Only in memory: of a word that waits while no server runs, the next one to start takes it that it is said of the clock it starts with.
 */
class ClocksOfWords {
  readonly #ledger: LedgerForWishes
  readonly #aheadMs = new Map<number, number>()

  constructor(ledger: LedgerForWishes) {
    this.#ledger = ledger
  }

  async hear(numbers: readonly number[]): Promise<void> {
    if (numbers.every((number) => this.#aheadMs.has(number))) return
    const aheadMs = await this.#ledger.clockAheadMs()
    // Somebody else may have heard it meanwhile, and earlier.
    for (const number of numbers) if (!this.#aheadMs.has(number)) this.#aheadMs.set(number, aheadMs)
  }

  /** Words are carried out in order: those before this one have been answered, and are forgotten. */
  async of(number: number): Promise<number> {
    for (const earlier of this.#aheadMs.keys()) if (earlier < number) this.#aheadMs.delete(earlier)
    await this.hear([number])
    return this.#aheadMs.get(number)!
  }
}
