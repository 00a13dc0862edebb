import type { GrantHint } from '../books/rows.ts'
import type { HeldGrant } from './held-grant.ts'

export interface GrantReport {
  readonly held: HeldGrant
  readonly hint: GrantHint
}

/** More reports than this wait for the next heartbeat: a long transaction would delay debits. */
const REPORTS_MAX = 200

/** Chooses which grants the next heartbeat reports. Each grant gets its turn, however busy the others are. */
export class GrantReports {
  readonly #grants: ReadonlyMap<number, HeldGrant>
  /** The last grant that was reported. */
  #after = 0
  #max = REPORTS_MAX

  constructor({ grants }: { grants: ReadonlyMap<number, HeldGrant> }) {
    this.#grants = grants
  }

  takeNext(): GrantReport[] {
    const all: GrantReport[] = []
    for (const held of this.#grants.values()) {
      if (held.isClosedInBooks) continue
      const hint = held.unreportedCounts()
      if (hint !== undefined) all.push({ held, hint })
    }
    if (all.length <= this.#max) return all
    const inOrder = all.sort((a, b) => a.hint.grant - b.hint.grant)
    const from = inOrder.findIndex(({ hint }) => this.#after < hint.grant)
    const turn = [...inOrder.slice(Math.max(0, from)), ...inOrder.slice(0, Math.max(0, from))].slice(0, this.#max)
    this.#after = turn.at(-1)!.hint.grant
    return turn
  }

  allowMore(count: number): void {
    if (0 < count) this.#max = Math.min(REPORTS_MAX, this.#max * 2)
  }

  /** The books refuse some report: smaller heartbeats get the others past it. */
  allowFewer(): void {
    this.#max = Math.max(1, Math.floor(this.#max / 2))
  }
}
