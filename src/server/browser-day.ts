import { type SharedDay, UnitCounts } from '../access/limits/limits.ts'
import { dayAt } from '../ledger/calendar.ts'
import type { Spending } from '../ledger/ledger.ts'
import type { BudgetedProject } from './budgeted-projects.ts'

/** The units that browser sessions used today: on this server, and on others as far as the books were read. */
export class BrowserDay {
  readonly startsAtMs: number
  readonly shared: SharedDay
  readonly #counts: UnitCounts
  /** By project: the owner of the budget that has its units, and how many units of other servers it already has. */
  readonly #counted = new Map<string, { readonly owner: string; readonly otherUnits: number }>()

  constructor(nowMs: number) {
    const { startsAtMs, endsAtMs } = dayAt(nowMs)
    this.#counts = UnitCounts.make()
    this.startsAtMs = startsAtMs
    this.shared = { endsAtMs, counts: this.#counts.memory }
  }

  isOver(nowMs: number): boolean {
    return dayAt(nowMs).startsAtMs !== this.startsAtMs
  }

  units(owner: string): number {
    return this.#counts.units(owner)
  }

  /**
   * Adds the units of other servers; this server counts its own before it charges them. A project that changes its
   * budget takes all its units along.
   */
  add(projects: readonly BudgetedProject[], spent: readonly Spending[]): void {
    const sums = sumsByClient(spent)
    for (const { project, clientId, budget } of projects) {
      const { ownUnits, otherUnits } = sums.get(clientId) ?? NOTHING
      const before = this.#counted.get(project)
      if (before !== undefined && before.owner !== budget.owner) {
        this.#counts.add(before.owner, -(ownUnits + before.otherUnits))
        this.#counts.add(budget.owner, ownUnits + otherUnits)
      } else {
        const more = otherUnits - (before?.otherUnits ?? 0)
        if (0 < more) this.#counts.add(budget.owner, more)
      }
      this.#counted.set(project, { owner: budget.owner, otherUnits })
    }
  }
}

type Sums = Pick<Spending, 'ownUnits' | 'otherUnits'>

const NOTHING: Sums = { ownUnits: 0, otherUnits: 0 }

/** Sessions are charged under the client id. */
function sumsByClient(spent: readonly Spending[]): ReadonlyMap<string, Sums> {
  const sums = new Map<string, Sums>()
  for (const { credential, ownUnits, otherUnits } of spent) {
    const before = sums.get(credential) ?? NOTHING
    sums.set(credential, {
      ownUnits: before.ownUnits + ownUnits,
      otherUnits: before.otherUnits + otherUnits,
    })
  }
  return sums
}
