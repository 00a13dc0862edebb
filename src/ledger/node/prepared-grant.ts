import { DatabaseError } from '../../storage/storage.ts'
import type { AcquireOutcome, AcquireRequest } from '../books/acquire.ts'
import { DAMAGED_MS, EARLY_MS } from '../books/limits.ts'
import { type Month, monthAfter, monthAt } from '../calendar.ts'
import type { GatherQueue } from './gather-queue.ts'
import { HeldGrant } from './held-grant.ts'
import type { NodeParts } from './node-parts.ts'

export interface PreparedGrantPorts
  extends Pick<NodeParts, 'clock' | 'count' | 'incarnation' | 'shape' | 'grants' | 'ledgerMs'> {
  readonly acquires: GatherQueue<AcquireRequest, AcquireOutcome>
  nextGrantId(): number
}

/**
 * The grant of an account for the next month. Months begin for all accounts at once, and with it none of them waits for
 * the books.
 */
export class PreparedGrant {
  readonly #ports: PreparedGrantPorts
  readonly #account: string
  #held: HeldGrant | undefined
  /**
   * The request that may still open a grant. A refusal does not end it: an answer that was lost, or a copy of the
   * request that arrives late, may have opened the grant after that.
   */
  #request: { readonly grant: number; readonly month: Month } | undefined
  #state: 'idle' | 'asking' = 'idle'
  /** The operator has to repair damaged rows first. */
  #notBeforeMs = Number.NEGATIVE_INFINITY

  constructor(ports: PreparedGrantPorts, account: string) {
    this.#ports = ports
    this.#account = account
  }

  get isEmpty(): boolean {
    return this.#held === undefined && this.#request === undefined
  }

  /** There is none yet, or the node does not know whether there is one. */
  get mayAsk(): boolean {
    return this.#held === undefined && this.#state === 'idle' && this.#notBeforeMs <= this.#ports.clock.monotonicMs()
  }

  /**
   * A grant was requested, the month has begun, and the node still does not know whether it has the grant. Until it
   * asks, no node can use these units. `EARLY_MS` after the beginning the books grant no earlier request, however late
   * it arrives, so the answer is final.
   */
  get mustAsk(): boolean {
    const request = this.#request
    return request !== undefined && this.mayAsk && request.month.startsAtMs + EARLY_MS <= this.#ports.ledgerMs()
  }

  get period(): string | undefined {
    return this.#held?.month.period
  }

  mustRetire(): boolean {
    const held = this.#held
    return held !== undefined && (held.isClosedInBooks || held.month.endsAtMs <= this.#ports.ledgerMs())
  }

  hasBegun(): boolean {
    return this.#held !== undefined && this.#held.month.startsAtMs <= this.#ports.ledgerMs()
  }

  take(): HeldGrant | undefined {
    const held = this.#held
    this.#held = undefined
    return held
  }

  /** Sends one request: for the same grant until it is certain whether the books have opened or will open it. */
  async ask(running: Month | undefined, wanted: number): Promise<void> {
    if (!this.mayAsk) return
    const { acquires, clock, incarnation, shape, ledgerMs, nextGrantId } = this.#ports
    this.#request ??= { grant: nextGrantId(), month: monthAfter(running ?? monthAt(ledgerMs())) }
    const { grant, month } = this.#request
    const isFinal = this.mustAsk
    this.#state = 'asking'
    // A month that has begun needs no prepared grant; the node only has to learn whether there is one.
    const isDue = ledgerMs() < month.startsAtMs
    const acquire: AcquireRequest = {
      ...{ grant, version: 0, account: this.#account, month, incarnation, shape },
      // Not spread: the compiler reports a wrong name of an optional field only here.
      isPrepared: true,
      ...{ least: 0, wanted: isDue ? wanted : 0 },
    }
    try {
      const outcome = (await acquires.ask('background', () => acquire))!
      const isKnown = outcome.outcome === 'granted' || outcome.outcome === 'grant_closed'
      if (outcome.outcome === 'damaged') this.#notBeforeMs = clock.monotonicMs() + DAMAGED_MS
      else if (isKnown || isFinal) this.#request = undefined
      if (outcome.outcome === 'granted') this.#open(outcome)
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
    } finally {
      this.#state = 'idle'
    }
  }

  #open({ grant, month }: Extract<AcquireOutcome, { outcome: 'granted' }>): void {
    const { grants, count } = this.#ports
    const held = new HeldGrant({ id: grant.id, account: this.#account, month, exposure: grant.exposure })
    held.resize(grant)
    held.state = 'prepared'
    grants.set(held.id, held)
    count('grants_opened')
    count('grants_prepared')
    this.#held = held
  }
}
