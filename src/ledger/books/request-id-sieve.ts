import { assert } from '../../stdx/assert.ts'

/** How many fingerprints fit: 128 MiB of them, for three quarters as many ids a pass. */
const SLOTS_MAX = 2 ** 24
const SLOTS_MIN = 2 ** 12

/** Enough to see what kind of fault it is. */
const SUSPECTS_MAX = 10_000

/** The fingerprints whose lowest bits, those of the mask, are these. */
interface Share {
  readonly mask: number
  readonly rest: number
}

/**
 * Finds ids that come twice in a stream of any length, in bounded memory and without an error in either direction. Of each id it keeps a fingerprint of
 * 64 bits; an id whose fingerprint has come before is a suspect, and whether it really came twice the caller sees by looking for the suspects alone.
 * An id that comes twice is always among them. When the fingerprints do not fit, half of them are left to another pass over the same stream.
 */
export class RequestIdSieve {
  readonly #slotsMax: number
  readonly #suspects = new Set<string>()
  #tooMany = false
  /** Shares that no pass has looked at. */
  readonly #left: Share[] = []
  #share: Share = { mask: 0, rest: 0 }
  #slots = new Uint32Array(2 * SLOTS_MIN)
  #used = 0

  constructor({ slotsMax = SLOTS_MAX }: { readonly slotsMax?: number } = {}) {
    assert(SLOTS_MIN <= slotsMax, 'a sieve starts with the least number of slots')
    this.#slotsMax = slotsMax
  }

  see(requestId: string): void {
    let low = 0x811c9dc5
    let high = 0x2545f491
    for (let i = 0; i < requestId.length; i++) {
      const code = requestId.charCodeAt(i)
      low = Math.imul(low ^ code, 0x01000193)
      high = Math.imul(high ^ code ^ (high >>> 15), 0x85ebca6b)
    }
    low = mixed(low)
    // Nothing stands in a slot as 0 and 0.
    high = mixed(high) || 1
    if (!isIn(this.#share, low)) return
    if (3 * this.#capacity < 4 * (this.#used + 1)) this.#makeRoom()
    if (!isIn(this.#share, low)) return
    if (this.#put(low, high) === 'was_there') this.#suspect(requestId)
  }

  /** Must the same stream go through once more? If so, the next pass has begun. */
  wantsPass(): boolean {
    const next = this.#left.pop()
    if (next === undefined) return false
    this.#share = next
    this.#slots.fill(0)
    this.#used = 0
    return true
  }

  suspects(): ReadonlySet<string> | 'too_many' {
    return this.#tooMany ? 'too_many' : this.#suspects
  }

  get #capacity(): number {
    return this.#slots.length / 2
  }

  #suspect(requestId: string): void {
    if (this.#suspects.size < SUSPECTS_MAX) this.#suspects.add(requestId)
    else if (!this.#suspects.has(requestId)) this.#tooMany = true
  }

  #put(low: number, high: number): 'new' | 'was_there' {
    const slots = this.#slots
    const last = slots.length - 2
    let at = (high * 2) & last
    for (; slots[at + 1] !== 0; at = (at + 2) & last) {
      if (slots[at] === low && slots[at + 1] === high) return 'was_there'
    }
    slots[at] = low
    slots[at + 1] = high
    this.#used++
    return 'new'
  }

  #makeRoom(): void {
    const grows = this.#capacity < this.#slotsMax
    if (!grows) this.#halveShare()
    this.#refill(this.#slots.length * (grows ? 2 : 1))
  }

  #halveShare(): void {
    const { mask, rest } = this.#share
    const longer = 2 * mask + 1
    this.#share = { mask: longer, rest }
    this.#left.push({ mask: longer, rest: rest + mask + 1 })
  }

  #refill(length: number): void {
    const before = this.#slots
    this.#slots = new Uint32Array(length)
    this.#used = 0
    for (let at = 0; at < before.length; at += 2) {
      const low = before[at]!
      if (before[at + 1] !== 0 && isIn(this.#share, low)) this.#put(low, before[at + 1]!)
    }
  }
}

function isIn({ mask, rest }: Share, low: number): boolean {
  return (low & mask) === rest
}

/** Every bit of the result depends on every bit of the number. */
function mixed(number: number): number {
  let bits = Math.imul(number ^ (number >>> 16), 0x7feb352d)
  bits = Math.imul(bits ^ (bits >>> 15), 0x846ca68b)
  return (bits ^ (bits >>> 16)) >>> 0
}
