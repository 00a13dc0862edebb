import type { HeldGrant } from './held-grant.ts'

export interface GrantNews {
  readonly held: HeldGrant
  readonly hint: { readonly grant: number; readonly acked: number; readonly inFlight: number }
}

/** More news than this waits for the next heartbeat: a long transaction would hold up debits. */
const NEWS_MAX = 200

/** What the books do not know yet of a node's grants, so much of it as goes with one heartbeat: each grant has its turn, however busy the others are. */
export class News {
  readonly #grants: ReadonlyMap<number, HeldGrant>
  /** The last grant that had its turn. */
  #after = 0
  #max = NEWS_MAX

  constructor({ grants }: { grants: ReadonlyMap<number, HeldGrant> }) {
    this.#grants = grants
  }

  next(): GrantNews[] {
    const all: GrantNews[] = []
    for (const held of this.#grants.values()) {
      if (held.isClosedInBooks) continue
      const hint = held.news()
      if (hint !== undefined) all.push({ held, hint })
    }
    if (all.length <= this.#max) return all
    const inOrder = all.sort((a, b) => a.hint.grant - b.hint.grant)
    const from = inOrder.findIndex(({ hint }) => this.#after < hint.grant)
    const turn = [...inOrder.slice(Math.max(0, from)), ...inOrder.slice(0, Math.max(0, from))].slice(0, this.#max)
    this.#after = turn.at(-1)!.hint.grant
    return turn
  }

  accepted(count: number): void {
    if (0 < count) this.#max = Math.min(NEWS_MAX, this.#max * 2)
  }

  /** Some of it the books will never take: told in smaller pieces, the rest gets past it. */
  refused(): void {
    this.#max = Math.max(1, Math.floor(this.#max / 2))
  }
}
