import type { Till } from './till.ts'

/**
 * Why a node sells nothing. `books`: a doubt stands in them until the operator has looked. The others are known to this node only: `clock` and
 * `commit_unknown` clear up by themselves; `fenced` and `behind` (batches of this life are no longer in the books) last as long as its life.
 */
export type Distrust = 'clock' | 'commit_unknown' | 'fenced' | 'behind' | 'books'

/** Sells only while there is no reason against it. */
export class Trust {
  readonly #till: Till
  readonly #reasons = new Map<Distrust, string>()
  #isShut = false

  constructor(till: Till) {
    this.#till = till
  }

  set(reason: Distrust, detail: string): void {
    this.#reasons.set(reason, detail)
    this.#till.setOpen('shut')
  }

  clear(reason: Distrust): void {
    this.#reasons.delete(reason)
    if (this.#reasons.size === 0 && !this.#isShut) this.#till.setOpen('open')
  }

  /** Nothing more is sold, for no reason of distrust: the node stops. */
  shut(): void {
    this.#isShut = true
    this.#till.setOpen('shut')
  }

  has(reason: Distrust): boolean {
    return this.#reasons.has(reason)
  }

  get isLive(): boolean {
    return this.#reasons.size === 0
  }

  status(): TrustStatus {
    const reasons = [...this.#reasons].map(([reason, detail]) => ({ reason, detail }))
    return { state: this.isLive ? 'live' : 'untrusted', reasons }
  }
}

export interface TrustStatus {
  readonly state: 'live' | 'untrusted'
  readonly reasons: readonly { readonly reason: string; readonly detail: string }[]
}
