import type { ServerFlags } from './server-flags.ts'

/**
 * Why a server charges nothing. `starting`: the books were not read yet. `books`: they have a doubt about all accounts.
 * `behind`: they lack charges that were acknowledged, and the server puts them back. `failing`: they take no batch.
 * `place`: the server has no place in the books, or the others do not yet count it.
 */
export type Distrust = 'starting' | 'place' | 'books' | 'behind' | 'failing'

export interface TrustStatus {
  readonly state: 'live' | 'untrusted'
  readonly reasons: readonly { readonly reason: Distrust; readonly detail: string }[]
  /** How many accounts are not charged because of a doubt. */
  readonly doubtedAccounts: number
  /** Whether a commit waits for a standby; undefined: the books are in SQLite. */
  readonly isSynchronous: boolean | undefined
}

/** Lets the server charge only while no reason speaks against it. */
export class Trust {
  readonly #flags: ServerFlags
  readonly #changed: (status: TrustStatus) => void
  readonly #reasons = new Map<Distrust, string>()
  #isShut = false
  #doubtedAccounts = 0
  #isSynchronous: boolean | undefined

  constructor(flags: ServerFlags, changed: (status: TrustStatus) => void) {
    this.#flags = flags
    this.#changed = changed
    this.set('starting', 'the books were not read yet')
  }

  set(reason: Distrust, detail: string): void {
    const isNew = this.#reasons.get(reason) !== detail
    this.#reasons.set(reason, detail)
    this.#flags.isOpen = false
    if (isNew) this.#changed(this.status())
  }

  clear(reason: Distrust): void {
    const was = this.#reasons.delete(reason)
    if (this.isLive && !this.#isShut) this.#flags.isOpen = true
    if (was) this.#changed(this.status())
  }

  note(facts: Pick<TrustStatus, 'doubtedAccounts' | 'isSynchronous'>): void {
    const isNew = this.#doubtedAccounts !== facts.doubtedAccounts || this.#isSynchronous !== facts.isSynchronous
    this.#doubtedAccounts = facts.doubtedAccounts
    this.#isSynchronous = facts.isSynchronous
    if (isNew) this.#changed(this.status())
  }

  /** Stops charging because the server stops, which is no reason for distrust. */
  shut(): void {
    this.#isShut = true
    this.#flags.isOpen = false
  }

  get isShut(): boolean {
    return this.#isShut
  }

  get isLive(): boolean {
    return this.#reasons.size === 0
  }

  status(): TrustStatus {
    const reasons = [...this.#reasons].map(([reason, detail]) => ({ reason, detail }))
    const facts = { doubtedAccounts: this.#doubtedAccounts, isSynchronous: this.#isSynchronous }
    return { state: this.isLive ? 'live' : 'untrusted', reasons, ...facts }
  }
}
