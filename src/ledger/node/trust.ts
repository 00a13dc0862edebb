import type { NodeFlags } from './node-flags.ts'

/**
 * Why a node charges nothing. `books`: a doubt about all accounts stands in them. The others are known to this node only: `clock` and `commit_unknown` clear up by
 * themselves; so does `period`, which refuses no request (`unusable-periods.ts`); `fenced` (another process runs as this node) and `behind` (the books are others than those that it has written) last as long as the incarnation.
 */
export type Distrust = 'clock' | 'commit_unknown' | 'fenced' | 'behind' | 'books' | 'period'

/** Sells only while there is no reason against it. */
export class Trust {
  readonly #flags: NodeFlags
  readonly #changed: (status: TrustStatus) => void
  readonly #reasons = new Map<Distrust, string>()
  #isShut = false

  constructor(flags: NodeFlags, changed: (status: TrustStatus) => void) {
    this.#flags = flags
    this.#changed = changed
    changed(this.status())
  }

  set(reason: Distrust, detail: string): void {
    const isNew = this.#reasons.get(reason) !== detail
    this.#reasons.set(reason, detail)
    if (!this.isLive) this.#flags.setOpen('shut')
    if (isNew) this.#changed(this.status())
  }

  clear(reason: Distrust): void {
    const was = this.#reasons.delete(reason)
    if (this.isLive && !this.#isShut) this.#flags.setOpen('open')
    if (was) this.#changed(this.status())
  }

  /** Nothing more is sold, for no reason of distrust: the node stops. */
  shut(): void {
    this.#isShut = true
    this.#flags.setOpen('shut')
  }

  get isShut(): boolean {
    return this.#isShut
  }

  has(reason: Distrust): boolean {
    return this.#reasons.has(reason)
  }

  get isLive(): boolean {
    return this.#reasons.size === 0 || (this.#reasons.size === 1 && this.#reasons.has('period'))
  }

  status(): TrustStatus {
    const reasons = [...this.#reasons].map(([reason, detail]) => ({ reason, detail }))
    return { state: this.isLive ? 'live' : 'untrusted', reasons }
  }
}

/** The books were replaced under this incarnation, and the operator trusts them: a new incarnation can charge. */
export function needsNewIncarnation({ reasons }: TrustStatus): boolean {
  return reasons.length === 1 && reasons[0]!.reason === 'behind'
}

export interface TrustStatus {
  readonly state: 'live' | 'untrusted'
  readonly reasons: readonly { readonly reason: Distrust; readonly detail: string }[]
}
