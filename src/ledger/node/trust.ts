import type { NodeFlags } from './node-flags.ts'

/**
 * Why a node charges nothing. `books`: the books have a doubt about all accounts. `fenced`: another process runs as
 * this node. `behind`: these are not the books that it wrote; both last as long as the incarnation. `clock` and
 * `commit_unknown` clear by themselves, and so does `period`, which refuses no request (`unusable-periods.ts`).
 */
export type Distrust = 'clock' | 'commit_unknown' | 'fenced' | 'behind' | 'books' | 'period'

/** Lets the node charge only while no reason speaks against it. */
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

  /** Stops charging because the node stops, which is no reason for distrust. */
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

/** The books were replaced under this incarnation and the operator trusts them: a new incarnation can charge. */
export function needsNewIncarnation({ reasons }: TrustStatus): boolean {
  return reasons.length === 1 && reasons[0]!.reason === 'behind'
}

export interface TrustStatus {
  readonly state: 'live' | 'untrusted'
  readonly reasons: readonly { readonly reason: Distrust; readonly detail: string }[]
}
